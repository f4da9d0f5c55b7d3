import { route } from "../contract/route.ts";
import type { Dashboard } from "./dashboard.ts";

export const dashboardRoutes = {
  read: route<{ query: { period?: string }; response: Dashboard }>("GET", "/api/dashboard"),
};
