import { bulkEditRoutes } from "@rounds/domain/bulk-edits/routes.ts";
import { aDoctor, anId } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";

const bodyOf = async (member: Member) => ({
  id: anId(),
  change: { kind: "doctor_class" as const, value: "B" as const },
  selection: { rows: [{ id: (await aDoctor(member)).id, version: 1 }] },
});

async function prepared(member: Member): Promise<{ id: string }> {
  const body = await bodyOf(member);
  await member.call(bulkEditRoutes.prepare, { body });
  return { id: body.id };
}

/** A valid call of each route of bulk edits. */
export const bulkEditCalls = {
  "bulkEdits.list": async () => bulkEditRoutes.list,
  "bulkEdits.prepare": async (member: Member) => ({
    ...bulkEditRoutes.prepare,
    body: await bodyOf(member),
    // None.
    harmless: (field: string, value: unknown) => field === "change.value" && value === null,
  }),
  "bulkEdits.read": async (member: Member) => ({ ...bulkEditRoutes.read, params: await prepared(member) }),
  "bulkEdits.run": async (member: Member) => ({ ...bulkEditRoutes.run, params: await prepared(member) }),
  "bulkEdits.undo": async (member: Member) => ({ ...bulkEditRoutes.undo, params: await prepared(member) }),
};
