import { z } from "zod";
import { control } from "./control.ts";
import { isSeen, withoutInvisible } from "./invisible.ts";

function clean(value: string): string {
  return withoutInvisible(value.toWellFormed().replaceAll("\r\n", "\n")).trim();
}

function stored(max: number) {
  return z
    .string()
    .max(max, `Please use at most ${max} characters`)
    .refine((value) => !control.test(value), "This text contains characters that can't be saved");
}

/**
 * A text that must not be blank; it is trimmed, and invisible characters are removed. `missing` is the message if nothing of it
 * can be seen.
 */
export function requiredText(max: number, missing: string) {
  return z.string(missing).overwrite(clean).pipe(stored(max).refine(isSeen, missing));
}

const lineBreak = /[\n\r\u0085\u2028\u2029]/;

/**
 * A name: one line that a list shows as it was typed. Use `requiredText` to read names that were stored before this
 * rule existed.
 */
export function nameText(max: number, missing: string) {
  return requiredText(max, missing).refine((name) => !lineBreak.test(name), "A name is one line");
}

/** A text that may be left out; it is trimmed without invisible characters, and an empty one becomes null. `rule` is a further condition. */
export function optionalText(max: number, rule: { holds: RegExp; message: string } | null = null) {
  const text = rule ? stored(max).regex(rule.holds, rule.message) : stored(max);
  return z
    .string()
    .nullish()
    .transform((value) => (value ? clean(value) : "") || null)
    .pipe(text.nullable());
}

/** One of a closed list, or none; an empty choice becomes null. */
export function optionalChoice<Choice extends string>(choices: readonly [Choice, ...Choice[]]) {
  // The type checker does not know that the transform of a generic type does not return a promise.
  const chosen = z.enum(choices).nullable() as unknown as z.ZodType<Choice | null, Awaited<Choice> | null>;
  return (
    z
      .enum([...choices, ""], `Please choose one of: ${choices.join(", ")}`)
      .nullish()
      // What is left when "" is gone; the checker does not take it out of a generic type.
      .transform((value) => (value || null) as Choice | null)
      .pipe(chosen)
  );
}

/** A text filter of a list; the default, an empty text, does not filter. */
export function filterText(max: number) {
  return z.string().overwrite(clean).pipe(stored(max)).default("");
}

/** The text of a search box. */
export const searchText = filterText(200);
