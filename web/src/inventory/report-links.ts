import { addDays, type Day, firstDay } from "@rounds/domain/calendar/calendar.ts";
import type { InventoryRow } from "@rounds/domain/inventory/inventory.ts";
import { paths, type Target } from "../paths.ts";
import type { InventorySearch } from "../search.ts";
import type { ReportDays } from "./report-days.ts";

/** Both ends of some days. */
type Span = { from: Day; to: Day };

type Opening = Pick<InventoryRow, "product_id" | "opening_stock" | "opening_entries">;

export type ReportLinks = ReturnType<typeof reportLinks>;

/** The links of a report's figures: to the rows that they sum, with the same days, product and category. */
export function reportLinks(search: InventorySearch, { from, to }: ReportDays, today: Day) {
  const { product_id, category } = search;
  const address = { start_date: search.start_date, end_date: search.end_date, product_id, category };
  const days = { start_date: from, end_date: to };
  return {
    sales: paths.sales({ ...days, product_id, category }),
    /** For one product its entries; those of several are in the report's own rows. */
    purchases: product_id ? paths.product(product_id, { kind: "purchase", ...days }) : undefined,
    /** Sales on some of the days. */
    salesIn: ({ from, to }: Span) => paths.sales({ start_date: from, end_date: to, product_id, category }),
    /** What came in on some of the days: a product's entries, or the products' rows for those days. */
    purchasesIn: ({ from, to }: Span) => {
      const some = { start_date: from, end_date: to };
      return product_id
        ? paths.product(product_id, { kind: "purchase", ...some })
        : paths.inventory({ ...some, category });
    },
    ofCategory: (chosen: InventorySearch["category"]) => paths.inventory({ ...address, category: chosen }),

    /** A product's figures. */
    row: {
      /** All movements before the days, the opening entries within them, or, if it sums both, all until their end. */
      opening: ({ product_id, opening_stock, opening_entries }: Opening): Target => {
        if (opening_entries === 0)
          return paths.product(product_id, { start_date: firstDay, end_date: addDays(from, -1) });
        if (opening_entries === opening_stock) return paths.product(product_id, { kind: "opening", ...days });
        return paths.product(product_id, { start_date: firstDay, end_date: to });
      },
      purchases: (id: string) => paths.product(id, { kind: "purchase", ...days }),
      sales: (id: string) => paths.sales({ ...days, product_id: id }),
      adjustments: (id: string) => paths.product(id, { kind: "adjustment", ...days }),
      soldBeforeReceived: (id: string) => paths.product(id, { kind: "sold_before_received", ...days }),
      /** All movements up to the last day; the whole ledger if that is today. */
      closing: (id: string): Target =>
        to < today ? paths.product(id, { start_date: firstDay, end_date: to }) : paths.product(id),
    },
  };
}
