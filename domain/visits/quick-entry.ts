import { errorMessage } from "../errors/errors.ts";
import { formatCount } from "../money/count.ts";
import { lineTotal, type Paise, type Rupees } from "../money/money.ts";
import { plainPrice } from "../money/typed-amount.ts";
import { plainQuantity } from "../money/typed-count.ts";
import { type MatchProducts, nameWords } from "../products/match-products.ts";
import { asciiDigits } from "../text/digits.ts";
import {
  hasComma,
  isOnlyQuantity,
  type LineParts,
  numberAtEnd,
  quantitiesOf,
  type Span,
  splitLine,
  splitLines,
} from "./quick-words.ts";
import { maxItems, saleInput } from "./visit.ts";

/*
 * Sales as they are typed in one line of text: `amx 4 @12.50, para 2`. Decision page 0038 describes the grammar. What is
 * typed is read as what it says or refused, never as something else.
 */

/** The longest line as it is written: a name of 200 quotation marks, each doubled, with the quantity and the price. */
const longestLine = 450;

/** The longest text that is read, in characters: a planned visit's items, written as text, always fit. */
export const maxQuickEntry = maxItems * longestLine;

/** What is sold: a product as the visit form's choices have it. */
export type QuickProduct = { id: string; name: string; price: Rupees };

/** What a doctor bought of a product the last time. */
type UsualSale = { product_id: string; quantity: number; unit_price: Rupees };

type QuickContext<Product> = {
  /** The products that letters may mean, best first. */
  match: MatchProducts<Product>;
  /** What the doctor bought the last time: the quantity and price where none is typed. */
  usual: readonly UsualSale[];
  /** The chosen product's id for letters that may mean several. */
  chosen: Readonly<Record<string, string>>;
};

/**
 * Why a line can't be saved. An `unfinished` one is what a person types on the way to a line, such as `amx 4 @`;
 * `choice` is left to the person, who chooses one of `choices`.
 */
type QuickProblem = {
  of: "product" | "choice" | "quantity" | "price" | "stock" | "unfinished";
  text: string;
};

/** One line as it was understood; what could not be is null. */
export type QuickLine<Product> = {
  /** Where it stands in the text, without the spaces around it. */
  start: number;
  end: number;
  /** What was typed for the product. */
  letters: string;
  product: Product | null;
  /** The products that the letters may mean, if there are several; those that the doctor bought before come first. */
  choices: readonly Product[];
  quantity: number | null;
  unit_price: Rupees | null;
  problem: QuickProblem | null;
  /** What to look at again in a line that can be saved: a number that may be a strength, a quantity of last time. */
  hint: string | null;
};

/** The lines of a text; `problem` says why the text as a whole can't be saved. */
export type QuickEntry<Product> = { lines: QuickLine<Product>[]; problem: string | null };

/** A line without a problem. */
type CompleteLine<Product> = QuickLine<Product> & {
  product: Product;
  quantity: number;
  unit_price: Rupees;
};

/** Reads typed sales. Takes time in proportion to the text and the products, whatever the text contains. */
export function parseQuickEntry<Product extends QuickProduct>(
  text: string,
  context: QuickContext<Product>,
): QuickEntry<Product> {
  if (text.length > maxQuickEntry) {
    return { lines: [], problem: `Please use at most ${maxQuickEntry} characters` };
  }
  const spans = splitLines(text);
  if (spans.length > maxItems) return { lines: [], problem: `A visit has at most ${maxItems} items` };
  return { lines: spans.map((span) => readLine(text, span, context)), problem: null };
}

/** Writes lines so that they are read as the same lines again. */
export function formatQuickEntry(
  lines: readonly { product: { name: string }; quantity: number; unit_price: Rupees }[],
): string {
  return lines
    .map(({ product, quantity, unit_price }) => `${writeProduct(product.name)} ${quantity} @${unit_price}`)
    .join(", ");
}

/** Whether a line can be saved. */
export function isComplete<Product>(line: QuickLine<Product>): line is CompleteLine<Product> {
  return line.problem === null && line.product !== null && line.quantity !== null && line.unit_price !== null;
}

/** The total of the lines that have an amount, in paise. */
export function quickTotal(lines: readonly QuickLine<unknown>[]): Paise {
  return lines.reduce(
    (sum, { quantity, unit_price }) =>
      quantity === null || unit_price === null ? sum : sum + lineTotal(quantity, unit_price),
    0n,
  );
}

/**
 * Says "Insufficient stock" at each line that asks for more than the entries before it, and the lines before it, leave.
 * `stock` has the units of each product that can be sold; a product that is not in it has no limit.
 */
export function withStock<Product extends { id: string }>(
  entries: readonly (readonly QuickLine<Product>[])[],
  stock: ReadonlyMap<string, number>,
): QuickLine<Product>[][] {
  const left = new Map(stock);
  return entries.map((lines) =>
    lines.map((line) => {
      if (!isComplete(line)) return line;
      const available = left.get(line.product.id);
      if (available === undefined) return line;
      if (line.quantity <= available) {
        left.set(line.product.id, available - line.quantity);
        return line;
      }
      const text = errorMessage("insufficient_stock", Math.max(0, available));
      return { ...line, problem: { of: "stock", text } };
    }),
  );
}

function readLine<Product extends QuickProduct>(
  text: string,
  span: Span,
  context: QuickContext<Product>,
): QuickLine<Product> {
  const parts = splitLine(text.slice(span.start, span.end));
  const reading = readingOf(parts, context.match);
  const { letters, quantityText } = reading;
  const { product, choices } = reading.refusal?.of === "product" ? noProduct : productOf(letters, context);
  const refusal = reading.refusal ?? (product && numberProblem(product, reading));
  const usual = product && context.usual.find(({ product_id }) => product_id === product.id);
  const quantity = quantityText === null ? { value: usual?.quantity ?? 1 } : readQuantity(quantityText);
  const price = parts.priceText === null ? usualPrice(product, usual) : readPrice(parts.priceText);
  const problem =
    (parts.isOpen ? unfinished("Close the quotation marks around the name") : null) ??
    refusal ??
    productProblem(letters, product, choices) ??
    quantity.problem ??
    price.problem ??
    null;
  return {
    ...span,
    letters,
    product,
    choices,
    quantity: refusal ? null : quantity.value,
    unit_price: product === null && parts.priceText === null ? null : price.value,
    problem,
    hint: problem || !product ? null : hintOf(product, reading, usual),
  };
}

const noProduct = { product: null, choices: [] };

const unfinished = (text: string): QuickProblem => ({ of: "unfinished", text });

/** What is wrong with a number among a product's letters that is none of its name's: "azi-5", "azi 5 tab 100". */
function numberProblem(
  { name }: QuickProduct,
  { letters, quantityText, isQuoted }: LineReading,
): QuickProblem | null {
  if (isQuoted) return null;
  if (!hasOtherNumber(letters, name)) return null;
  // It may be the beginning of a strength, as in "azi50", as long as it is being typed.
  if (quantityText === null) return unfinished("Please put a space before the quantity");
  return quantitiesOf(letters).atEnd?.isSure ? noMatch(letters) : null;
}

/** What is said of a line whose quantity could be meant otherwise. */
function hintOf(
  { name }: QuickProduct,
  { letters, quantityText, isSure, isQuoted }: LineReading,
  usual: UsualSale | null | undefined,
): string | null {
  if (quantityText !== null) {
    const isStrength = !isSure && numbersIn(name).includes(quantityText);
    return isStrength || hasOtherNumber(letters, name)
      ? `${quantityText} × ${name}; did you mean the strength?`
      : null;
  }
  const quantity = usual?.quantity ?? 1;
  // "dapa10" and "glimasara 2 tablets": the strength, and perhaps the quantity; the number of "calcidhara d3" is none.
  const strength = isQuoted ? undefined : numberAtEnd(letters);
  if (strength && ` ${nameWords(name)}`.includes(` ${strength}`))
    return `${quantity} × ${name}; did you mean ${strength} of them?`;
  return quantity > 1 ? `${quantity}, as last time` : null;
}

function hasOtherNumber(letters: string, name: string): boolean {
  return numbersIn(letters).some((typed) => !numbersIn(name).includes(typed));
}

function numbersIn(text: string): string[] {
  return asciiDigits(text).match(/\d+(?:\.\d+)?/g) ?? [];
}

type LineReading = {
  letters: string;
  quantityText: string | null;
  isSure: boolean;
  isQuoted?: boolean;
  /** Why it is read as nothing: it names no product, or how to type what has two meanings. */
  refusal?: QuickProblem;
};

/** Which words of a line are the product and which the quantity. */
function readingOf<Product extends QuickProduct>(
  { quoted, text }: LineParts,
  match: MatchProducts<Product>,
): LineReading {
  if (quoted !== null) {
    return {
      letters: quoted,
      quantityText: text === "" ? null : `${plainQuantity(text)}`,
      isSure: true,
      isQuoted: true,
    };
  }
  const whole = { letters: text, quantityText: null, isSure: true };
  const order = (text: string): QuickProblem => ({ of: "quantity", text });
  if (hasComma(text))
    return { ...whole, refusal: order("Please put a space after the comma, and none into a number") };
  const { atEnd, atStart } = quantitiesOf(text);
  const isName = (letters: string) =>
    match(letters).some(({ name }) => nameWords(name) === nameWords(letters));
  // What follows a comma in "azi, 5 strips" and "azi 2 @1, 250".
  if (isOnlyQuantity(text) && !isName(text)) return { ...whole, refusal: noMatch(text) };
  // "Glimasara 2 Tablets" in full; a plain number at the end is the quantity all the same.
  if ((atStart || atEnd?.isSure) && isName(text)) return whole;
  if (!atStart) return atEnd ?? whole;
  const refusal = order(
    `Please type the quantity last, as in “${shortened(atStart.letters)} ${atStart.quantityText}”`,
  );
  if (!atEnd) return match(text).length > 0 ? { ...atStart, refusal } : atStart;
  // "10 azi 500": the number at the end is the strength if every product that may be meant has it.
  const found = match(atStart.letters);
  const hasStrength = ({ name }: Product) => numbersIn(name).includes(atEnd.quantityText);
  if (!atEnd.isSure && found.length > 0 && found.every(hasStrength) && match(atEnd.letters).length === 0)
    return atStart;
  return { ...atEnd, refusal };
}

function productOf<Product extends QuickProduct>(
  letters: string,
  { match, usual, chosen }: QuickContext<Product>,
): { product: Product | null; choices: readonly Product[] } {
  const found = match(letters);
  if (found.length <= 1) return { product: found[0] ?? null, choices: [] };
  const id = Object.hasOwn(chosen, letters) ? chosen[letters] : undefined;
  const bought = new Set(usual.map(({ product_id }) => product_id));
  const choices = [
    ...found.filter((product) => bought.has(product.id)),
    ...found.filter((product) => !bought.has(product.id)),
  ];
  return { product: found.find((product) => product.id === id) ?? null, choices };
}

function productProblem(letters: string, product: unknown, choices: readonly unknown[]): QuickProblem | null {
  if (product !== null) return null;
  if (letters === "") return { of: "unfinished", text: "Please type a product first" };
  if (choices.length === 0) return noMatch(letters);
  return {
    of: "choice",
    text: `“${shortened(letters)}” may be ${formatCount(choices.length)} products: choose one`,
  };
}

function noMatch(letters: string): QuickProblem {
  return { of: "product", text: `No product matches “${shortened(letters)}”` };
}

/** The most characters of a typed text that a message repeats. */
const maxRepeated = 40;

function shortened(letters: string): string {
  const characters = Array.from(letters);
  return characters.length > maxRepeated ? `${characters.slice(0, maxRepeated).join("")}…` : letters;
}

type Read<Value> = { value: Value | null; problem?: QuickProblem };

function readQuantity(typed: string): Read<number> {
  const read = saleInput.shape.quantity.safeParse(plainQuantity(typed));
  if (read.success) return { value: read.data };
  const text = read.error.issues[0]?.message ?? "Please enter a whole number";
  return { value: null, problem: { of: "quantity", text } };
}

function readPrice(typed: string): Read<Rupees> {
  const amount = plainPrice(typed);
  const read = saleInput.shape.unit_price.safeParse(amount);
  if (read.success) return { value: read.data };
  const text = read.error.issues[0]?.message ?? "";
  return { value: null, problem: { of: amount === "" ? "unfinished" : "price", text } };
}

/** The doctor's last price, otherwise the product's own; a product may cost nothing, a sale may not. */
function usualPrice(product: QuickProduct | null, usual: UsualSale | null | undefined): Read<Rupees> {
  return product === null ? { value: null } : readPrice(usual?.unit_price ?? product.price);
}

/** A product's name as typed text: in quotation marks if it would be read as something else. */
function writeProduct(name: string): string {
  const { quoted, text, priceText } = splitLine(`${name} 1`);
  const { atEnd, atStart } = quantitiesOf(text);
  const isRead = quoted === null && priceText === null && atEnd?.letters === name;
  const isPlain =
    isRead &&
    !isOnlyQuantity(text) &&
    atStart === null &&
    quantitiesOf(name).atEnd === null &&
    !name.includes(",");
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}
