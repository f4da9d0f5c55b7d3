import type { Database } from "@rounds/database/connect.ts";
import { onlyRow } from "@rounds/database/select.ts";
import { startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import { coverageDoctorsQuery, coverageQuery } from "@rounds/domain/coverage/coverage.ts";
import { doctorListQuery } from "@rounds/domain/doctors/doctor-list.ts";
import { salesFilters, salesQuery } from "@rounds/domain/sales/sales.ts";
import { ledgerQuery } from "@rounds/domain/stock/stock.ts";
import { visitListQuery } from "@rounds/domain/visits/visit-list.ts";
import type { View } from "@rounds/server/src/api/context.ts";
import { listCoverageDoctors } from "@rounds/server/src/coverage/list-doctors.ts";
import { readCoverage } from "@rounds/server/src/coverage/read-coverage.ts";
import { listDoctors } from "@rounds/server/src/doctors/queries.ts";
import { listSales } from "@rounds/server/src/sales/list-sales.ts";
import { summarizeSales } from "@rounds/server/src/sales/summarize-sales.ts";
import { listLedger } from "@rounds/server/src/stock/queries.ts";
import { listVisits } from "@rounds/server/src/visits/list-visits.ts";
import { sql } from "kysely";

/** A list that can be filtered by representative: "" for everybody, or a person's id. */
type RepresentativeList = { name: string; read(representative: string): Promise<unknown> };

/** The lists with that filter, on the days with which they open and on all days. The ledger is the longest one. */
export async function representativeLists(
  db: Database,
  view: Omit<View, "db">,
): Promise<RepresentativeList[]> {
  const { today } = view;
  const month = { start_date: startOfMonth(today), end_date: today };
  const product = onlyRow(
    await sql<{ id: string }>`
      select product_id as id from stock_transactions group by 1 order by count(*) desc, 1 limit 1`.execute(
      db,
    ),
  );
  const person = (id: string) => id || "everybody";
  const visits = (days: object) => (representative: string) =>
    listVisits(db, visitListQuery.parse({ ...days, representative }), view);
  // The page asks for both.
  const sales = (days: object) => (representative: string) =>
    Promise.all([
      listSales(db, salesQuery.parse({ ...days, representative }), view),
      summarizeSales(db, salesFilters.parse({ ...days, representative }), view),
    ]);
  return [
    {
      name: "doctors",
      read: (representative) => listDoctors(db, doctorListQuery.parse({ representative }), view),
    },
    { name: "visits of the month", read: visits(month) },
    { name: "visits of all days", read: visits({}) },
    { name: "sales of the month", read: sales(month) },
    { name: "sales of all days", read: sales({}) },
    { name: "coverage", read: (id) => readCoverage(db, coverageQuery.parse({ person: person(id) }), view) },
    {
      name: "coverage, doctors",
      read: (id) =>
        listCoverageDoctors(
          db,
          coverageDoctorsQuery.parse({ person: person(id), figure: "remaining" }),
          view,
        ),
    },
    {
      name: "ledger",
      read: (representative) =>
        listLedger({ db, ...view }, product.id, ledgerQuery.parse({ representative })),
    },
  ];
}
