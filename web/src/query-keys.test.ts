import { allRoutes } from "@rounds/domain/all-routes.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leaveQuery } from "./account/leave.ts";
import { accountQueries } from "./account/queries.ts";
import { companyQuery } from "./api/company.ts";
import { peopleQuery } from "./api/people.ts";
import { queryClient } from "./api/query-client.ts";
import { sessionKey } from "./api/session/stored-session.ts";
import { catchUpQuery } from "./catch-up/queries.ts";
import { coverageQueries } from "./coverage/queries.ts";
import { dashboardQuery } from "./dashboard/queries.ts";
import { doctorQueries } from "./doctors/queries.ts";
import { inventoryQueries } from "./inventory/queries.ts";
import { productQueries } from "./products/queries.ts";
import { ledgerQuery } from "./products/stock/stock-queries.ts";
import { salesQueries } from "./sales/queries.ts";
import { teamQueries } from "./team/queries.ts";
import { settingsQuery } from "./team/settings/settings.ts";
import { issuedSession } from "./testing/session.ts";
import { dayPlanQuery, todayQuery, weekPlanQuery } from "./today/queries.ts";
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

const id = "0197a3b0-0000-7000-8000-000000000001";

/** The noun whose routes answer at an address. */
function nounAt(address: string | undefined): string | undefined {
  const path = new URL(address ?? "", location.origin).pathname.replace(id, ":id");
  const found = Object.entries(allRoutes).find(([, routes]) =>
    Object.values(routes).some((route) => route.method === "GET" && route.path === path),
  );
  return found?.[0];
}

test.each([
  accountQueries.own(),
  accountQueries.sessions(),
  catchUpQuery("2025-06-10"),
  coverageQueries.month({}, "2025-06-10"),
  coverageQueries.doctors({ figure: "met" }, "2025-06-10"),
  dashboardQuery("2025-06", "2025-06-10"),
  doctorQueries.list({}, "2025-06-10"),
  doctorQueries.places(),
  doctorQueries.lastCity(),
  doctorQueries.alike({ name: "Dr. Rao" }),
  peopleQuery,
  settingsQuery(2025),
  leaveQuery(),
  doctorQueries.row(id),
  doctorQueries.deletionEffect(id),
  inventoryQueries.summary({}, "2025-06-10"),
  inventoryQueries.list({ page: 1 }, "2025-06-10"),
  productQueries.list({}),
  productQueries.row(id),
  productQueries.deletionEffect(id),
  salesQueries.list({}),
  salesQueries.summary({}, "2025-06-10"),
  ledgerQuery(id, {}),
  teamQueries.list({}),
  teamQueries.row(id),
  teamQueries.deletionEffect(id),
  teamQueries.audit({}),
  companyQuery(),
  teamQueries.choices(""),
  todayQuery("2025-06-10"),
  dayPlanQuery("2025-06-11", "2025-06-10"),
  weekPlanQuery("2025-06-09", "2025-06-10"),
  visitQueries.list({}, "2025-06-10"),
  doctorQueries.visits(id),
  doctorQueries.glance(id, "2025-06-10"),
  visitQueries.row(id),
  visitQueries.deletionEffect(id),
  doctorQueries.choices("", "2025-06-10"),
  productQueries.choices(),
  visitQueries.lastPrices(id),
  productQueries.availability(id),
])("what is stored as $queryKey.0 $queryKey.1 is read from the routes of that noun", async (query) => {
  await queryClient.fetchQuery({
    queryKey: query.queryKey,
    queryFn: query.queryFn as () => Promise<unknown>,
  });
  expect(nounAt(asked.mock.calls[0]?.[0])).toBe(query.queryKey[0]);
});
