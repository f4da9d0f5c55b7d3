import { formatCount } from "@rounds/domain/money/count.ts";
import type { Unit } from "./figures.ts";

/** About how many steps an axis has. */
const steps = 4;

/**
 * The marks of a value axis: from 0 in even steps of 1, 2 or 5 times a power of ten, at least up to `highest`.
 * Whole numbers, the last at least 1.
 */
export function valueTicks(highest: number): number[] {
  const least = Math.max(highest, 1) / steps;
  const power = 10 ** Math.floor(Math.log10(least));
  const nice = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * 0.999_999);
  const step = Math.max(1, Math.round(nice ?? least));
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** A value of an axis: "1,50,000" units, or rupees in short, "₹1.5L". */
export function tickText(value: number, unit: Unit): string {
  if (unit === "units") return formatCount(value);
  if (value >= 10_000_000) return `₹${short(value / 10_000_000)}Cr`;
  if (value >= 100_000) return `₹${short(value / 100_000)}L`;
  if (value >= 1000) return `₹${short(value / 1000)}K`;
  return `₹${formatCount(value)}`;
}

function short(value: number): string {
  return formatCount(Math.round(value * 100) / 100);
}

/** The approximate width of an axis text, in pixels at 12 px, without asking the layout. */
export function textWidth(text: string): number {
  return Math.ceil(text.length * 6.7);
}

/** The same of figures, which are wider than letters: up to 0.64 of the text's size, in DejaVu Sans. */
export function figureWidth(text: string): number {
  return Math.ceil(text.length * 7.7);
}
