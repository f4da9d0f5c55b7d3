import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { today } from "./api/clock.ts";
import { queryClient } from "./api/query-client.ts";
import { sessionKey } from "./api/session/stored-session.ts";
import { doctorQueries } from "./doctors/queries.ts";
import { firstReadOf } from "./first-reads.ts";
import { productQueries } from "./products/queries.ts";
import { doctorsSearch, parseSearch, productsSearch, todaySearch, visitsSearch } from "./search.ts";
import { issuedSession } from "./testing/session.ts";
import { dayPlanQuery, weekPlanQuery } from "./today/queries.ts";
import { plannedDay, shownMonday } from "./today/shown-days.ts";
import { listQuery, rangeOf } from "./visits/list/visit-range.ts";
import { visitQueries } from "./visits/queries.ts";

const asked = vi.fn(async (_url: string) => Response.json({ rows: [] }));

beforeEach(() => {
  vi.stubGlobal("fetch", asked.mockClear());
  localStorage.setItem(sessionKey, JSON.stringify(issuedSession(1)));
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  queryClient.clear();
});

/** The request with which the screen of an address starts. */
async function screenReads(pathname: string, search: string): Promise<string | undefined> {
  const raw = parseSearch(search);
  if (pathname === "/doctors") await queryClient.fetchQuery(doctorQueries.list(doctorsSearch(raw), today()));
  if (pathname === "/products") await queryClient.fetchQuery(productQueries.list(productsSearch(raw)));
  if (pathname === "/visits") {
    const read = visitsSearch(raw);
    await queryClient.fetchQuery(visitQueries.list(listQuery(read, rangeOf(read, today())), today()));
  }
  if (pathname === "/today") {
    const read = todaySearch(raw);
    if (read.show === "week")
      await queryClient.fetchQuery(weekPlanQuery(shownMonday(read, today()), today()));
    else await queryClient.fetchQuery(dayPlanQuery(plannedDay(read, today()), today()));
  }
  return asked.mock.calls[0]?.[0];
}

test.each([
  ["/doctors", ""],
  ["/doctors", "?search=Asha%20%26%20Co&doctor_class=A&city=Pune&page=3"],
  ["/doctors", "?doctor_class=Z&page=-1&unknown=1"],
  ["/products", ""],
  ["/products", "?page=2&search=para"],
  ["/visits", ""],
  ["/visits", "?start_date=&end_date=&status=completed"],
  ["/visits", "?start_date=2025-01-05&end_date=2025-02-01&page=2"],
  ["/today", "?show=tomorrow"],
  ["/today", "?show=tomorrow&day=2999-12-01"],
  ["/today", "?show=tomorrow&day=2020-01-01"],
  ["/today", "?show=week&day=soon"],
  ["/today", "?show=week&day=2999-12-01"],
])("%s%s starts with the same request as its screen", async (pathname, search) => {
  const early = firstReadOf({ pathname, search });
  expect(early).toBeDefined();
  expect(await screenReads(pathname, search)).toBe(early);
});

test.each([
  "/login",
  "/doctors/add",
  "/doctors/0197a3b0-0000-7000-8000-000000000001",
  "/nowhere",
  "/toString",
])("%s starts with no request", (pathname) => {
  expect(firstReadOf({ pathname, search: "" })).toBeUndefined();
});
