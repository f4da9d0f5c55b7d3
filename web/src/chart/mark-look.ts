/** How marks are distinguished: a colour, and beyond five marks stripes over a colour. */
type MarkLook = { color: string; striped: boolean };

/**
 * Striped marks take their colours in this order, so that no two neighbours in a ring of up to nine have the same one.
 */
const striped = [3, 4, 2, 5, 1];

/** The look of the mark at a place; the same order everywhere. */
export function markLook(place: number): MarkLook {
  const isStriped = place % 10 >= 5;
  const number = isStriped ? striped[place % 5] : (place % 5) + 1;
  return { color: `var(--chart-${number})`, striped: isStriped };
}
