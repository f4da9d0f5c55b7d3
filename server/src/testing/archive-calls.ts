import { randomUUID } from "node:crypto";
import { archiveRoutes } from "@rounds/domain/archive/routes.ts";
import type { Member } from "@rounds/testkit/caller.ts";

/** An announced upload of three bytes. */
async function anUpload(member: Member): Promise<string> {
  const id = randomUUID();
  await member.call(archiveRoutes.upload, { body: { id, file_name: "archive.zip", bytes: 3 } });
  return id;
}

/** A valid call of each route of archives, in a Rounds that is empty where that is needed. */
export const archiveCalls = {
  "archive.state": async () => archiveRoutes.state,
  "archive.export": async () => archiveRoutes.export,
  "archive.upload": async () => ({
    ...archiveRoutes.upload,
    body: { id: randomUUID(), file_name: "archive.zip", bytes: 3 },
    texts: ["file_name"],
  }),
  "archive.part": async (member: Member) => ({
    ...archiveRoutes.part,
    params: { id: await anUpload(member) },
    body: { number: 0, content: "UEsF" },
    // The first part; any other three bytes.
    harmless: (field: string, value: unknown) =>
      (field === "number" && value === 0) || (field === "content" && String(value).length === 4),
  }),
  "archive.bringIn": async (member: Member) => {
    const id = await anUpload(member);
    await member.call(archiveRoutes.part, { params: { id }, body: { number: 0, content: "UEsF" } });
    return { ...archiveRoutes.bringIn, params: { id } };
  },
};
