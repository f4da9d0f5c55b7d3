import { randomUUID } from "node:crypto";
import type { ArchiveNews } from "@rounds/domain/archive/archive.ts";
import { partBytes } from "@rounds/domain/archive/limits.ts";
import { archiveRoutes } from "@rounds/domain/archive/routes.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import type { TestDatabase } from "@rounds/testkit/database.ts";
import { strToU8, unzipSync, zipSync } from "fflate";
import { exportArchive } from "../archive/export-archive.ts";

/** The archive of a database, whole. */
export async function archiveOf(
  { db }: Pick<TestDatabase, "db">,
  now = "2025-06-15T10:00:00.000Z",
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of exportArchive(db, { product: "Rounds", now, time_zone: "Asia/Kolkata" }))
    pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The files of an archive as texts, unpacked by a library of others. */
export function filesOf(archive: Uint8Array): Record<string, string> {
  return Object.fromEntries(
    Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  );
}

/** An archive of these files, packed by a library of others. */
export function zipOf(files: Record<string, string>): Buffer {
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
}

/** Sends an archive in parts, and returns the id of the upload. */
async function sendArchive(member: Member, bytes: Buffer, id: string = randomUUID()): Promise<string> {
  const body = { id, file_name: "rounds.zip", bytes: bytes.length };
  await member.call(archiveRoutes.upload, { body });
  for (let number = 0; number * partBytes < bytes.length; number++) {
    const content = bytes.subarray(number * partBytes, (number + 1) * partBytes).toString("base64");
    await member.call(archiveRoutes.part, { params: { id }, body: { number, content } });
  }
  return id;
}

/** Sends an archive and brings it in; returns all lines of the answer. */
export async function bringIn(member: Member, bytes: Buffer): Promise<ArchiveNews[]> {
  const id = await sendArchive(member, bytes);
  const answer = await member.send(`/api/archive/uploads/${id}/bring-in`, { method: "POST" });
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
