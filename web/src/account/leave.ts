import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import type { LeaveRange, OwnLeave } from "@rounds/domain/coverage/settings.ts";
import { callUndoable } from "../api/batches.ts";
import { queryClient } from "../api/query-client.ts";
import { readQuery } from "../api/reading.ts";

/** One's own leave, in ranges. */
export const leaveQuery = () => readQuery(["coverage", "leave"], coverageRoutes.leave, {});

/** Adds days of leave. */
export async function addLeave(body: LeaveRange): Promise<OwnLeave> {
  const saved = await callUndoable(coverageRoutes.addLeave, { body });
  await leaveChanged();
  return saved;
}

/** Removes days of leave. */
export async function removeLeave(query: LeaveRange): Promise<OwnLeave> {
  const saved = await callUndoable(coverageRoutes.removeLeave, { query });
  await leaveChanged();
  return saved;
}

/** What is due depends on the field days that are left: everything that is shown is read again. */
function leaveChanged(): Promise<void> {
  return queryClient.invalidateQueries();
}
