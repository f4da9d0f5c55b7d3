import { RE2JS } from "re2js";

/** An invalid expression; the message says why. */
export class ExpressionError extends Error {}

/** In characters; and in instructions of the compiled program, where `{30}` makes 30 copies. */
const maxLength = 100;
const maxProgram = 64;

/**
 * A POSIX expression as in PostgreSQL's `~` and `~*`, as far as an engine without backtracking can match it: in time
 * proportional to the text's length times the program's. The result tells whether a text contains a match. What the
 * engine reads differently from PostgreSQL is refused: escapes other than `\d \s \w`, and groups that start with `(?`.
 * Classes contain ASCII only. Throws `ExpressionError`.
 */
export function expressionMatcher(expression: string, ignoreCase: boolean): (text: string) => boolean {
  if (expression.length > maxLength) throw new ExpressionError(`is longer than ${maxLength} characters`);
  const unknown = /\\([^dswDSW\P{L}]|\d)/u.exec(expression)?.[0] ?? /\(\?(?!:)|\*\*\*/.exec(expression)?.[0];
  if (unknown !== undefined) throw new ExpressionError(`holds ${unknown}, which is not supported`);
  // Counted copies are made while parsing: too many are refused before.
  const copies = [...expression.matchAll(/\{(\d+)(?:,(\d*))?\}/g)];
  const counted = copies.reduce((all, [, from, to]) => all * Math.max(1, Number(from), Number(to || 0)), 1);
  if (counted > maxProgram) throw new ExpressionError("repeats too often");
  const engine = compile(expression, ignoreCase);
  if (engine.programSize() > maxProgram) throw new ExpressionError("is too complex");
  return (text) => engine.test(text);
}

function compile(expression: string, ignoreCase: boolean): RE2JS {
  try {
    // In PostgreSQL a dot is any character, and `^` and `$` are the text's own ends.
    return RE2JS.compile(expression, RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
  } catch {
    throw new ExpressionError("can't be read");
  }
}
