import { formatCount } from "@rounds/domain/money/money.ts";

/** Units with their sign: "+5", "−3", "0". */
export function signedUnits(units: number): string {
  return `${units > 0 ? "+" : units < 0 ? "−" : ""}${formatCount(Math.abs(units))}`;
}

/** What the adjustments of a row hold for units that were sold on paper before they came in; `null` for nothing. */
export function shortfallNote(shortfall: number): string | null {
  if (shortfall === 0) return null;
  return shortfall > 0
    ? `includes ${signedUnits(shortfall)} for units sold on paper before they came in`
    : `includes ${signedUnits(shortfall)} for units sold on paper before these days, which came in since`;
}
