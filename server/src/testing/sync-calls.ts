import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { aDoctor, anId } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";

const query = {
  cursor: "1.x.1",
  digest: "1",
  after_doctors: anId(),
  after_products: "",
  after_visits: anId(),
};
const report = { id: anId(), rows: 3, waiting: 2, needs_you: 1, oldest_at: "2025-06-15T09:00:00.000Z" };

/** A valid call of each route of the sync. */
export const syncCalls = {
  "sync.pull": async () => ({ ...syncRoutes.pull, query, takes: Object.keys(query) }),
  "sync.ids": async () => ({ ...syncRoutes.ids, query: { noun: "visits" }, takes: ["noun"] }),
  "sync.rows": async () => ({
    ...syncRoutes.rows,
    query: { noun: "doctors", ids: `${anId()},${anId()}` },
    takes: ["noun", "ids"],
  }),
  "sync.report": async () => ({
    ...syncRoutes.report,
    body: report,
    // No rows; nothing waits; a moment may be written differently.
    harmless: (field: string, value: unknown) =>
      field === "oldest_at" ? value === null || !Number.isNaN(Date.parse(String(value))) : value === 0,
  }),
  "sync.pinned": async (member: Member) => ({
    ...syncRoutes.pinned,
    params: { id: (await aDoctor(member)).id },
  }),
  "sync.pin": async (member: Member) => ({ ...syncRoutes.pin, params: { id: (await aDoctor(member)).id } }),
  "sync.unpin": async (member: Member) => ({
    ...syncRoutes.unpin,
    params: { id: (await aDoctor(member)).id },
  }),
  "sync.devices": async ({ id }: { id: string }) => ({ ...syncRoutes.devices, params: { id } }),
};
