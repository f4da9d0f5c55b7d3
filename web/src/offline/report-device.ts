import { momentOf } from "@rounds/domain/calendar/calendar.ts";
import type { DeviceReport } from "@rounds/domain/sync/sync.ts";
import type { Phone, PhoneState } from "../phone/phone-state.ts";

/** A device whose figures stay the same reports again after this time, so that its last sync is known. */
const pause = 300_000;

/** How a device reports. */
export type Sending = { send(report: DeviceReport): Promise<unknown>; id: string; now(): number };

/**
 * Tells the server after each sync what this device keeps and what waits here, for administrators. Returns how to stop.
 * A report that does not arrive is made up for by the next one.
 */
export function reportDevice(phone: Phone, sending: Sending): () => void {
  let sent = "";
  let sentAt = 0;
  let synced = phone.state().meta?.synced_at ?? 0;
  return phone.subscribe(() => {
    const state = phone.state();
    const { synced_at = 0 } = state.meta ?? {};
    if (synced_at === synced) return;
    synced = synced_at;
    const report = reportOf(state, sending.id);
    const text = JSON.stringify(report);
    const at = sending.now();
    if (text === sent && at - sentAt < pause) return;
    sent = text;
    sentAt = at;
    sending.send(report).catch(() => {
      sent = "";
    });
  });
}

/** What a device says of itself. */
function reportOf({ base, outbox, meta }: PhoneState, id: string): DeviceReport {
  const oldest = Math.min(...outbox.map(({ made_at }) => made_at));
  const needs_you = outbox.filter(({ state }) => state === "needs_you").length;
  return {
    id,
    rows: base.doctors.size + base.products.size + base.visits.size,
    waiting: outbox.length - needs_you,
    needs_you,
    oldest_at: outbox.length === 0 ? null : momentOf(oldest + (meta?.clock_offset ?? 0)),
  };
}
