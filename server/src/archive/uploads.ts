import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { ArchiveUpload, ArchiveUploadInput } from "@rounds/domain/archive/archive.ts";
import { partBytes } from "@rounds/domain/archive/limits.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { sql } from "kysely";
import { holdArchives } from "./lock.ts";
import type { ArchiveBytes } from "./zip-reader.ts";

/**
 * Announces an archive that is sent in parts. What else waited is dropped: there is one at a time. The same again gives
 * the same answer. Throws `id_taken` for another file under the id, and `archive_busy` while one is brought in, which
 * may be what would be dropped.
 */
export async function createUpload(
  db: Database,
  { id, file_name, bytes }: ArchiveUploadInput,
  made_by: string,
): Promise<ArchiveUpload> {
  return await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('rounds.archive.upload', 0))`.execute(tx);
    await holdArchives(tx);
    await sql`delete from archive.uploads where id <> ${id}`.execute(tx);
    await sql`insert into archive.uploads (id, made_by, file_name, bytes) values (${id}, ${made_by}, ${file_name}, ${bytes})
      on conflict (id) do nothing`.execute(tx);
    const upload = await readUpload(tx, id);
    if (upload.file_name !== file_name || upload.bytes !== bytes) throw new AppError("id_taken");
    return upload;
  });
}

/** An upload with the number of bytes that have arrived; throws `not_found`. */
async function readUpload(db: Database, id: string): Promise<ArchiveUpload> {
  const { rows } = await sql<ArchiveUpload>`
    select id, file_name, bytes, (select least(bytes, count(*) * ${sql.lit(partBytes)}) from archive.parts where upload_id = id) as received
    from archive.uploads where id = ${id}`.execute(db);
  const [upload] = rows;
  if (!upload) throw new AppError("not_found");
  return upload;
}

/** Stores the next part; one that has arrived before changes nothing. Throws `validation_failed` for one out of turn. */
export async function storePart(
  db: Database,
  id: string,
  number: number,
  base64: string,
): Promise<ArchiveUpload> {
  const content = Buffer.from(base64, "base64");
  return await transaction(db, async (tx) => {
    await sql`select from archive.uploads where id = ${id} for update`.execute(tx);
    const { bytes, received } = await readUpload(tx, id);
    const arrived = Math.ceil(received / partBytes);
    if (number > arrived)
      throw new AppError("validation_failed", { fields: { number: `Part ${arrived} comes next` } });
    const expected = Math.min(partBytes, bytes - number * partBytes);
    if (content.length !== expected)
      throw new AppError("validation_failed", {
        fields: { content: "This part is larger or smaller than it should be" },
      });
    if (number === arrived)
      await sql`insert into archive.parts (upload_id, number, content) values (${id}, ${number}, ${content})`.execute(
        tx,
      );
    return await readUpload(tx, id);
  });
}

/** The bytes of an upload that has arrived whole; throws `not_found`, also when they are read, and `validation_failed` before that. */
export async function openUpload(db: Database, id: string): Promise<ArchiveBytes> {
  const { bytes, received } = await readUpload(db, id);
  if (received < bytes)
    throw new AppError("validation_failed", { message: "The file has not arrived whole yet." });
  return {
    size: bytes,
    async read(offset, length) {
      const end = Math.min(offset + length, bytes);
      if (end <= offset) return Buffer.alloc(0);
      const { rows } = await sql<{ piece: Buffer }>`
        select substring(content from greatest(${offset}::bigint - number::bigint * ${sql.lit(partBytes)}, 0)::integer + 1
          for (least(${end}::bigint - number::bigint * ${sql.lit(partBytes)}, ${sql.lit(partBytes)})
            - greatest(${offset}::bigint - number::bigint * ${sql.lit(partBytes)}, 0))::integer) as piece
        from archive.parts
        where upload_id = ${id} and number between ${Math.floor(offset / partBytes)} and ${Math.floor((end - 1) / partBytes)}
        order by number`.execute(db);
      const read = Buffer.concat(rows.map(({ piece }) => piece));
      // Another archive was announced meanwhile.
      if (read.length < end - offset) throw new AppError("not_found");
      return read;
    },
  };
}

/** Drops an upload that has done its work. */
export async function dropUpload(db: Database, id: string): Promise<void> {
  await sql`delete from archive.uploads where id = ${id}`.execute(db);
}
