import { connect } from "@rounds/database/connect.ts";
import { expect, inject, test } from "vitest";
import { expressionMatcher } from "./expression.ts";
import { likeMatcher } from "./like.ts";

/** Numbers from 0 to below `end`, the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

function texts(next: (end: number) => number, signs: string[], longest: number, count: number): string[] {
  const one = () => Array.from({ length: next(longest + 1) }, () => signs[next(signs.length)]).join("");
  return Array.from({ length: count }, one);
}

/** LIKE by its definition, trying every way. */
function isLike(text: string[], pattern: string[]): boolean {
  const [sign, ...rest] = pattern;
  if (sign === undefined) return text.length === 0;
  if (sign === "%") return isLike(text, rest) || (text.length > 0 && isLike(text.slice(1), pattern));
  if (text.length === 0) return false;
  if (sign === "\\") return text[0] === rest[0] && isLike(text.slice(1), rest.slice(1));
  return (sign === "_" || sign === text[0]) && isLike(text.slice(1), rest);
}

test("LIKE matches its definition, for many small patterns and texts", () => {
  const next = numbers(7);
  for (const pattern of texts(next, ["a", "b", "%", "_", "\\%", "\\_", "\\a", "🙂"], 7, 3000)) {
    const matches = likeMatcher(pattern, false);
    for (const text of texts(next, ["a", "b", "%", "🙂"], 8, 10)) {
      expect(matches(text), `${text} like ${pattern}`).toBe(isLike([...text], [...pattern]));
    }
  }
});

test("LIKE and ILIKE match PostgreSQL, with runs longer than one word of bits", async () => {
  const { pool, close } = connect({ ...inject("postgres"), database: "postgres", max: 1 }, () => {});
  const next = numbers(11);
  const signs = ["a", "A", "b", "é", "É", "ß", "İ", "Σ", "ς", "\\%", "_", "%", "%", "🙂", "\n"];
  const long = texts(next, ["a", "a", "a", "b", "_"], 80, 300).flatMap((run) => [`%${run}%`, `${run}%a`]);
  const patterns = [...texts(next, signs, 6, 600), ...long];
  const values = [
    ...texts(next, ["a", "A", "b", "é", "É", "ß", "Σ", "🙂", "%", "\n"], 7, 30),
    ...texts(next, ["a", "a", "a", "b"], 150, 10),
  ];
  const { rows } = await pool.query<{ value: string; pattern: string; like: boolean; ilike: boolean }>(
    `select value, pattern, value like pattern as "like", value ilike pattern as "ilike"
     from unnest($1::text[]) as value, unnest($2::text[]) as pattern`,
    [values, patterns],
  );
  await close();
  const wrong = rows.filter(
    ({ value, pattern, like, ilike }) =>
      likeMatcher(pattern, false)(value) !== like || likeMatcher(pattern, true)(value) !== ilike,
  );
  expect(rows.some(({ like }) => like)).toBe(true);
  expect(wrong).toEqual([]);
});

test("match and imatch match PostgreSQL, or are refused", async () => {
  const { pool, close } = connect({ ...inject("postgres"), database: "postgres", max: 1 }, () => {});
  const next = numbers(13);
  const signs = ["a", "b", "B", ".", "*", "+", "?", "|", "(", ")", "^", "$", "[ab]", "[^a]", "{2}", "{1,}"];
  const more = ["\\d", "\\w", "\\S", "\\.", "[[:alpha:]]", "(?:", "*?", "\n", "é", "{,2}", "\\b", "\\y"];
  const expressions = texts(next, [...signs, ...more], 7, 1500);
  const values = texts(next, ["a", "b", "B", "1", " ", ".", "\n", "é"], 6, 12);
  const wrong: unknown[] = [];
  let compared = 0;
  for (const expression of expressions) {
    let matchers: ((text: string) => boolean)[];
    try {
      matchers = [expressionMatcher(expression, false), expressionMatcher(expression, true)];
    } catch {
      continue;
    }
    const found = await pool
      .query<{ value: string; match: boolean; imatch: boolean }>(
        `select value, value ~ $2 as "match", value ~* $2 as "imatch" from unnest($1::text[]) as value`,
        [values, expression],
      )
      .catch(() => undefined);
    for (const { value, match, imatch } of found?.rows ?? []) {
      // Classes contain ASCII here, every script there.
      if (/\\w|\\S|alpha/.test(expression) && value.includes("é")) continue;
      compared++;
      const said = matchers.map((matches) => matches(value));
      if (said[0] !== match || said[1] !== imatch) wrong.push({ expression, value, match, imatch, said });
    }
  }
  await close();
  expect(compared).toBeGreaterThan(1000);
  expect(wrong).toEqual([]);
});
