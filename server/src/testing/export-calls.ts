import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { inventoryRoutes } from "@rounds/domain/inventory/routes.ts";
import { performanceRoutes } from "@rounds/domain/performance/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { anId, aProduct } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";

const days = { start_date: "2025-06-01", end_date: "2025-06-10" };

/** A call with these filters, which is all that the route takes beside the format. */
const withFilters = <Route extends object>(route: Route, filters: object, more: string[] = []) => ({
  ...route,
  query: { ...filters, format: "csv" },
  takes: [...Object.keys(filters), ...more, "format"],
});

/** A valid call of each route that sends a list as a file. */
export const exportCalls = {
  "coverage.exportMonth": async () =>
    withFilters(coverageRoutes.exportMonth, { month: "2025-05", person: "everybody" }),
  "coverage.exportDoctors": async () =>
    withFilters(coverageRoutes.exportDoctors, { person: "everybody", figure: "remaining" }, [
      "month",
      "class",
    ]),
  "doctors.export": async () =>
    withFilters(doctorRoutes.export, {
      search: "rao",
      doctor_class: "A",
      doctor_type: "",
      city: "Pune",
      representative: "me",
    }),
  "inventory.export": async () =>
    withFilters(inventoryRoutes.export, { ...days, product_id: anId(), category: "Antibiotics" }),
  "performance.export": async () => withFilters(performanceRoutes.export, { month: "2025-05", sort: "late" }),
  "products.export": async () => withFilters(productRoutes.export, { search: "a" }),
  "sales.export": async () =>
    withFilters(salesRoutes.export, {
      ...days,
      doctor_id: anId(),
      product_id: anId(),
      category: "Antibiotics",
      representative: anId(),
    }),
  "stock.exportLedger": async (member: Member) => ({
    ...withFilters(stockRoutes.exportLedger, { ...days, kind: "sale" }),
    params: { id: (await aProduct(member, 20)).id },
  }),
  "visits.export": async () =>
    withFilters(visitRoutes.export, {
      ...days,
      search: "a",
      status: "other",
      city: "Pune",
      representative: "me",
      rows: "products",
    }),
};
