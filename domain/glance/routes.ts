import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { Glance } from "./glance.ts";

export const glanceRoutes = {
  read: route<{ params: RecordParams; response: Glance }>("GET", "/api/doctors/:id/glance"),
};
