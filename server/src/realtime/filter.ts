/** A row as its change carries it: column to value as JSON holds it. */
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
  list: string[];
  numeric: boolean;
};

export type Filter = Condition[];

/** A filter that can't be used; the message is for the client's developer. */
export class FilterError extends Error {}

const maxListed = 100;
const numericTypes = new Set(["int2", "int4", "int8", "float4", "float8", "numeric", "oid"]);

/**
 * Reads `column=operator.value`, several with commas between them, each may be negated with `not.`. Throws
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
    const list = operator === "in" ? readList(value) : [];
    if (operator === "match" || operator === "imatch") readExpression(value, operator);
    return {
      column,
      operator,
      negated: not !== undefined,
      value,
      list,
      numeric: numericTypes.has(known.type),
    };
  });
}

/** Splits at commas outside of parentheses. */
function splitConditions(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")") depth--;
    if (text[at] === "," && depth === 0 && /^,[A-Za-z_][A-Za-z0-9_]*=(not\.)?[a-z]+\./.test(text.slice(at))) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
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

/** Long or nested expressions could keep the server busy: only plain ones are taken. */
function readExpression(value: string, operator: "match" | "imatch"): RegExp {
  if (value.length > 100 || /[+*}]\)?[+*{]|\\[1-9]|\(\?/.test(value)) {
    throw new FilterError(`the expression of filter ${operator} is too complex`);
  }
  try {
    return new RegExp(value, operator === "imatch" ? "iu" : "u");
  } catch {
    throw new FilterError(`invalid expression for filter ${operator}`);
  }
}

/** Whether a row meets all conditions. Like SQL, comparing with null is never true; a column it lacks is passed over. */
export function matches(filter: Filter, row: Row): boolean {
  return filter.every((condition) => {
    if (!(condition.column in row)) return true;
    const met = meets(condition, row[condition.column]);
    return met === undefined ? false : met !== condition.negated;
  });
}

/** Undefined where SQL would say null. */
function meets({ operator, value, list, numeric }: Condition, actual: unknown): boolean | undefined {
  if (operator === "is") return isState(value, actual);
  if (operator === "isdistinct") return actual === null ? value !== "null" : textOf(actual) !== value;
  if (actual === null || actual === undefined) return undefined;
  switch (operator) {
    case "eq":
      return compare(actual, value, numeric) === 0;
    case "neq":
      return compare(actual, value, numeric) !== 0;
    case "lt":
      return compare(actual, value, numeric) < 0;
    case "lte":
      return compare(actual, value, numeric) <= 0;
    case "gt":
      return compare(actual, value, numeric) > 0;
    case "gte":
      return compare(actual, value, numeric) >= 0;
    case "in":
      return list.some((one) => compare(actual, one, numeric) === 0);
    case "like":
    case "ilike":
      return isLike(textOf(actual), value, operator === "ilike");
    case "match":
    case "imatch":
      return readExpression(value, operator).test(textOf(actual));
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

/** Below, equal or above 0; NaN, which is none of these, where a number is compared with no number. */
function compare(actual: unknown, value: string, numeric: boolean): number {
  if (numeric) return Number(actual) - (value.trim() === "" ? Number.NaN : Number(value));
  const text = textOf(actual);
  return text < value ? -1 : text > value ? 1 : 0;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** SQL's LIKE: `%` any run, `_` one character, `\` takes the next as it is. */
function isLike(text: string, pattern: string, ignoreCase: boolean): boolean {
  const source = pattern.replace(
    /\\([\s\S])|[%_]|[.*+?^${}()|[\]\\]/g,
    (found, taken: string | undefined) => {
      if (taken !== undefined) return taken.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      if (found === "%") return "[\\s\\S]*";
      return found === "_" ? "[\\s\\S]" : `\\${found}`;
    },
  );
  return new RegExp(`^${source}$`, ignoreCase ? "iu" : "u").test(text);
}
