import { describe, expect, test } from "vitest";
import type { ImportCells } from "../import-row.ts";
import { reason } from "../judgement.ts";
import { cleanProduct } from "./clean-product.ts";
import type { KnownProduct } from "./compare-products.ts";
import { judgeProduct, type RowToJudge } from "./judge-product.ts";
import { likenessOfNames, productName } from "./product-name.ts";

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const ator: KnownProduct = {
  id: id(1),
  name: "Atorsudha 10",
  category: "Cardiovascular",
  price: "45.00",
  description: "Atorvastatin",
  current_stock: 40,
};
const judge = (cells: ImportCells, asked: Partial<RowToJudge> = {}) =>
  judgeProduct({
    row: cleanProduct(cells),
    known: [ator],
    others: [],
    decision: null,
    chosen_id: null,
    refusedToChange: null,
    refusedToMove: null,
    ...asked,
  });
const short = ({ verdict, reasons }: ReturnType<typeof judge>) => [
  verdict,
  ...reasons.map(({ code }) => code),
];
const other = (name: string, verdict: "create" | "update" | "same", target_id: string | null = null) => ({
  line: 7,
  name: productName({ name }),
  verdict,
  target_id,
});

describe("two names", () => {
  const likeness = (one: string, another: string) =>
    likenessOfNames(productName({ name: one }), productName({ name: another }));

  test.each([
    ["Atorsudha 10", "ATORSUDHA-10"],
    ["Atorsudha 10mg", "Atorsudha 10 mg"],
    ["Dolo 650", "dolo  650"],
    ["***", "***"],
  ])("%j and %j are the same", (one, another) => {
    expect([likeness(one, another), likeness(another, one)]).toEqual(["same", "same"]);
  });

  test.each([
    ["Atorsudha 10", "Tab. Atorsudha 10"],
    ["Atorsudha 10", "Atorsudha 10 mg Tablets"],
    ["Atorsudha 10", "Atorsuda 10"],
    ["Amoxicillin 500", "Amoxycillin 500"],
    ["Telma 40 H", "Telma H 40"],
    ["Dolo +", "Dolo"],
  ])("%j and %j may be the same", (one, another) => {
    expect([likeness(one, another), likeness(another, one)]).toEqual(["alike", "alike"]);
  });

  test.each([
    ["Atorsudha 10", "Atorsudha 20"],
    ["Atorsudha 10", "Atorsudha"],
    ["Calsud 100", "Calsud 10"],
    ["Calsud 5 + 11", "Calsud 5 + 1"],
    ["Insud .5", "Insud 5"],
    ["Insud 2.5", "Insud 25"],
    ["Azee 250 Tab", "Azee 250 Inj"],
    ["Vitasud 5 mg", "Vitasud 5 ml"],
    ["Tablet 10", "Capsule 10"],
    ["Dolo 650", "Calpol 650"],
    ["***", "---"],
  ])("%j and %j are two", (one, another) => {
    expect([likeness(one, another), likeness(another, one)]).toEqual([null, null]);
  });
});

describe("a row", () => {
  test("that nothing is like becomes a product with its opening stock", () => {
    const judged = judge({ name: "Atorsudha 20", price: "Rs 80/-", stock: "25", category: "Cardiac" });
    expect(short(judged)).toEqual(["create", "read_as"]);
    expect(judged.values).toEqual({
      name: "Atorsudha 20",
      category: "Cardiovascular",
      price: "80.00",
      stock: 25,
    });
    const bare = judge({ name: "Atorsudha 40", stock: "0" });
    expect([short(bare), bare.values]).toEqual([
      ["create", "no_price"],
      { name: "Atorsudha 40", price: "0.00" },
    ]);
  });

  test("of a product that is there changes what differs, but never its stock", () => {
    const judged = judge({ name: "ATORSUDHA-10", price: "50", stock: "10", description: "atorvastatin." });
    expect(short(judged)).toEqual(["update", "stock_kept"]);
    expect(judged).toMatchObject({
      target_id: ator.id,
      changes: [{ field: "price", from: "₹45.00", to: "₹50.00" }],
      values: { price: "50.00" },
      reasons: [
        { field: "stock", message: "The stock stays at 40. Only new products get an opening stock." },
      ],
    });
    expect(short(judge({ name: "Atorsudha 10", price: "45", stock: "40" }))).toEqual(["same"]);
    expect(short(judge({ name: "Atorsudha 10", stock: "9" }))).toEqual(["same", "stock_kept"]);
    expect(short(judge({ name: "Atorsudha 10" }))).toEqual(["same"]);
  });

  test("as an exported list has it is the same, whatever is stored", () => {
    for (const name of ["-", "=Dolo", "N/A"]) {
      const odd = { ...ator, name, description: "=1+1" };
      const cells = {
        name: `'${name}`,
        category: "Cardiovascular",
        price: "45.00",
        stock: "40",
        description: "'=1+1",
      };
      expect([name, ...short(judge(cells, { known: [odd] }))]).toEqual([name, "same"]);
    }
  });

  test("that may be a product that is there is for a person", () => {
    const judged = judge({ name: "Tab Atorsudha 10 mg", price: "50" });
    expect([short(judged), judged.target_id, judged.candidates]).toEqual([
      ["look", "alike"],
      ator.id,
      [ator.id],
    ]);
    expect(judge({ name: "Tab Atorsudha 10 mg" }, { decision: "update" })).toMatchObject({
      verdict: "update",
      changes: [{ field: "name", from: "Atorsudha 10", to: "Tab Atorsudha 10 mg" }],
    });
    expect(judge({ name: "Tab Atorsudha 10 mg" }, { decision: "create" }).verdict).toBe("create");
    expect(judge({ name: "Tab Atorsudha 10 mg" }, { decision: "skip" }).verdict).toBe("skipped");
    const twin = { ...ator, id: id(2), price: "46.00" };
    expect(short(judge({ name: "Atorsudha 10", price: "50" }, { known: [ator, twin] }))).toEqual([
      "look",
      "several",
    ]);
    expect(judge({ name: "Atorsudha 10", price: "46" }, { known: [ator, twin] })).toMatchObject({
      verdict: "same",
      target_id: twin.id,
    });
  });

  test("with a price that is probably a mistake is for a person", () => {
    expect(short(judge({ name: "Atorsudha 10", price: "4500" }))).toEqual(["look", "unlikely_price"]);
    expect(short(judge({ name: "Atorsudha 10", price: "4" }))).toEqual(["look", "unlikely_price"]);
    expect(judge({ name: "Atorsudha 10", price: "4500" }, { decision: "update" }).verdict).toBe("update");
    const free = { ...ator, price: "0.00" };
    expect(judge({ name: "Atorsudha 10", price: "4500" }, { known: [free] }).verdict).toBe("update");
  });

  test("is for a person if another line is like it or changes the same product", () => {
    const create = { others: [other("Atorsudha 20", "create")] };
    expect(judge({ name: "Atorsudha-20", price: "8" }, create)).toMatchObject({
      verdict: "look",
      double_of: 7,
      reasons: [{ message: "Line 7 of the file is the same product." }],
    });
    expect(judge({ name: "Atorsudha 20 Tab", price: "8" }, create).reasons[0]?.message).toBe(
      "Line 7 of the file looks like the same product.",
    );
    expect(judge({ name: "Atorsudha-20", price: "8" }, { ...create, decision: "create" }).verdict).toBe(
      "create",
    );
    expect(judge({ name: "Atorsudha 30" }, create).verdict).toBe("create");
    const update = { others: [other("Atorsudha 10", "update", ator.id)] };
    expect(judge({ name: "Atorsudha 10", price: "60" }, update)).toMatchObject({
      verdict: "look",
      double_of: 7,
    });
    expect(judge({ name: "Atorsudha 10" }, update).verdict).toBe("look");
  });

  test("is refused to who may not do it, with the sentence, at the field", () => {
    const refusedToChange = reason("not_permitted", "You may not change products.");
    const refusedToMove = reason("not_permitted", "You may not add stock.", "stock");
    expect(judge({ name: "New 1" }, { refusedToChange })).toMatchObject({
      verdict: "refused",
      reasons: [refusedToChange],
    });
    expect(judge({ name: "Atorsudha 10", price: "50" }, { refusedToChange }).verdict).toBe("refused");
    expect(
      judge({ name: "Atorsudha 10", price: "50" }, { refusedToChange, decision: "update" }).verdict,
    ).toBe("refused");
    expect(judge({ name: "Atorsudha 10" }, { refusedToChange }).verdict).toBe("same");
    expect(judge({ name: "New 1", stock: "5", price: "1" }, { refusedToMove }).reasons).toEqual([
      refusedToMove,
    ]);
    expect(judge({ name: "New 1", stock: "0", price: "1" }, { refusedToMove }).verdict).toBe("create");
    expect(judge({ name: "Atorsudha 10", price: "50", stock: "5" }, { refusedToMove }).verdict).toBe(
      "update",
    );
  });

  test("about a chosen product that was deleted is for a person again", () => {
    expect(short(judge({ name: "x" }, { decision: "update", chosen_id: id(9) }))).toEqual([
      "look",
      "chosen_gone",
    ]);
  });
});
