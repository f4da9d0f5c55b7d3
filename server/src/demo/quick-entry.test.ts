import { formatRupees, type Rupees } from "@rounds/domain/money/money.ts";
import { productMatcher } from "@rounds/domain/products/match-products.ts";
import { isComplete, parseQuickEntry, quickTotal } from "@rounds/domain/visits/quick-entry.ts";
import { expect, test } from "vitest";
import { catalogue } from "./catalogue.ts";

// Every product of the demo, as people may type what they sold of it: it is read as that, or refused, never otherwise.

const products = catalogue.map(({ name, price }) => ({ id: name, name, price }));
const context = { match: productMatcher(products), usual: [], chosen: {} };

/** How people shorten a name: in full, by its first word, by that and the strength, by four letters. */
function lettersFor(name: string): string[] {
  const [first = "", second = ""] = name.split(" ");
  return [
    ...new Set([name, first, `${first} ${second}`, first.slice(0, 4).toLowerCase(), first.toUpperCase()]),
  ];
}

const quantities = [1, 2, 5, 10, 25, 40, 100, 500, 650];
const units = ["tab", "tabs", "Tablets", "capsules", "strips", "sachets", "box", "Caps", "pcs."];
const hindi = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x966 + Number(digit)));

/** A quantity with letters, as habits go. */
function typings(letters: string, quantity: number): string[] {
  return [
    `${letters} ${quantity}`,
    `  ${letters}   ${quantity} `,
    `${letters} ${quantity}.`,
    `${letters} x${quantity}`,
    `${letters} ${quantity}x`,
    `${letters} x ${quantity}`,
    `${letters} × ${quantity}`,
    `${letters} ${hindi(`${quantity}`)}`,
    `"${letters}" ${quantity}`,
    `${quantity} ${letters}`,
    `${quantity} x ${letters}`,
    `${quantity}x ${letters}`,
    ...[
      /\d$/.test(letters) ? "x" : "",
      "-",
      "- ",
      " - ",
      "=",
      "/",
      "*",
      ":",
      ".",
      " #",
      " (",
      ", ",
      " , ",
    ].map((sign) => letters + sign + quantity),
    `${letters} (${quantity})`,
    `${letters}, ${quantity} strips`,
    `${letters}, ${quantity} sachets`,
    `${letters} @1, ${quantity}`,
    ...units.flatMap((unit) => [
      `${letters} ${quantity} ${unit}`,
      `${letters} ${quantity}${unit}`,
      `${quantity} ${unit} ${letters}`,
      `${quantity}${unit} of ${letters}`,
    ]),
  ];
}

/** An amount as people write it behind a line. */
function priceShapes(price: Rupees): string[] {
  const grouped = formatRupees(price).replace("₹", "");
  const short = grouped.replace(/\.00$/, "");
  return [grouped, short, price].flatMap((amount) => [
    ...["@", " @", " @ ", "@₹", " @ ₹ ", "@Rs ", "@rs.", "@Rs. ", "@INR ", " ₹", " Rs ", " rs."].map(
      (sign) => sign + amount,
    ),
    ...[`@${amount}/-`, ` @ Rs. ${amount}/-`, ` ${amount}/-`, `@${amount}.`, `@${hindi(amount)}`],
  ]);
}

/** What is wrong with how a line of this product is read, if anything is. */
function wrong(typed: string, name: string, quantity: number, price: Rupees | undefined): string | undefined {
  const { lines, problem } = parseQuickEntry(typed, context);
  if (problem !== null) return undefined;
  const [line] = lines;
  // One line that is refused keeps all others from being saved.
  if (!lines.every(isComplete))
    return lines.every(({ problem, ...line }) => problem || isComplete({ ...line, problem }))
      ? undefined
      : `${typed}: no problem`;
  if (lines.length !== 1 || !line) return `${typed}: ${lines.length} lines`;
  if (!isComplete(line)) return line.problem ? undefined : `${typed}: no problem`;
  const read = `${typed}: ${line.quantity} × ${line.product.name} @${line.unit_price}`;
  if (price !== undefined && line.unit_price !== price) return read;
  const isMeant = line.product.name === name && line.quantity === quantity;
  return isMeant || /did you mean (?:the strength|\d+ of them)\?$/.test(line.hint ?? "") ? undefined : read;
}

/** What a text is read as, in short. */
function read(text: string, usual: { product_id: string; quantity: number; unit_price: Rupees }[] = []) {
  return parseQuickEntry(text, { ...context, usual }).lines.map((line) =>
    isComplete(line)
      ? [`${line.quantity} × ${line.product.name} @${line.unit_price}`, line.hint]
      : [line.problem?.of, line.problem?.text],
  );
}

test.each(products.map(({ name }) => name))("%s is what was typed, or refused", (name) => {
  const faults: string[] = [];
  let understood = 0;
  for (const letters of lettersFor(name)) {
    for (const quantity of quantities) {
      for (const typed of typings(letters, quantity)) {
        const fault = wrong(typed, name, quantity, undefined);
        if (fault) faults.push(fault);
        if (parseQuickEntry(typed, context).lines.every(isComplete)) understood++;
      }
    }
    for (const typed of [`${letters} 7 tabs 100`, `${letters} 7 strips 450`]) {
      const fault = wrong(typed, name, 7, undefined);
      if (fault) faults.push(fault);
    }
    for (const price of ["4.00", "12.50", "450.00", "1250.00", "125000.50", "1234567.00"])
      for (const shape of priceShapes(price))
        for (const typed of [`${letters} 3 tabs${shape}`, `7 ${letters}${shape}`]) {
          const fault = wrong(typed, name, typed.startsWith("7") ? 7 : 3, price);
          if (fault) faults.push(fault);
        }
  }
  expect(faults).toEqual([]);
  // Refusing everything would be right, too.
  expect(understood).toBeGreaterThan(400);
});

test.each(["@1,25", "@12,50", "@1,2,3", "@1,25,00", " ₹1,25", " Rs 12,50", " 1,25/-", "@12.505"])(
  "an amount such as %j is refused, and begins no second product",
  (shape) => {
    const { lines } = parseQuickEntry(`parvani 3 tabs${shape}`, context);
    expect(lines.map(({ problem }) => problem?.of)).toEqual(["price"]);
  },
);

test("a number that may be a strength is said at the line", () => {
  const hint = (text: string) => read(text)[0]?.[1];
  expect(hint("atorsudha 10")).toBe("10 × Atorsudha 10 Tablets; did you mean the strength?");
  expect(hint("parvani 650")).toBe("650 × Parvani 650 Tablets; did you mean the strength?");
  expect(hint("azi 5 100")).toBe("100 × Azirunda 500 Tablets; did you mean the strength?");
  for (const sure of ["glim 2 tab", "10 atorsudha", "azi 500 5", "parvani 3"])
    expect([sure, hint(sure)]).toEqual([sure, null]);
});

test("a number that stands in the name and may be the quantity is said at the line", () => {
  const hint = (text: string) => read(text)[0]?.[1];
  expect(hint("dapa10")).toBe("1 × Dapamitra 10 Tablets; did you mean 10 of them?");
  expect(hint("Glimasara 2 Tablets")).toBe("1 × Glimasara 2 Tablets; did you mean 2 of them?");
  expect(hint("omesagar-3")).toBe("1 × Omesagar-3 Softgels; did you mean 3 of them?");
  for (const sure of ["calcidhara-d3", "sury 60k", "ambrokaf 100ml", '"Glimasara 2 Tablets"'])
    expect([sure, hint(sure)]).toEqual([sure, null]);
  const usual = [{ product_id: "Parvani 650 Tablets", quantity: 25, unit_price: "32.10" }];
  expect(read("parv650", usual)[0]?.[1]).toBe("25 × Parvani 650 Tablets; did you mean 650 of them?");
});

test("a refused line has no amount", () => {
  for (const text of ["azi-5", "azi 5 tab 100", "2 parv 10"])
    expect(quickTotal(parseQuickEntry(text, context).lines)).toBe(0n);
});

test.each([
  ["azi-5", "Please put a space before the quantity"],
  ["azi (5)", "Please put a space before the quantity"],
  ["azi 5 tab 100", "No product matches “azi 5 tab”"],
])("%j is refused: %s", (text, problem) => {
  expect(read(text)[0]?.[1]).toBe(problem);
});

test.each(["parv 2 @1, 75", "jaladhara, 10 sachets", "parv , 650", "parv, 75 @100", "parv, 500 5"])(
  "what follows the comma in %j is no product",
  (text) => {
    expect(read(text)[1]?.[0]).toBe("product");
  },
);

test("a quantity of last time is said at the line", () => {
  const usual = [{ product_id: "Parvani 650 Tablets", quantity: 25, unit_price: "32.10" }];
  expect(read("parv", usual)).toEqual([["25 × Parvani 650 Tablets @32.10", "25, as last time"]]);
  expect(read("parv 2", usual)).toEqual([["2 × Parvani 650 Tablets @32.10", null]]);
});

test.each([
  ["2 parv", "2 × Parvani 650 Tablets @32.10"],
  ["10 azi 500", "10 × Azirunda 500 Tablets @119.50"],
  ["azi 5.", "5 × Azirunda 500 Tablets @119.50"],
  ["Glimasara 2 Tablets", "1 × Glimasara 2 Tablets @86.00"],
  ["glim 2 tab", "2 × Glimasara 2 Tablets @86.00"],
  ["parv ४ @₹१२.५०", "4 × Parvani 650 Tablets @12.50"],
  ["parv 2 @1,25,000/-", "2 × Parvani 650 Tablets @125000.00"],
])("%j is read as %s", (text, expected) => {
  expect(read(text)[0]?.[0]).toBe(expected);
});

test("numbers that could be either are refused with the right order", () => {
  expect(read("2 parv 10")).toEqual([["quantity", "Please type the quantity last, as in “parv 10 2”"]]);
  expect(read("parv 4,650")).toEqual([
    ["quantity", "Please put a space after the comma, and none into a number"],
  ]);
});
