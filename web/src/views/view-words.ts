import { formatDay, isDay } from "@rounds/domain/calendar/calendar.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { type ViewListName, viewLists } from "@rounds/domain/views/lists.ts";
import type { View } from "@rounds/domain/views/view.ts";

/** What a list holds, for "All doctors" and beside the name of a view. */
export const listWords = {
  doctors: "doctors",
  visits: "visits",
  products: "products",
  sales: "sales",
  inventory: "inventory",
} as const satisfies Record<ViewListName, string>;

/** What a view shows, in words: "City: Pune · Class: A · 3 of 7 columns". */
export function viewWords({ list, filters, columns }: Pick<View, "list" | "filters" | "columns">): string {
  // In the list's order: the database keeps them in another.
  const parts = viewLists[list].filters.flatMap((key) => {
    const value = filters[key];
    return value === undefined ? [] : [filterWords(key, value)];
  });
  const all = viewLists[list].columns.length;
  if (columns) parts.push(`${columns.length} of ${all} columns`);
  return parts.length === 0 ? "No filters, all columns" : parts.join(" · ");
}

function filterWords(key: string, value: string): string {
  const day = isDay(value) ? formatDay(value) : "any";
  switch (key) {
    case "search":
      return `“${value}”`;
    case "doctor_class":
      return `Class: ${value}`;
    case "doctor_type":
      return `Type: ${capitalized(value)}`;
    case "status":
      return `Status: ${capitalized(value)}`;
    case "start_date":
      return `From: ${day}`;
    case "end_date":
      return `To: ${day}`;
    case "representative":
      return `Representative: ${{ me: "Me", nobody: "Nobody" }[value] ?? "one person"}`;
    case "doctor_id":
      return "One doctor";
    case "product_id":
      return "One product";
    default:
      return `${capitalized(key)}: ${value}`;
  }
}
