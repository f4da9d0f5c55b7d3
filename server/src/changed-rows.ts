import type { Database } from "@rounds/database/connect.ts";
import type { ReadRows } from "@rounds/realtime/news.ts";
import { readDoctors } from "./doctors/queries.ts";
import { readProductViews } from "./products/queries.ts";
import { readVisitRows } from "./visits/queries.ts";

/** Reads changed rows for the pages that are told of them, with the queries of their lists. */
export function changedRows(db: Database): ReadRows {
  return {
    doctors: (ids) => readDoctors(db, ids),
    products: (ids) => readProductViews(db, ids),
    visits: (ids) =>
      readVisitRows(db, db.selectFrom("visits").select("visits.id").where("visits.id", "in", ids)),
  };
}
