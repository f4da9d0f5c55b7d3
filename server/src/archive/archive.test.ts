import { createHash } from "node:crypto";
import { archiveFileName, type Manifest } from "@rounds/domain/archive/archive.ts";
import { archiveRoutes } from "@rounds/domain/archive/routes.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { viewRoutes } from "@rounds/domain/views/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import { aDoctor, anId, anItem, aProduct, aVisit, itemsOf, visitEdit } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";
import { archiveOf, bringIn, filesOf, zipOf } from "../testing/archives.ts";
import { archiveTables, leftOut, representativesFile } from "./tables.ts";

let old: TestApp;
let ravi: Member;
let archive: Buffer;
const open: TestApp[] = [];

/** An empty Rounds with an administrator. */
async function emptyRounds(email = "asha@example.com"): Promise<TestApp> {
  const app = await startApp({ email });
  await sql`update auth.users set app_metadata = app_metadata || '{"role":"admin"}' where id = ${app.id}`.execute(
    app.db,
  );
  open.push(app);
  return app;
}

const saves = (member: Member, key: string, path: string, method: string) =>
  member.send(path, { method, headers: { "idempotency-key": key } });

beforeAll(async () => {
  old = await emptyRounds();
  ravi = await old.signUp("ravi@example.com");
  await sql`update auth.users set user_metadata = '{"full_name":"=Ravi \\"R\\""}' where id = ${ravi.id}`.execute(
    old.db,
  );
  await old.call(coverageRoutes.saveHolidays, {
    body: { holidays: [{ day: "2025-08-15", name: 'Holiday, "free"' }] },
  });
  const [a, b] = [await aProduct(old, 100, { name: "'=Alpha" }), await aProduct(ravi, 50, { name: "-Beta" })];
  const doctor = await aDoctor(ravi, {
    name: "=Dr. Sum(1)",
    representative_id: ravi.id,
    contact_number: "+91 98220 11111",
  });
  const gone = await aDoctor(old, { name: "Dr. Gone", representative_id: old.id });
  await sql`update doctors set representative_id = ${ravi.id} where id = ${gone.id}`.execute(old.db);
  await aVisit(ravi, gone.id, { items: [anItem(a.id, 2)] });
  const visit = await aVisit(ravi, doctor.id, {
    notes: 'a, "b"\nc\n\n\'+d',
    items: [anItem(a.id, 3, "10.50"), anItem(b.id, 1)],
  });
  const [line] = itemsOf(visit);
  if (!line) throw new Error("a line");
  await ravi.call(visitRoutes.update, {
    params: { id: visit.id },
    body: visitEdit(visit, { visit_date: "2025-05-02", items: [{ ...line, quantity: 5 }] }),
  });
  await saves(old.member, anId(), `/api/doctors/${gone.id}`, "DELETE");
  await old.call(doctorRoutes.update, {
    params: { id: doctor.id },
    body: { name: "@Dr. New", norm: 3, version: doctor.version, representative_id: old.id } as never,
  });
  await ravi.call(todayRoutes.skip, {
    params: { id: doctor.id },
    body: { day: "2025-06-15", reason: "clinic_closed", note: "=1" } as never,
  });
  await ravi.call(viewRoutes.create, {
    body: {
      id: anId(),
      list: "doctors",
      name: "Pune",
      shared: false,
      filters: { city: "Pune" },
      columns: ["Name"],
    },
  });
  await ravi.call(coverageRoutes.addLeave, { body: { from: "2025-06-20", to: "2025-06-21" } });
  archive = await archiveOf(old);
});
afterAll(async () => {
  for (const app of open) await app.close();
});

const manifestOf = (bytes: Uint8Array): Manifest => JSON.parse(filesOf(bytes)["manifest.json"] ?? "");
const lastOf = async (bytes: Buffer, app: TestApp) => (await bringIn(app.member, bytes)).at(-1);

/** The archive with other content of one file; the table of contents follows if it should. */
function changed(file: string, change: (text: string) => string, { follows = true, rows = 0 } = {}): Buffer {
  const files = filesOf(archive);
  const text = change(files[file] ?? "");
  const contents = manifestOf(archive);
  if (follows)
    contents.files = contents.files.map((entry) =>
      entry.name === file
        ? {
            ...entry,
            rows: entry.rows + rows,
            bytes: Buffer.byteLength(text),
            sha256: createHash("sha256").update(text).digest("hex"),
          }
        : entry,
    );
  return zipOf({ ...files, [file]: text, "manifest.json": JSON.stringify(contents) });
}

describe("an archive", () => {
  test("holds every table, or says why not", async () => {
    const { rows } = await sql<{ name: string }>`
      select case table_schema when 'public' then '' else table_schema || '.' end || table_name as name
      from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
      old.db,
    );
    const names = rows.map(({ name }) => name);
    const held = archiveTables.map(({ table }) => table);
    const isNamed = (name: string) =>
      held.includes(name) || name in leftOut || `${name.split(".")[0]}.*` in leftOut;
    expect(names.filter((name) => !isNamed(name))).toEqual([]);
    const isThere = (name: string) =>
      name.endsWith(".*") ? names.some((found) => found.startsWith(name.slice(0, -1))) : names.includes(name);
    const expected = [...Object.keys(leftOut), ...held];
    expect(expected.filter((name) => !isThere(name))).toEqual([]);
  });

  test("is a file for administrators, with a table of contents and nothing that lets anybody in", async () => {
    const answer = await fetch(`${old.url}${archiveRoutes.export.path}`, {
      headers: { authorization: `Bearer ${old.token}` },
    });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="${archiveFileName("2025-06-15")}"`,
    );
    const files = filesOf(new Uint8Array(await answer.arrayBuffer()));
    const { control, files: listed } = JSON.parse(files["manifest.json"] ?? "") as Manifest;
    expect(control).toEqual({ visits: 1, sales_total_paise: "5250", stock_units: 145 });
    for (const { name, sha256 } of listed)
      expect(
        createHash("sha256")
          .update(files[name] ?? "")
          .digest("hex"),
      ).toBe(sha256);
    expect(files["people.csv"]).toMatch(/^\ufeffid,email,role,name,created_at,deleted_at\r\n/);
    expect(files["people.csv"]).toContain("'=Ravi");
    expect(Object.values(files).join("")).not.toMatch(/argon2|refresh|password_hash/);
    expect((await ravi.send(archiveRoutes.export.path)).status).toBe(403);
    expect((await ravi.send(archiveRoutes.state.path)).status).toBe(403);
  });
});

describe("bringing one in", () => {
  test("gives the same rows, sums and answers, and a second archive that equals the first", async () => {
    const app = await emptyRounds("other@example.com");
    // The same administrator under the same id, as on a server that takes the place of the old one.
    await sql`update auth.users set email = 'was@example.com' where id = ${app.id}`.execute(app.db);
    const { rows } = await sql<{
      row: string;
    }>`select to_jsonb(users) as row from auth.users where id = ${old.id}`.execute(old.db);
    await sql`insert into auth.users (id, email, app_metadata, user_metadata, email_confirmed_at, created_at, updated_at)
      select id, email, app_metadata, user_metadata, email_confirmed_at, created_at, updated_at
      from jsonb_populate_record(null::auth.users, ${JSON.stringify(rows[0]?.row)}::jsonb)`.execute(app.db);
    const { rows: epoch } = await sql<{ id: string }>`select id from sync.epoch`.execute(app.db);
    expect(await lastOf(archive, app)).toMatchObject({
      done: { doctors: 1, products: 2, visits: 1, sales: 1, people: 2, people_made: 1 },
    });
    const second = await archiveOf(app);
    const [before, after] = [manifestOf(archive), manifestOf(second)];
    const files = ({ files }: Manifest) => files.filter(({ name }) => name !== "people.csv");
    expect(files(after)).toEqual(files(before));
    expect(after.control).toEqual(before.control);
    const people = (bytes: Buffer) =>
      (filesOf(bytes)["people.csv"] ?? "").split("\r\n").filter((line) => !line.includes("was@"));
    expect(people(second)).toEqual(people(archive));
    expect([await checkBooks(app.database), await checkRollups(app.database)]).toEqual([[], []]);
    expect((await sql<{ id: string }>`select id from sync.epoch`.execute(app.db)).rows).not.toEqual(epoch);
  });

  test("maps people by their address, lets nobody in, and is audited", async () => {
    const app = await emptyRounds();
    expect(await lastOf(archive, app)).toHaveProperty("done");
    const { rows } = await sql<{
      created_by: string;
    }>`select created_by from products where name like '%Alpha'`.execute(app.db);
    expect(rows[0]?.created_by).toBe(app.id);
    const { rows: made } = await sql<Record<string, unknown>>`
      select id, password_hash, confirmed_at, banned_until > now() + interval '50 years' as is_banned, app_metadata ->> 'role' as role
      from auth.users where email = 'ravi@example.com'`.execute(app.db);
    expect(made).toEqual([
      { id: ravi.id, password_hash: null, confirmed_at: null, is_banned: true, role: null },
    ]);
    const { rows: noted } =
      await sql`select from auth.audit_log where action = 'archive_brought_in' and actor_id = ${app.id}`.execute(
        app.db,
      );
    expect(noted).toHaveLength(1);
    await app.auth.accounts.invite("ravi@example.com", "representative", {
      actor_id: app.id,
      client: { ip: null, user_agent: null },
    });
    const { rows: invited } = await sql<{
      banned_until: null;
    }>`select banned_until from auth.users where id = ${ravi.id}`.execute(app.db);
    expect(invited).toEqual([{ banned_until: null }]);
    // What was deleted can come back, and takes its stock.
    const { rows: deleted } = await app.call(historyRoutes.deleted, {});
    expect(deleted.map(({ noun }) => noun)).toEqual(["doctors"]);
    await app.call(historyRoutes.restore, { params: { id: deleted[0]?.id ?? "" }, body: {} });
    expect([await checkBooks(app.database), await checkRollups(app.database)]).toEqual([[], []]);
  });

  test("of a release that did not keep former representatives yet, gets them from the history", async () => {
    const isLater = (line: string) => line.includes("doctor_representatives");
    const bytes = changed(
      "history.csv",
      (text) =>
        text
          .split("\r\n")
          .filter((line) => !isLater(line))
          .join("\r\n"),
      { rows: -1 },
    );
    const { [representativesFile]: _, ...files } = filesOf(bytes);
    const contents = manifestOf(bytes);
    contents.files = contents.files.filter(({ name }) => name !== representativesFile);
    const app = await emptyRounds();
    const earlier = zipOf({ ...files, "manifest.json": JSON.stringify(contents) });
    expect(await lastOf(earlier, app)).toHaveProperty("done");
    const former = async () => {
      const { rows } = await sql<{ name: string; of: string }>`
        select name, former.representative_id as of from doctor_representatives as former join doctors on id = doctor_id
        order by name`.execute(app.db);
      return rows.map(({ name, of }) => [name, of]);
    };
    expect(await former()).toEqual([["@Dr. New", ravi.id]]);
    const { rows: deleted } = await app.call(historyRoutes.deleted, {});
    await app.call(historyRoutes.restore, { params: { id: deleted[0]?.id ?? "" }, body: {} });
    expect(await former()).toEqual([
      ["@Dr. New", ravi.id],
      ["Dr. Gone", app.id],
    ]);
  });

  test("is refused where there is something, with a stable code", async () => {
    const app = await emptyRounds();
    await aDoctor(app);
    expect(await lastOf(archive, app)).toMatchObject({ problem: { code: "archive_not_empty" } });
    expect(await app.call(archiveRoutes.state, {})).toMatchObject({ is_empty: false, doctors: 1, visits: 0 });
  });

  test("works after everything was deleted, and once only", async () => {
    const app = await emptyRounds();
    expect(await lastOf(archive, app)).toHaveProperty("done");
    const { rows } = await app.call(doctorRoutes.list, {});
    for (const { id } of rows) await app.call(doctorRoutes.delete, { params: { id } });
    for (const { id } of (await sql<{ id: string }>`select id from products`.execute(app.db)).rows)
      await app.send(`/api/products/${id}`, { method: "DELETE" });
    expect(await lastOf(archive, app)).toHaveProperty("done");
    expect(manifestOf(await archiveOf(app)).control).toEqual(manifestOf(archive).control);
    expect(await lastOf(archive, app)).toMatchObject({ problem: { code: "archive_not_empty" } });
  });
});

describe("an archive that is wrong changes nothing and says where", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await emptyRounds();
  });

  const files = () => filesOf(archive);
  const cases: [string, () => Buffer, object][] = [
    ["cut", () => archive.subarray(0, archive.length - 100), {}],
    ["cut to a few bytes", () => archive.subarray(0, 10), {}],
    [
      "with a changed byte",
      () => changed("visits.csv", (text) => text.replace("completed", "scheduled"), { follows: false }),
      { file: "visits.csv" },
    ],
    [
      "with rows in another order",
      () =>
        changed(
          "products.csv",
          (text) => {
            const [head = "", ...rest] = text.split(/\r\n(?=\w{8}-)/);
            return [head, ...rest.map((row) => row.replace(/\r\n$/, "")).reverse()]
              .join("\r\n")
              .concat("\r\n");
          },
          { follows: false },
        ),
      { file: "products.csv" },
    ],
    ["with another file", () => zipOf({ ...files(), "readme.txt": "Hello" }), { file: "readme.txt" }],
    ["with a path", () => zipOf({ ...files(), "../doctors.csv": "Hello" }), { file: "../doctors.csv" }],
    [
      "without a file",
      () => {
        const { "sales.csv": _, ...rest } = files();
        return zipOf(rest);
      },
      { file: "sales.csv" },
    ],
    [
      "with a row too many",
      () => changed("sales.csv", (text) => `${text}${anId()}\r\n`),
      { file: "sales.csv", line: 3 },
    ],
    [
      "with a value that is none",
      () => changed("visits.csv", (text) => text.replace("2025-05-02", "2025-02-31")),
      { file: "visits.csv", line: 2 },
    ],
    [
      "with a visit of nobody",
      () => changed("doctors.csv", (text) => `${text.split("\r\n")[0]}\r\n`, { rows: -1 }),
      {},
    ],
    [
      "with a ledger that gives another stock",
      () => changed("stock_transactions.csv", (text) => text.replace(",100,", ",101,")),
      { file: "stock_transactions.csv" },
    ],
    [
      "with a quotation mark that never ends",
      () => changed("sales.csv", (text) => `${text}"a`),
      { file: "sales.csv" },
    ],
    [
      "that is a bomb",
      () => zipOf({ ...files(), "doctors.csv": "a".repeat(20_000_000) }),
      { file: "doctors.csv" },
    ],
    [
      "of the future",
      () => zipOf({ ...files(), "manifest.json": JSON.stringify({ ...manifestOf(archive), format: 2 }) }),
      { file: "manifest.json" },
    ],
    [
      "without sense in its table of contents",
      () => zipOf({ ...files(), "manifest.json": "[" }),
      { file: "manifest.json" },
    ],
  ];

  test.each(cases)("%s", async (_, make, place) => {
    const before = manifestOf(await archiveOf(app)).files;
    const last = await lastOf(make(), app);
    expect(last).toMatchObject({ problem: { code: "archive_unusable", ...place } });
    expect((last as { problem: { message: string } }).problem.message).toContain("Nothing was changed.");
    expect(manifestOf(await archiveOf(app)).files).toEqual(before);
  });

  test("a part out of turn or of another size is refused at its field", async () => {
    const id = anId();
    await app.call(archiveRoutes.upload, { body: { id, file_name: "a.zip", bytes: 1_000_000 } });
    const part = (number: number, bytes: number) =>
      app.call(archiveRoutes.part, {
        params: { id },
        body: { number, content: Buffer.alloc(bytes).toString("base64") },
      });
    await expect(part(1, 10)).rejects.toMatchObject({ fields: { number: "Part 0 comes next" } });
    await expect(part(0, 10)).rejects.toMatchObject({ code: "validation_failed" });
    const { status } = await app.send(`/api/archive/uploads/${id}/bring-in`, { method: "POST" });
    expect(status).toBe(400);
  });
});
