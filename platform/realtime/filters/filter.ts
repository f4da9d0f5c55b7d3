import { ExpressionError, expressionMatcher } from "./expression.ts";
import { LikeError, likeMatcher } from "./like.ts";

/** A row in a change: column to JSON value. */
export type Row = Record<string, unknown>;
/** The columns of a table with the names of their PostgreSQL types. */
export type Columns = { name: string; type: string }[];

const operators = [
  "eq",
  "neq",
  "lt",
  "lte",
  "gt",
  "gte",
  "in",
  "like",
  "ilike",
  "is",
  "match",
  "imatch",
  "isdistinct",
] as const;
type Operator = (typeof operators)[number];

type Condition = {
  column: string;
  operator: Operator;
  negated: boolean;
  value: string;
  /** The cost of comparing a row with it, relative to one plain comparison. */
  cost: number;
  /** Whether a value meets it, before `negated`; undefined where SQL has null. */
  isMet: (actual: unknown) => boolean | undefined;
};

export type Filter = Condition[];

/** An invalid filter; the message is for the client's developer. */
export class FilterError extends Error {}

const maxListed = 100;
const maxPattern = 500;
/** A pattern is compared with every character of a text that may be long; an expression many times. */
const patternCost = 5;
const expressionCost = 100;
const numericTypes = new Set(["int2", "int4", "int8", "float4", "float8", "numeric", "oid"]);

/**
 * Reads `column=operator.value`, several separated by commas, each optionally negated with `not.`. Throws
 * `FilterError`.
 */
export function readFilter(text: string, columns: Columns): Filter {
  return splitConditions(text).map((part) => {
    const match = /^([A-Za-z_][A-Za-z0-9_]*)=(not\.)?([a-z]+)\.([\s\S]*)$/.exec(part);
    if (!match) throw new FilterError(`Error parsing filter: ${part}`);
    const [, column = "", not, name, value = ""] = match;
    const known = columns.find((one) => one.name === column);
    if (!known) throw new FilterError(`invalid column for filter ${column}`);
    const operator = operators.find((one) => one === name);
    if (!operator) throw new FilterError(`invalid operator for filter ${name}`);
    return {
      column,
      operator,
      negated: not !== undefined,
      value,
      ...comparison(operator, value, known.type),
    };
  });
}

const nextCondition = /,[A-Za-z_][A-Za-z0-9_]*=(not\.)?[a-z]+\./y;

/** Splits at commas outside of parentheses. */
function splitConditions(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")") depth--;
    if (text[at] !== "," || depth !== 0) continue;
    nextCondition.lastIndex = at;
    if (!nextCondition.test(text)) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  parts.push(text.slice(from));
  return parts;
}

function readList(value: string): string[] {
  const inner = /^\(([\s\S]*)\)$/.exec(value)?.[1];
  if (inner === undefined) throw new FilterError("invalid list for filter in");
  const list = inner.split(",").map((item) => item.trim().replace(/^"([\s\S]*)"$/, "$1"));
  if (list.length > maxListed) throw new FilterError(`too many values for filter in: at most ${maxListed}`);
  return list;
}

/** Whether a row meets all conditions. As in SQL, comparing with null is never true; a missing column is ignored. */
export function matches(filter: Filter, row: Row): boolean {
  return filter.every((condition) => {
    if (!(condition.column in row)) return true;
    const met = condition.isMet(row[condition.column]);
    return met === undefined ? false : met !== condition.negated;
  });
}

/** The cost of comparing a row with a whole filter. */
export function costOf(filter: Filter): number {
  return filter.reduce((sum, { cost }) => sum + cost, 1);
}

function comparison(operator: Operator, value: string, type: string): Pick<Condition, "isMet" | "cost"> {
  const numeric = numericTypes.has(type);
  const ordered = (holds: (order: number) => boolean) => ({
    isMet: unlessNull((actual) => holds(compare(actual, value, numeric))),
    cost: 1,
  });
  switch (operator) {
    case "is":
      return { isMet: (actual) => isState(value, actual), cost: 1 };
    case "isdistinct":
      return {
        isMet: (actual) => (actual === null ? value !== "null" : textOf(actual) !== value),
        cost: 1,
      };
    case "eq":
      return ordered((order) => order === 0);
    case "neq":
      return ordered((order) => order !== 0);
    case "lt":
      return ordered((order) => order < 0);
    case "lte":
      return ordered((order) => order <= 0);
    case "gt":
      return ordered((order) => order > 0);
    case "gte":
      return ordered((order) => order >= 0);
    case "in": {
      const list = readList(value);
      const isMet = unlessNull((actual) => list.some((one) => compare(actual, one, numeric) === 0));
      return { isMet, cost: list.length };
    }
    case "like":
    case "ilike":
      return { isMet: onText(readPattern(value, operator)), cost: patternCost };
    case "match":
    case "imatch":
      return { isMet: onText(readExpression(value, operator)), cost: expressionCost };
  }
}

function unlessNull(isMet: (actual: unknown) => boolean): Condition["isMet"] {
  return (actual) => (actual === null || actual === undefined ? undefined : isMet(actual));
}

function onText(isMet: (text: string) => boolean): Condition["isMet"] {
  return unlessNull((actual) => isMet(textOf(actual)));
}

function readPattern(value: string, operator: "like" | "ilike"): (text: string) => boolean {
  if (value.length > maxPattern) {
    throw new FilterError(`the pattern of filter ${operator} is longer than ${maxPattern} characters`);
  }
  try {
    return likeMatcher(value, operator === "ilike");
  } catch (error) {
    if (!(error instanceof LikeError)) throw error;
    throw new FilterError(`the pattern of filter ${operator} must not end with \\`);
  }
}

function readExpression(value: string, operator: "match" | "imatch"): (text: string) => boolean {
  try {
    return expressionMatcher(value, operator === "imatch");
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new FilterError(`the expression of filter ${operator} ${error.message}`);
  }
}

function isState(value: string, actual: unknown): boolean {
  switch (value.toLowerCase()) {
    case "null":
      return actual === null;
    case "true":
      return actual === true;
    case "false":
      return actual === false;
    default:
      return false;
  }
}

/** Below, equal or above 0; NaN, which is none of these, if a number is compared with text. */
function compare(actual: unknown, value: string, numeric: boolean): number {
  if (numeric) return Number(actual) - (value.trim() === "" ? Number.NaN : Number(value));
  const text = textOf(actual);
  return text < value ? -1 : text > value ? 1 : 0;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
