import { dashboardQuery, dashboard as dashboardShape } from "@rounds/domain/dashboard/dashboard.ts";
import { view } from "../api/endpoint.ts";
import { readDashboard } from "./queries.ts";

export const dashboard = {
  read: view({ query: dashboardQuery, response: dashboardShape }, ({ query }, { db, today }) =>
    readDashboard(db, query.period, today),
  ),
};
