import { groupDigits } from "./group-digits.ts";

/** A whole number with Indian grouping: 1234567 gives "12,34,567". */
export function formatCount(value: number): string {
  return groupDigits(`${value}`);
}

/** A whole number with its sign, in the same form everywhere: "+12,34,567", "-3", "0". */
export function signedCount(value: number): string {
  return value > 0 ? `+${formatCount(value)}` : formatCount(value);
}
