import { everythingAllowed } from "@rounds/domain/account/permission-table.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyFields } from "@rounds/domain/history/fields.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { aDoctor } from "@rounds/testkit/builders.ts";
import { address } from "@rounds/testkit/caller.ts";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { validCalls } from "../testing/valid-calls.ts";

/** The first member is an administrator. */
const app = await startApp({ downloads: { total: 100, per_person: 100 } });
const ravi = await app.signUp("ravi@example.com");
afterAll(() => app.close());

/** Tables and whole schemas (`name.*`) whose changes are in no history, and why. */
const withoutHistory: Readonly<Record<string, string>> = {
  stock_transactions: "It is a history itself: nobody changes or deletes its rows.",
  doctor_norms: "Written by the database from the history of doctors.",
  doctor_representatives: "Written by the database from the history of doctors.",
  visit_skips: "A note of one day, which its own screen takes back.",
  "sync.pins": "Which doctors one phone keeps.",
  "lists.views": "How one person looks at lists; Undo makes a view again.",
  "directory.*": "Computed from doctors, or the record of a merge itself.",
  "sync.*": "What phones have.",
  "bulk.*": "How far bulk edits are; what they changed is in the history of doctors.",
  "imports.*": "Lists on their way in; what they changed is in the history of doctors.",
  "archive.*": "Archives on their way in.",
  "history.*": "The history itself.",
  "live.*": "Messages between servers.",
  "replica.*": "Which database follows which.",
  "auth.*":
    "How people sign in is in the audit log, which is append-only too; what they may do is in the history.",
  rollup_changes: "Sums, made again from the rows.",
  day_totals: "Sums, made again from the rows.",
  product_periods: "Sums, made again from the rows.",
  doctor_periods: "Sums, made again from the rows.",
  person_periods: "Sums, made again from the rows.",
  person_products: "Sums, made again from the rows.",
  person_doctors: "Sums, made again from the rows.",
  kysely_migration: "The schema's own.",
  kysely_migration_lock: "The schema's own.",
};

/** Columns of the records that people don't set, besides those of every record. */
const ownColumns: Readonly<Record<string, readonly string[]>> = {
  products: ["current_stock"],
  // Set once, where a visit comes from.
  visits: ["moves_stock"],
  sales: ["visit_id", "doctor_id", "position", "total_amount", "transaction_date"],
};
const ofEveryRecord =
  /^(id|version|changed|created_at|created_by|updated_at|updated_by|creation_digest|operation_key|edit_keys|rollup_key)$/;

type Trigger = { table: string; name: string; arguments: string[]; columns: string[]; on: string[] };

/** Every trigger that writes history: its arguments, the columns whose change it looks at, and what it fires at. */
async function readTriggers(): Promise<Trigger[]> {
  const { rows } = await sql<Trigger & { given: string }>`
    select case nspname when 'public' then '' else nspname || '.' end || relname as table, tgname as name,
      encode(tgargs, 'escape') as given,
      array(select attname::text from pg_attribute where attrelid = tgrelid and attnum = any(tgattr) order by 1) as columns,
      array_remove(array[case when tgtype & 4 > 0 then 'insert' end, case when tgtype & 8 > 0 then 'delete' end,
        case when tgtype & 16 > 0 then 'update' end], null) as on
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
      join pg_proc on pg_proc.oid = tgfoid
    where pronamespace = 'history'::regnamespace and relname <> 'changes' and not tgisinternal`.execute(
    app.db,
  );
  return rows.map(({ given, ...row }) => ({ ...row, arguments: given.split("\\000").filter(Boolean) }));
}

describe("the database notes", () => {
  test("changes and deletions of every table, or there is a reason", async () => {
    const { rows } = await sql<{ name: string }>`
      select case table_schema when 'public' then '' else table_schema || '.' end || table_name as name
      from information_schema.tables where table_type = 'BASE TABLE'
        and table_schema not in ('pg_catalog', 'information_schema')`.execute(app.db);
    const names = rows.map(({ name }) => name);
    const triggers = await readTriggers();
    const noted = (name: string) =>
      (name === "leave_days" ? ["delete"] : ["update", "delete"]).every((event) =>
        triggers.some(({ table, on }) => table === name && on.includes(event)),
      );
    const hasReason = (name: string) => name in withoutHistory || `${name.split(".")[0]}.*` in withoutHistory;
    expect(names.filter((name) => !noted(name) && !hasReason(name))).toEqual([]);
    expect(names.filter((name) => noted(name) && name in withoutHistory)).toEqual([]);
    // A whole schema's reason is about none of these.
    for (const name of ["auth.permissions", "company", "call_norms", "holidays", "leave_days"])
      expect([name, noted(name)]).toEqual([name, true]);
    const isThere = (name: string) =>
      name.endsWith(".*") ? names.some((found) => found.startsWith(name.slice(0, -1))) : names.includes(name);
    expect(Object.keys(withoutHistory).filter((name) => !isThere(name))).toEqual([]);
  });

  test("every column of the records that people set, and no other column makes a trigger fire", async () => {
    const triggers = await readTriggers();
    for (const table of ["doctors", "products", "visits", "sales"] as const) {
      const edit = triggers.find((one) => one.table === table && one.on.includes("update"));
      const fields = Object.keys(historyFields[table]).sort();
      // Whose a visit is follows from who completes it: it is noted, for taking it back, but makes no change of its own.
      const noted = table === "visits" ? [...fields, "created_by"].sort() : fields;
      expect([table, edit?.arguments.sort()]).toEqual([table, noted]);
      expect([table, edit?.columns]).toEqual([table, fields]);
      const { rows } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(app.db);
      const others = rows
        .map(({ name }) => name)
        .filter((name) => !fields.includes(name) && !ofEveryRecord.test(name));
      expect([table, others.filter((name) => !ownColumns[table]?.includes(name))]).toEqual([table, []]);
    }
  });
});

/** The newest changes of one noun. */
const changesOf = async (noun: "company" | "permissions" | "members" | "leave_days" | "doctors") =>
  await app.call(historyRoutes.list, { query: { noun } });

describe("settings and the team", () => {
  test("the company's name and permissions have who and from what to what; SQL by hand is the database's", async () => {
    await app.call(teamRoutes.saveCompany, { body: { name: "Aarogya" } });
    await app.call(teamRoutes.saveCompany, { body: { name: "Aarogya Pharma" } });
    await sql`update company set name = 'By hand'`.execute(app.db);
    expect((await changesOf("company")).changes).toMatchObject([
      {
        op: "updated",
        by: null,
        by_id: null,
        before: { name: "Aarogya Pharma" },
        after: { name: "By hand" },
      },
      { op: "updated", by: app.email, before: { name: "Aarogya" }, after: { name: "Aarogya Pharma" } },
      { op: "added", by: app.email, after: { name: "Aarogya" } },
    ]);
    await app.call(teamRoutes.savePermissions, { body: everythingAllowed });
    const manager = { ...everythingAllowed.manager, export: false };
    await app.call(teamRoutes.savePermissions, { body: { ...everythingAllowed, manager } });
    const of = { role: "manager", permission: "export" };
    expect((await changesOf("permissions")).changes[0]).toMatchObject({
      ...{ op: "updated", by: app.email },
      ...{ before: { ...of, allowed: true }, after: { ...of, allowed: false } },
    });
  });

  test("a role, a disabled and a deleted account have who did it, and so has what happens to their doctors", async () => {
    const meera = await app.signUp("meera@example.com");
    const params = { id: meera.id };
    const doctor = await aDoctor(app, { representative_id: meera.id });
    await app.call(teamRoutes.makeManager, { params });
    await app.call(teamRoutes.disable, { params });
    await app.call(teamRoutes.delete, { params });
    const { changes, names } = await changesOf("members");
    const of = { user_id: meera.id, role: "manager", disabled: true };
    const theirs = changes.filter(({ before }) => before?.user_id === meera.id);
    expect(theirs.map(({ op, by, before, after }) => [op, by, before, after])).toEqual([
      ["deleted", app.email, of, null],
      ["updated", app.email, { ...of, disabled: false }, of],
      ["updated", app.email, { ...of, role: "representative", disabled: false }, { ...of, disabled: false }],
    ]);
    // A deleted account has no name any more.
    expect(names).not.toHaveProperty(meera.id);
    const released = await app.call(historyRoutes.ofRecord, { params: { noun: "doctors", id: doctor.id } });
    expect(released.changes).toMatchObject([
      { by: app.email, before: { representative_id: meera.id }, after: { representative_id: null } },
    ]);
    expect(released.names).not.toHaveProperty(meera.id);
  });

  test("people are named as they call themselves, and by their address otherwise", async () => {
    const doctor = await aDoctor(app, { representative_id: ravi.id });
    await sql`update auth.users set user_metadata = '{"full_name":"Ravi Das"}' where id = ${ravi.id}`.execute(
      app.db,
    );
    const { name, version } = doctor;
    await ravi.call(doctorRoutes.update, {
      params: { id: doctor.id },
      body: { name, version, hospital: "Apollo" },
    });
    const { changes, names } = await app.call(historyRoutes.ofRecord, {
      params: { noun: "doctors", id: doctor.id },
    });
    expect(changes).toMatchObject([{ by: "Ravi Das", by_id: ravi.id, after: { hospital: "Apollo" } }]);
    expect(names[doctor.id]).toBe(name);
    await sql`update auth.users set user_metadata = '{}' where id = ${ravi.id}`.execute(app.db);
  });

  test("leave names whose it is", async () => {
    await ravi.call(coverageRoutes.addLeave, { body: { from: "2025-07-01", to: "2025-07-01" } });
    const { changes, names } = await changesOf("leave_days");
    expect(changes).toMatchObject([{ op: "added", by: "ravi@example.com", after: { user_id: ravi.id } }]);
    expect(names).toEqual({ [ravi.id]: "ravi@example.com" });
  });
});

describe("nothing rewrites it", () => {
  test("no statement, whatever it sets", async () => {
    await aDoctor(app);
    const statements = ["update history.changes set by = null", "delete from history.changes"];
    for (const statement of statements)
      for (const before of ["", "set local rounds.forgetting = 'on';", "set local rounds.batch = 'x';"])
        await expect(
          sql.raw(`do $$ begin ${before} ${statement}; end $$`).execute(app.db),
          `${before} ${statement}`,
        ).rejects.toThrow("append-only");
    await expect(sql`truncate history.changes`.execute(app.db)).rejects.toThrow("append-only");
  });

  test("no call of any route but the one that erases", async () => {
    const digest = async (last: number) => {
      const { rows } = await sql<{ digest: string; last: number }>`
        select md5(string_agg(changes::text, '|' order by id)) as digest, max(id) as last
        from history.changes as changes where id <= ${last}`.execute(app.db);
      return rows[0];
    };
    for (const [name, make] of Object.entries(validCalls)) {
      const { method, path, params, query, body } = await make(app);
      const before = await digest(Number.MAX_SAFE_INTEGER);
      const headers = { "content-type": "application/json" };
      await app.send(address(path, params, query), {
        method,
        ...(body !== undefined && { headers, body: JSON.stringify(body) }),
      });
      const after = await digest(before?.last ?? 0);
      if (name === "history.erase") expect(after?.digest).not.toBe(before?.digest);
      else expect([name, after?.digest]).toEqual([name, before?.digest]);
    }
  });
});
