import { z } from "zod";
import {
  atMostRupees,
  hasUnclearComma,
  isRupees,
  maxRupees,
  noAmount,
  toPaise,
  toRupees,
  unclearComma,
} from "./money.ts";

/** A field for an amount of rupees: a decimal string such as "12.5", of at least `least` paise. */
export function amount(least: bigint, tooSmall: string) {
  return z
    .string(noAmount)
    .trim()
    .refine(isRupees, {
      error: ({ input }) => (hasUnclearComma(String(input)) ? unclearComma : noAmount),
      abort: true,
    })
    .refine((value) => toPaise(value) >= least, tooSmall)
    .refine((value) => toPaise(value) <= toPaise(maxRupees), atMostRupees)
    .transform((value) => toRupees(toPaise(value)))
    .pipe(z.string());
}
