import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { aDoctor, anId, doctorBody } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";

const filters = { by: anId(), noun: "holidays", start_date: "2025-06-01", end_date: "2025-06-30" };
const whole = { units: {} };
/** A line that is not of this deletion, or no number for it, changes nothing. */
const harmless = (field: string, value: unknown) =>
  field === "units" && (value === undefined || (typeof value === "object" && value !== null));

async function deletedDoctor(member: Member, batch = anId()): Promise<{ id: string; batch: string }> {
  const { id } = await aDoctor(member);
  const headers = { "idempotency-key": batch };
  await member.send(doctorRoutes.delete.path.replace(":id", id), { method: "DELETE", headers });
  return { id, batch };
}

/** One valid call of every route of the history; each uses new rows of its own. */
export const historyCalls = {
  "history.list": async () => ({
    ...historyRoutes.list,
    query: { ...filters, before: "7" },
    takes: [...Object.keys(filters), "before"],
  }),
  "history.export": async () => ({
    ...historyRoutes.export,
    query: filters,
    takes: [...Object.keys(filters), "format"],
  }),
  "history.ofRecord": async (member: Member) => {
    const doctor = await aDoctor(member);
    const { id: _, ...body } = doctorBody({ name: "Dr. Renamed" });
    await member.call(doctorRoutes.update, { params: doctor, body: { ...body, version: 1 } });
    const { method, path } = historyRoutes.ofRecord;
    const of = { method, path: path.replace(":noun", "doctors"), params: { id: doctor.id } };
    return { ...of, query: { before: "900000000000" }, takes: ["before"] };
  },
  "history.deleted": async () => ({ ...historyRoutes.deleted, query: { before: "7" }, takes: ["before"] }),
  "history.erase": async (member: Member) => {
    const { id } = await deletedDoctor(member);
    return { ...historyRoutes.erase, params: { id } };
  },
  "history.restore": async (member: Member) => {
    const { id } = await deletedDoctor(member);
    return { ...historyRoutes.restore, params: { id }, body: whole, harmless };
  },
  "history.undo": async (member: Member) => {
    const { batch } = await deletedDoctor(member);
    return { ...historyRoutes.undo, params: { id: batch }, body: whole, harmless };
  },
};
