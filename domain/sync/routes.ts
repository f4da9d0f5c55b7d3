import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { SyncNoun } from "./nouns.ts";
import type { Device, DeviceReport, PackedAnswer, Pin, SyncIds, SyncQuery, SyncRows } from "./sync.ts";

export const syncRoutes = {
  pull: route<{ query: SyncQuery; response: PackedAnswer }>("GET", "/api/sync"),
  ids: route<{ query: { noun: SyncNoun }; response: SyncIds }>("GET", "/api/sync/ids"),
  rows: route<{ query: { noun: SyncNoun; ids: string }; response: SyncRows }>("GET", "/api/sync/rows"),
  report: route<{ body: DeviceReport; response: { synced_at: string } }>("POST", "/api/sync/devices"),
  /** Whether the person keeps a doctor on the phone in any case. */
  pinned: route<{ params: RecordParams; response: Pin }>("GET", "/api/doctors/:id/pin"),
  pin: route<{ params: RecordParams; response: Pin }>("PUT", "/api/doctors/:id/pin"),
  unpin: route<{ params: RecordParams; response: Pin }>("DELETE", "/api/doctors/:id/pin"),
  /** For administrators: the devices of a person. */
  devices: route<{ params: RecordParams; response: Device[] }>("GET", "/api/team/:id/devices"),
};
