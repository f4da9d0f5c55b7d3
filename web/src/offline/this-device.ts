import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { call } from "../api/client.ts";
import { now } from "../api/clock.ts";
import { newId } from "../api/new-id.ts";
import type { Sending } from "./report-device.ts";

/** Where this browser keeps the id of the device. It says nothing about a person. */
export const deviceKey = "rounds-device";

/** How this device reports. */
export function deviceSending(): Sending {
  return { send: (body) => call(syncRoutes.report, { body }), id: deviceId(), now };
}

/** The id of this device; without storage, another one each time. */
function deviceId(): string {
  const made = newId();
  try {
    const kept = localStorage.getItem(deviceKey);
    if (kept && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(kept)) return kept;
    localStorage.setItem(deviceKey, made);
  } catch {
    // Storage is forbidden or full.
  }
  return made;
}
