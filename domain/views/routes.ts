import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { View, ViewCreation, ViewOrder, Views, ViewUpdate } from "./view.ts";

export const viewRoutes = {
  list: route<{ response: Views }>("GET", "/api/views"),
  create: route<{ body: ViewCreation; response: View }>("POST", "/api/views"),
  order: route<{ body: ViewOrder; response: Views }>("PUT", "/api/views/order"),
  update: route<{ params: RecordParams; body: ViewUpdate; response: View }>("PUT", "/api/views/:id"),
  delete: route<{ params: RecordParams; response: View }>("DELETE", "/api/views/:id"),
};
