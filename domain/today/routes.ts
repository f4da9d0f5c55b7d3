import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { Skip, SkipInput } from "./skip.ts";
import type { Today } from "./today.ts";

/** The id of a skip is its doctor's. */
export const todayRoutes = {
  read: route<{ response: Today }>("GET", "/api/today"),
  skip: route<{ params: RecordParams; body: SkipInput; response: Skip }>("PUT", "/api/today/skips/:id"),
  undoSkip: route<{ params: RecordParams; query: { day?: string }; response: Skip }>(
    "DELETE",
    "/api/today/skips/:id",
  ),
};
