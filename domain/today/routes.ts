import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { DayPlan, WeekPlan } from "./plan-days.ts";
import type { Skip, SkipInput } from "./skip.ts";
import type { Today } from "./today.ts";

/** The id of a skip is its doctor's. */
export const todayRoutes = {
  read: route<{ response: Today }>("GET", "/api/today"),
  /** A day that is planned, from today on; tomorrow if it is not given. */
  day: route<{ query: { day?: string }; response: DayPlan }>("GET", "/api/today/day"),
  /** The week that contains a day, from the present one on; the present one if no day is given. */
  week: route<{ query: { day?: string }; response: WeekPlan }>("GET", "/api/today/week"),
  skip: route<{ params: RecordParams; body: SkipInput; response: Skip }>("PUT", "/api/today/skips/:id"),
  undoSkip: route<{ params: RecordParams; query: { day?: string }; response: Skip }>(
    "DELETE",
    "/api/today/skips/:id",
  ),
};
