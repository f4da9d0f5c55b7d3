import { type TypedQuantity, unitsIn } from "../form/visit-form.ts";

/** Units of a product in one line: of the form, or as stored. A quantity that is no number counts as 0. */
export type Line = { product_id: string; quantity: TypedQuantity };

/** The units of a product in some lines. */
export function unitsOf(lines: readonly Line[], product_id: string): number {
  return lines.reduce((sum, line) => {
    const units = line.product_id === product_id ? unitsIn(line.quantity) : 0;
    return Number.isFinite(units) ? sum + units : sum;
  }, 0);
}

/**
 * Units of a product that one line of the form may take: what can be sold today, plus what the visit's stored lines
 * give back, minus what the form's other lines take. Never below 0.
 */
export function unitsLeft(
  product_id: string,
  { available, stored, others }: { available: number; stored: readonly Line[]; others: readonly Line[] },
): number {
  return Math.max(0, available + unitsOf(stored, product_id) - unitsOf(others, product_id));
}

/** The same for each of the form's lines; `undefined` if the availability is unknown: then there is no limit. */
export function unitsLeftByLine(
  lines: readonly Line[],
  stored: readonly Line[],
  availability: ReadonlyMap<string, number>,
): (number | undefined)[] {
  return lines.map((line, index) => {
    const available = availability.get(line.product_id);
    if (available === undefined) return undefined;
    return unitsLeft(line.product_id, { available, stored, others: lines.toSpliced(index, 1) });
  });
}

/** The products of which the form takes more than the stored visit, so that their stock matters. */
export function productsToCheck(lines: readonly Line[], stored: readonly Line[]): string[] {
  const products = new Set(lines.map((line) => line.product_id));
  return [...products].filter((id) => unitsOf(lines, id) > unitsOf(stored, id)).sort();
}
