import { errorMessage } from "../errors/errors.ts";
import { lineTotal, type Paise, type Rupees } from "../money/money.ts";
import type { MatchProducts } from "../products/match-products.ts";
import { maxItems, saleInput } from "./visit.ts";

/*
 * Sales as they are typed in one line of text: `amx 4 @12.50, para 2`. Decision page 0038 describes the grammar:
 *
 *   entry   = line, { ",", line }
 *   line    = product, [ quantity ], [ "@", price ]
 *   product = letters of its name, or its whole name in quotation marks, with `""` for a quotation mark
 */

/** The longest text that is read, in characters. */
export const maxQuickEntry = 5_000;

/** What is sold: a product as the visit form's choices have it. */
export type QuickProduct = { id: string; name: string; price: Rupees };

/** What a doctor bought of a product the last time. */
export type UsualSale = { product_id: string; quantity: number; unit_price: Rupees };

export type QuickContext<Product> = {
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
export type QuickProblem = {
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
};

/** The lines of a text; `problem` says why the text as a whole can't be saved. */
export type QuickEntry<Product> = { lines: QuickLine<Product>[]; problem: string | null };

/** A line without a problem. */
export type CompleteLine<Product> = QuickLine<Product> & {
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

type Span = { start: number; end: number };

/** Where the lines stand: between commas that are not in quotation marks; empty ones are left out. */
function splitLines(text: string): Span[] {
  const spans: Span[] = [];
  const add = (from: number, to: number) => {
    const span = trimmed(text, from, to);
    if (span.start < span.end) spans.push(span);
  };
  let from = 0;
  /** Whether the line has begun, and with a quotation mark; `isOpen` within a pair of them. */
  let hasBegun = false;
  let isQuoted = false;
  let isOpen = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "," && !isOpen) {
      add(from, at);
      from = at + 1;
      hasBegun = false;
    } else if (!hasBegun && !isSpace(character)) {
      hasBegun = true;
      isQuoted = character === '"';
      isOpen = isQuoted;
    } else if (character === '"' && isQuoted) {
      // Two of them, one after the other, are a quotation mark in the name.
      isOpen = !isOpen && text[at - 1] === '"';
    }
  }
  add(from, text.length);
  return spans;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}

function trimmed(text: string, from: number, to: number): Span {
  let start = from;
  let end = to;
  while (start < end && isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  return { start, end };
}

/** A whole or broken number, with or without a sign: what can only be meant as a quantity. */
const numeric = /^[-+\u2212]?\d+(?:\.\d+)?$/;

function readLine<Product extends QuickProduct>(
  text: string,
  span: Span,
  context: QuickContext<Product>,
): QuickLine<Product> {
  const line = text.slice(span.start, span.end);
  const { letters, quantityText, priceText, isOpen } = splitLine(line);
  const { product, choices } = productOf(letters, context);
  const usual = product && context.usual.find(({ product_id }) => product_id === product.id);
  const quantity = quantityText === null ? { value: usual?.quantity ?? 1 } : readQuantity(quantityText);
  const price = priceText === null ? usualPrice(product, usual) : readPrice(priceText);
  return {
    ...span,
    letters,
    product,
    choices,
    quantity: quantity.value,
    unit_price: product === null && priceText === null ? null : price.value,
    problem:
      (isOpen ? { of: "unfinished", text: "Close the quotation marks around the name" } : null) ??
      productProblem(letters, product, choices) ??
      quantity.problem ??
      price.problem ??
      null,
  };
}

type Parts = { letters: string; quantityText: string | null; priceText: string | null; isOpen: boolean };

function splitLine(line: string): Parts {
  const { name, rest } = line.startsWith('"') ? splitQuoted(line) : { name: null, rest: line };
  if (rest === null) return { letters: name ?? "", quantityText: null, priceText: null, isOpen: true };
  const at = rest.indexOf("@");
  const before = (at === -1 ? rest : rest.slice(0, at)).trim();
  const priceText = at === -1 ? null : rest.slice(at + 1).trim();
  if (name !== null) {
    return { letters: name, quantityText: before === "" ? null : before, priceText, isOpen: false };
  }
  let space = before.length - 1;
  while (space >= 0 && !isSpace(before[space])) space--;
  const last = before.slice(space + 1);
  const isQuantity = space >= 0 && numeric.test(last);
  return {
    letters: isQuantity ? before.slice(0, space).trim() : before,
    quantityText: isQuantity ? last : null,
    priceText,
    isOpen: false,
  };
}

/** The name in quotation marks and what follows it; `rest` is null if they are not closed. */
function splitQuoted(line: string): { name: string; rest: string | null } {
  let at = 1;
  while (at < line.length) {
    if (line[at] !== '"') at++;
    else if (line[at + 1] === '"') at += 2;
    else break;
  }
  const name = line.slice(1, at).replaceAll('""', '"');
  return { name, rest: at < line.length ? line.slice(at + 1) : null };
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
  const typed = shortened(letters);
  return choices.length === 0
    ? { of: "product", text: `No product matches “${typed}”` }
    : { of: "choice", text: `“${typed}” may be ${choices.length} products: choose one` };
}

/** The most characters of a typed text that a message repeats. */
const maxRepeated = 40;

function shortened(letters: string): string {
  const characters = Array.from(letters);
  return characters.length > maxRepeated ? `${characters.slice(0, maxRepeated).join("")}…` : letters;
}

type Read<Value> = { value: Value | null; problem?: QuickProblem };

function readQuantity(typed: string): Read<number> {
  const number = numeric.test(typed) ? Number(typed.replace("\u2212", "-")) : Number.NaN;
  // Beyond this, numbers are no longer exact, and it is too much anyway.
  const read = saleInput.shape.quantity.safeParse(Math.min(number, Number.MAX_SAFE_INTEGER));
  if (read.success) return { value: read.data };
  const text = read.error.issues[0]?.message ?? "Please enter a whole number";
  return { value: null, problem: { of: "quantity", text } };
}

function readPrice(typed: string): Read<Rupees> {
  const amount = typed.replace(/^₹\s*/, "");
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
  const isPlain = splitLine(name).letters === name && !name.includes(",") && !name.startsWith('"');
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}
