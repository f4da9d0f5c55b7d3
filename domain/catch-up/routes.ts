import { route } from "../contract/route.ts";
import type { CatchUp, CatchUpQuery } from "./catch-up.ts";

export const catchUpRoutes = {
  read: route<{ query: CatchUpQuery; response: CatchUp }>("GET", "/api/today/catch-up"),
};
