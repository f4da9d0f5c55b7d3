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
