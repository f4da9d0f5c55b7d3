import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { Visit } from "./visit.ts";
import type {
  DoctorVisits,
  LastPrice,
  VisitCompletion,
  VisitConfirmation,
  VisitCreation,
  VisitDeletion,
  VisitExportQuery,
  VisitList,
  VisitListQuery,
  VisitToDelete,
  VisitUpdate,
} from "./visit-list.ts";

export const visitRoutes = {
  list: route<{ query: VisitListQuery; response: VisitList }>("GET", "/api/visits"),
  /** All visits under the filters, in the order of the list, as CSV or an Excel workbook; streamed. */
  export: route<{ query: VisitExportQuery; response: string }>("GET", "/api/visits/export"),
  ofDoctor: route<{ params: RecordParams; query: { page?: number }; response: DoctorVisits }>(
    "GET",
    "/api/doctors/:id/visits",
  ),
  lastPrices: route<{ params: RecordParams; response: LastPrice[] }>("GET", "/api/doctors/:id/last-prices"),
  read: route<{ params: RecordParams; response: Visit }>("GET", "/api/visits/:id"),
  create: route<{ body: VisitCreation; response: Visit }>("POST", "/api/visits"),
  update: route<{ params: RecordParams; body: VisitUpdate; response: Visit }>("PUT", "/api/visits/:id"),
  /** A planned visit that took place, with what is added to it: on top of the plan as the server has it by then. */
  complete: route<{ params: RecordParams; body: VisitCompletion; response: Visit }>(
    "POST",
    "/api/visits/:id/complete",
  ),
  deletionEffect: route<{ params: RecordParams; response: VisitToDelete }>(
    "GET",
    "/api/visits/:id/deletion-effect",
  ),
  delete: route<{ params: RecordParams; query: VisitConfirmation | undefined; response: VisitDeletion }>(
    "DELETE",
    "/api/visits/:id",
  ),
};
