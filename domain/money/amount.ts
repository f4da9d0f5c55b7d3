import { z } from "zod";
import {
  atMostRupees,
  hasUnclearComma,
  isRupees,
  maxRupees,
  toPaise,
  toRupees,
  unclearComma,
} from "./money.ts";

const example = "Please enter an amount such as 12.50";

/** A field for an amount of rupees: a decimal string such as "12.5", of at least `least` paise. */
export function amount(least: bigint, tooSmall: string) {
  return z
    .string(example)
    .trim()
    .refine(isRupees, {
      error: ({ input }) => (hasUnclearComma(String(input)) ? unclearComma : example),
      abort: true,
    })
    .refine((value) => toPaise(value) >= least, tooSmall)
    .refine((value) => toPaise(value) <= toPaise(maxRupees), atMostRupees)
    .transform((value) => toRupees(toPaise(value)))
    .pipe(z.string());
}
