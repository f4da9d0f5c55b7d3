import type { Day } from "../calendar/calendar.ts";

/** What a plan has, and what is added to it. */
type Content<Item> = { notes: string | null; items: readonly Item[] };

/** A planned visit that took place on that day: what was added follows the plan's own notes and items. */
export function completedVisit<Item>(
  planned: Content<Item>,
  { visit_date, ...added }: Content<Item> & { visit_date: Day },
): { visit_date: Day; status: "completed"; notes: string; items: Item[] } {
  return {
    visit_date,
    status: "completed",
    notes: [planned.notes, added.notes].filter(Boolean).join("\n"),
    items: [...planned.items, ...added.items],
  };
}

/**
 * Messages by field, for a list of items in which each of a visit's items stands `by` places later. A message about an item
 * that is not in that list is one about the items as a whole.
 */
export function itemFieldsMoved(
  fields: Readonly<Record<string, string>>,
  by: number,
): Record<string, string> {
  const moved = Object.entries(fields).map(([path, message]) => {
    const [field, place, ...rest] = path.split(".");
    if (field !== "items" || place === undefined) return [path, message];
    const at = Number(place) + by;
    return [at < 0 ? field : [field, at, ...rest].join("."), message];
  });
  return Object.fromEntries(moved);
}

/**
 * Whose a visit is after an edit: its author's. Whoever completes a plan that has none, as one of the demo, made the visit, and
 * becomes its author.
 */
export function authorAfter(
  { status, created_by }: { status: string; created_by: string | null },
  after: string,
  person: string | null,
): string | null {
  return status === "scheduled" && after === "completed" ? (created_by ?? person) : created_by;
}
