import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { Doctor } from "./doctor.ts";
import type {
  DeletionEffect,
  DoctorAlikeQuery,
  DoctorConfirmation,
  DoctorCreation,
  DoctorExportQuery,
  DoctorList,
  DoctorListQuery,
  DoctorOptions,
  DoctorPickerQuery,
  DoctorPlaces,
  DoctorsAlike,
  DoctorToDelete,
  DoctorUpdate,
  LastCity,
} from "./doctor-list.ts";

import type { LikelyPairs, LikelyPairsQuery, PairDecision } from "./duplicates/likely-pairs.ts";

import type { Merge, Merged, MergePreview } from "./duplicates/merge-doctors.ts";

export const doctorRoutes = {
  list: route<{ query: DoctorListQuery; response: DoctorList }>("GET", "/api/doctors"),
  /** All doctors under the filters, in the order of the list, as CSV or an Excel workbook; streamed. */
  export: route<{ query: DoctorExportQuery; response: string }>("GET", "/api/doctors/export"),
  places: route<{ response: DoctorPlaces }>("GET", "/api/doctors/places"),
  pick: route<{ query: DoctorPickerQuery; response: DoctorOptions }>("GET", "/api/doctors/choices"),
  alike: route<{ query: DoctorAlikeQuery; response: DoctorsAlike }>("GET", "/api/doctors/alike"),
  lastCity: route<{ response: LastCity }>("GET", "/api/doctors/last-city"),
  likelyPairs: route<{ query: LikelyPairsQuery; response: LikelyPairs }>("GET", "/api/doctors/likely-pairs"),
  /** Says of two doctors that they are two, for everybody, or takes that back. */
  decidePair: route<{ body: PairDecision; response: PairDecision }>("POST", "/api/doctors/likely-pairs"),
  /** What would become of a doctor and another one, if they were merged. */
  mergePreview: route<{
    params: RecordParams;
    query: { other?: string | undefined };
    response: MergePreview;
  }>("GET", "/api/doctors/:id/merge-preview"),
  /** Makes one of two doctors: the one of the path stays. */
  merge: route<{ params: RecordParams; body: Merge; response: Merged }>("POST", "/api/doctors/:id/merge"),
  /** One doctor; of the id of one who was merged into another, that one. */
  read: route<{ params: RecordParams; response: Doctor }>("GET", "/api/doctors/:id"),
  create: route<{ body: DoctorCreation; response: Doctor }>("POST", "/api/doctors"),
  update: route<{ params: RecordParams; body: DoctorUpdate; response: Doctor }>("PUT", "/api/doctors/:id"),
  deletionEffect: route<{ params: RecordParams; response: DoctorToDelete }>(
    "GET",
    "/api/doctors/:id/deletion-effect",
  ),
  delete: route<{ params: RecordParams; query: DoctorConfirmation | undefined; response: DeletionEffect }>(
    "DELETE",
    "/api/doctors/:id",
  ),
};
