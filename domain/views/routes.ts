import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { View, ViewConfirmation, ViewCreation, ViewOrder, Views, ViewUpdate } from "./view.ts";

export const viewRoutes = {
  list: route<{ response: Views }>("GET", "/api/views"),
  create: route<{ body: ViewCreation; response: View }>("POST", "/api/views"),
  order: route<{ body: ViewOrder; response: Views }>("PUT", "/api/views/order"),
  update: route<{ params: RecordParams; body: ViewUpdate; response: View }>("PUT", "/api/views/:id"),
  /** Refuses another version than the confirmed one, if one is given. */
  delete: route<{ params: RecordParams; query: ViewConfirmation | undefined; response: View }>(
    "DELETE",
    "/api/views/:id",
  ),
};
