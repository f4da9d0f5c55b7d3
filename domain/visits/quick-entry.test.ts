import { describe, expect, test } from "vitest";
import { maxRupees } from "../money/money.ts";
import { productMatcher } from "../products/match-products.ts";
import { createRandom } from "../random/random.ts";
import { maxUnits } from "../stock/stock.ts";
import {
  formatQuickEntry,
  isComplete,
  maxQuickEntry,
  parseQuickEntry,
  type QuickProduct,
  quickTotal,
  withStock,
} from "./quick-entry.ts";
import { maxItems } from "./visit.ts";

const product = (name: string, price = "10.00"): QuickProduct => ({ id: name, name, price });
const shelf = [
  product("Amoxicillin 500mg", "12.00"),
  product("Azithromycin 250mg", "30.00"),
  product("Azithromycin 500mg", "55.00"),
  product("Paracetamol 650mg", "2.50"),
  product("Sample pack", "0.00"),
  product("Vitamin B 12", "8.00"),
];
const context = { match: productMatcher(shelf), usual: [], chosen: {} };

/** Lines in short: name, quantity and price, or the problem's words. */
function read(text: string, changes: Partial<Parameters<typeof parseQuickEntry<QuickProduct>>[1]> = {}) {
  const { lines, problem } = parseQuickEntry(text, { ...context, ...changes });
  if (problem) return problem;
  return lines.map((line) =>
    isComplete(line) ? `${line.product.name} ${line.quantity} @${line.unit_price}` : line.problem?.text,
  );
}

describe("sales typed in one line", () => {
  test.each([
    ["", []],
    [" , ,, ", []],
    ["amx 4 @12.50", ["Amoxicillin 500mg 4 @12.50"]],
    ["amx 4 @12.50/strip, para 2 rs 3 each", ["Amoxicillin 500mg 4 @12.50", "Paracetamol 650mg 2 @3.00"]],
    ["amx 4 @150 per dozen", ["Please enter an amount such as 12.50"]],
    ["amx 4 @12.50, para 2", ["Amoxicillin 500mg 4 @12.50", "Paracetamol 650mg 2 @2.50"]],
    ["amx", ["Amoxicillin 500mg 1 @12.00"]],
    ["amx @9", ["Amoxicillin 500mg 1 @9.00"]],
    ["amx@9", ["Amoxicillin 500mg 1 @9.00"]],
    ["  AMX\t4   @ ₹ 12.5 ,", ["Amoxicillin 500mg 4 @12.50"]],
    ["amx 500 4", ["Amoxicillin 500mg 4 @12.00"]],
    ["amx 500", ["Amoxicillin 500mg 500 @12.00"]],
    ["azi 500 2", ["Azithromycin 500mg 2 @55.00"]],
    ['"Vitamin B 12" 3', ["Vitamin B 12 3 @8.00"]],
    ['"Vitamin B 12" ३ strips', ["Vitamin B 12 3 @8.00"]],
    ['"Vitamin B 12"', ["Vitamin B 12 1 @8.00"]],
    // The same product twice is two lines.
    ["amx 1, amx 2", ["Amoxicillin 500mg 1 @12.00", "Amoxicillin 500mg 2 @12.00"]],
  ])("%j is %j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test("many products are counted with grouped digits", () => {
    const many = Array.from({ length: 1200 }, (_, number) => product(`Tablet ${number}`));
    expect(read("tab", { match: productMatcher(many) })).toEqual(["“tab” may be 1,200 products: choose one"]);
  });

  test.each([
    ["xyz", "No product matches “xyz”"],
    ["xyz 4 @1", "No product matches “xyz”"],
    [`${"x".repeat(50)} 1`, `No product matches “${"x".repeat(40)}…”`],
    ["azi 2", "“azi” may be 2 products: choose one"],
    ["amx 0", "Please enter at least 1"],
    ["amx -2", "Please enter at least 1"],
    ["amx 1.5", "Please enter a whole number"],
    ['"Vitamin B 12" many', "Please enter a whole number"],
    ['"Vitamin B 12" 2 4', "Please enter a whole number"],
    ['"Vitamin B 12" big 4', "Please enter a whole number"],
    [`amx ${maxUnits + 1}`, `Please enter at most ${maxUnits}`],
    [`amx ${"9".repeat(400)}`, `Please enter at most ${maxUnits}`],
    ["amx @", "Please enter an amount such as 12.50"],
    ["amx @abc", "Please enter an amount such as 12.50"],
    ["amx @12 @13", "Please enter an amount such as 12.50"],
    ["amx @12.505", "Please enter an amount such as 12.50"],
    ["amx @0", "The unit price must be more than 0"],
    ["amx @-1", "The unit price must be more than 0"],
    ["amx @99999999999", "Please enter at most 9999999999.99"],
    ["sample", "The unit price must be more than 0"],
    ["4", "No product matches “4”"],
    ["@12", "Please type a product first"],
    ['"Vitamin', "Close the quotation marks around the name"],
  ])("%j is refused: %s", (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  test("a strength with its unit in the name may be the quantity, too", () => {
    const [line] = parseQuickEntry("azi250", context).lines;
    expect(line?.hint).toBe("1 × Azithromycin 250mg; did you mean 250 of them?");
    expect(parseQuickEntry("azi 250mg", context).lines[0]?.hint).toBeNull();
  });

  test("one line's problem leaves the others alone", () => {
    expect(read("amx 2, xyz, para")).toEqual([
      "Amoxicillin 500mg 2 @12.00",
      "No product matches “xyz”",
      "Paracetamol 650mg 1 @2.50",
    ]);
  });

  test("without a quantity or price, those of the doctor's last purchase count", () => {
    const usual = [{ product_id: "Amoxicillin 500mg", quantity: 6, unit_price: "11.25" }];
    expect(read("amx, amx 2, amx @9", { usual })).toEqual([
      "Amoxicillin 500mg 6 @11.25",
      "Amoxicillin 500mg 2 @11.25",
      "Amoxicillin 500mg 6 @9.00",
    ]);
  });

  test("letters that may mean several products wait for a choice, which counts for these letters", () => {
    const [line] = parseQuickEntry("azi 2", context).lines;
    expect(line?.choices.map(({ name }) => name)).toEqual(["Azithromycin 250mg", "Azithromycin 500mg"]);
    expect(line).toMatchObject({ letters: "azi", product: null, quantity: 2, unit_price: null });
    const chosen = { azi: "Azithromycin 500mg" };
    expect(read("azi 2, azi 25 3", { chosen })).toEqual([
      "Azithromycin 500mg 2 @55.00",
      "Azithromycin 250mg 3 @30.00",
    ]);
    // What the doctor bought before is offered first.
    const usual = [{ product_id: "Azithromycin 500mg", quantity: 2, unit_price: "50.00" }];
    const [offered] = parseQuickEntry("azi", { ...context, usual }).lines;
    expect(offered?.choices.map(({ name }) => name)).toEqual(["Azithromycin 500mg", "Azithromycin 250mg"]);
    // A choice of a product that is gone is asked for again.
    expect(read("azi 2", { chosen: { azi: "gone" } })).toEqual(["“azi” may be 2 products: choose one"]);
  });

  test("says where each line stands", () => {
    const text = "  amx 4 @1 ,,  para";
    const spans = parseQuickEntry(text, context).lines.map(({ start, end }) => text.slice(start, end));
    expect(spans).toEqual(["amx 4 @1", "para"]);
  });

  test("a text or list that is too long is refused as a whole", () => {
    expect(read("a".repeat(maxQuickEntry + 1))).toBe(`Please use at most ${maxQuickEntry} characters`);
    expect(read("amx,".repeat(maxItems))).toHaveLength(maxItems);
    expect(read("amx,".repeat(maxItems + 1))).toBe(`A visit has at most ${maxItems} items`);
  });

  test("the total counts what has an amount", () => {
    expect(quickTotal(parseQuickEntry("amx 4 @12.50, xyz 3 @1, para 2, azi", context).lines)).toBe(5800n);
  });
});

describe("hostile texts", () => {
  const most = maxQuickEntry;
  test.each([
    "(a+)+$",
    "\\",
    "[",
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "\u202Eamx\u202C",
    "عربي",
    "\u0000",
    "👩‍👩‍👧‍👦",
    "\ud800",
    '"""',
    '""""',
  ])("%j, alone and as often as it fits, is refused in words", (part) => {
    for (const text of [part, part.repeat(Math.floor(most / part.length)), `${part} 4 @1`]) {
      const { lines, problem } = parseQuickEntry(text, context);
      if (problem !== null) continue;
      expect(lines.length, text).toBeGreaterThan(0);
      for (const line of lines) expect(line.problem?.text).toBeTruthy();
    }
  });

  test("products are looked up once for each line", () => {
    for (const text of [
      '"'.repeat(most),
      '" "'.repeat(most / 4),
      " ".repeat(most),
      "@".repeat(most),
      `${" ".repeat(most - 2)}a`,
      "a b ".repeat(most / 4),
    ]) {
      let asked = 0;
      const match = (letters: string) => {
        asked++;
        return context.match(letters);
      };
      const { lines } = parseQuickEntry(text, { ...context, match });
      expect(asked).toBe(lines.length);
    }
  });
});

describe("writing lines", () => {
  test.each([
    ["Amoxicillin 500mg", "Amoxicillin 500mg 4 @12.50"],
    ["Vitamin B 12", '"Vitamin B 12" 4 @12.50'],
    ["Salt, iodized", '"Salt, iodized" 4 @12.50'],
    ["5% @home", '"5% @home" 4 @12.50'],
    ['"Best" salt', '"""Best"" salt" 4 @12.50'],
    ['Salt "best"', 'Salt "best" 4 @12.50'],
  ])("%s", (name, expected) => {
    expect(formatQuickEntry([{ product: { name }, quantity: 4, unit_price: "12.50" }])).toBe(expected);
  });

  test("the most items with the longest names are read as they were written", () => {
    const longest = product(`${'"'.repeat(199)}a`);
    const line = { product: longest, quantity: maxUnits, unit_price: maxRupees };
    const text = formatQuickEntry(Array.from({ length: maxItems }, () => line));
    const read = parseQuickEntry(text, { ...context, match: productMatcher([longest]) });
    expect(read.problem).toBeNull();
    expect(read.lines.map(isComplete)).toEqual(Array.from({ length: maxItems }, () => true));
  });

  test("2,000 random lists are read as they were written", () => {
    const random = createRandom(38);
    const letters = [
      "a",
      "B",
      "é",
      " ",
      ",",
      "@",
      '"',
      "4",
      ".",
      "-",
      "+",
      "₹",
      "😀",
      "ع",
      "(",
      "*",
      "\u202e",
    ];
    const name = () =>
      Array.from({ length: random.integer(1, 9) }, () => random.pick(letters))
        .join("")
        .trim() || "x";
    for (let round = 0; round < 2_000; round++) {
      const products = [...new Set(Array.from({ length: random.integer(1, 8) }, name))].map((one) =>
        product(one),
      );
      const lines = Array.from({ length: random.integer(0, 6) }, () => ({
        product: random.pick(products),
        quantity: random.integer(1, maxUnits),
        unit_price: `${random.integer(1, 9999)}.${String(random.integer(0, 99)).padStart(2, "0")}`,
      }));
      const text = formatQuickEntry(lines);
      const read = parseQuickEntry(text, { ...context, match: productMatcher(products) });
      expect(read.problem).toBeNull();
      expect(
        read.lines.map(({ product, quantity, unit_price, problem }) => [
          product?.id,
          quantity,
          unit_price,
          problem,
        ]),
        text,
      ).toEqual(lines.map(({ product, quantity, unit_price }) => [product.id, quantity, unit_price, null]));
    }
  });
});

describe("stock", () => {
  const entries = (...texts: string[]) => texts.map((text) => parseQuickEntry(text, context).lines);
  const words = (texts: string[], stock: [string, number][]) =>
    withStock(entries(...texts), new Map(stock)).map((lines) =>
      lines.map(({ problem }) => problem?.text ?? ""),
    );

  test("what earlier lines and entries take is no longer there", () => {
    const few = (n: number) => `Insufficient stock. Available: ${n}`;
    expect(words(["amx 2, amx 2", "amx 1, para 9"], [["Amoxicillin 500mg", 3]])).toEqual([
      ["", few(1)],
      ["", ""],
    ]);
    expect(words(["amx 3", "amx"], [["Amoxicillin 500mg", 3]])).toEqual([[""], [few(0)]]);
    expect(words(["amx 1"], [["Amoxicillin 500mg", -2]])).toEqual([[few(0)]]);
  });

  test("a line with another problem keeps it, and takes nothing", () => {
    expect(words(["azi 9, amx 0, amx 3"], [["Amoxicillin 500mg", 3]])).toEqual([
      ["“azi” may be 2 products: choose one", "Please enter at least 1", ""],
    ]);
  });
});
