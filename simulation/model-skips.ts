import type { ErrorBody, ErrorCode } from "@rounds/domain/errors/errors.ts";
import type { Entry } from "../web/src/phone/entry.ts";
import type { Answer } from "../web/src/phone/ports.ts";
import { skipOf } from "../web/src/phone/skip-entity.ts";
import { removed } from "./intents.ts";
import type { World } from "./world.ts";

/** Where the reasons of a person's skip of a doctor stand, one after another. */
export function skipSlot(user: string, entity: string): string {
  return `${user} ${entity}.reason`;
}

type Sent = Pick<Entry, "op" | "entity" | "key"> & { user: string };
type Given = {
  refuse(sent: Sent, code: ErrorCode, fields?: ErrorBody["fields"]): Exclude<Answer<unknown>, "none">;
  isThere(doctor_id: string): boolean;
};

/** The skips of the model server: each request is known by its key, and some come after their day. */
export function createSkips({ random, weather, ledger, fail }: World, { refuse, isThere }: Given) {
  const stored = new Map<string, string>();
  const past = new Set<string>();
  const keys = new Set<string>();

  function write(slot: string, reason: string) {
    const problem = ledger.wrote(slot, reason);
    // A server that knows no keys does what comes twice twice.
    if (problem && !weather.isForgetful) fail(problem);
    if (reason === removed) stored.delete(slot);
    else stored.set(slot, reason);
  }

  return {
    stored: stored as ReadonlyMap<string, string>,
    past: past as ReadonlySet<string>,
    /** They go with their doctor. */
    deleted(doctor_id: string): void {
      for (const slot of [...stored.keys()]) if (slot.includes(doctor_id)) write(slot, removed);
    },
    handle(sent: Sent, { reason }: { reason?: unknown }): Exclude<Answer<unknown>, "none"> {
      const { op, entity, key, user } = sent;
      const slot = skipSlot(user, entity);
      const before = stored.get(slot);
      const isNew = !keys.has(key) || weather.isForgetful;
      if (op === "create" && isNew) {
        const isGone = !isThere(skipOf(entity).doctor_id);
        if (isGone || random.chance(0.05)) past.add(String(reason));
        if (isGone) return refuse(sent, "not_found");
        if (past.has(String(reason))) return refuse(sent, "validation_failed", { day: "over" });
      }
      keys.add(key);
      if (isNew && op === "create" && reason !== before) write(slot, String(reason));
      if (isNew && op === "delete" && before !== undefined) write(slot, removed);
      const now = op === "create" || !isNew ? stored.get(slot) : before;
      if (now === undefined) return refuse(sent, "not_found");
      return { status: 200, body: { ...skipOf(entity), reason: now } };
    },
  };
}
