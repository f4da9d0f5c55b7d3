import { archiveRoutes } from "@rounds/domain/archive/routes.ts";
import { anId } from "@rounds/testkit/builders.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { archiveOf } from "../testing/archives.ts";
import { importArchive } from "./import-archive.ts";
import { openUpload } from "./uploads.ts";

const app = await startApp();
await sql`update auth.users set app_metadata = app_metadata || '{"role":"admin"}' where id = ${app.id}`.execute(
  app.db,
);
afterAll(() => app.close());

test("an archive is made one at a time, and none is announced meanwhile", async () => {
  const client = await app.database.pool.connect();
  await client.query("begin; select pg_advisory_xact_lock(hashtextextended('rounds.archive', 0))");
  const { status, text } = await app.send(archiveRoutes.export.path);
  expect([status, JSON.parse(text).code]).toEqual([409, "archive_busy"]);
  const body = { id: anId(), file_name: "a.zip", bytes: 1 };
  await expect(app.call(archiveRoutes.upload, { body })).rejects.toMatchObject({ code: "archive_busy" });
  await client.query("commit");
  client.release();
});

test("nobody announces or makes another one while one is brought in, from its first byte to its end, also if it fails", async () => {
  const archive = await archiveOf(app);
  const statusesOfOthers = async () => {
    const body = { id: anId(), file_name: "other.zip", bytes: 1 };
    const upload = await app.send(archiveRoutes.upload.path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const made = await app.send(archiveRoutes.export.path);
    return [upload, made].map(({ status }) => status);
  };
  /** Brings bytes in; at the first that are read, others try. */
  async function bringingIn(bytes: Buffer) {
    let meanwhile: number[] | undefined;
    const file = {
      size: bytes.length,
      async read(offset: number, length: number) {
        meanwhile ??= await statusesOfOthers();
        return bytes.subarray(offset, offset + length);
      },
    };
    const by = { actor_id: app.id, client: { ip: null, user_agent: null } };
    const { accounts } = app.auth;
    const { signal } = new AbortController();
    const done = await importArchive(app.db, file, { accounts, by, tell: () => {}, signal }).catch(
      () => null,
    );
    return { meanwhile, isDone: done !== null };
  }
  const busy = [409, 409];
  expect(await bringingIn(archive.subarray(0, archive.length - 100))).toEqual({
    meanwhile: busy,
    isDone: false,
  });
  expect(await statusesOfOthers()).toEqual([201, 200]);
  expect(await bringingIn(archive)).toEqual({ meanwhile: busy, isDone: true });
  expect(await statusesOfOthers()).toEqual([201, 200]);
});

test("the bytes of an upload that another one took the place of are not found", async () => {
  const body = { id: anId(), file_name: "a.zip", bytes: 3 };
  await app.call(archiveRoutes.upload, { body });
  const content = Buffer.from("abc").toString("base64");
  await app.call(archiveRoutes.part, { params: body, body: { number: 0, content } });
  const upload = await openUpload(app.db, body.id);
  expect(String(await upload.read(1, 5))).toBe("bc");
  await app.call(archiveRoutes.upload, { body: { ...body, id: anId() } });
  await expect(upload.read(1, 5)).rejects.toMatchObject({ code: "not_found" });
});
