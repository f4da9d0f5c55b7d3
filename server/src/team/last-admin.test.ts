import { untilLocked } from "@rounds/auth/testing/locks.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";

// Whatever is done, and however many do it at once: one administrator remains.

let app: TestApp;
beforeEach(async () => {
  app = await startApp({ email: "admin@example.com" });
});
afterEach(() => app.close());

const on = ({ id }: { id: string }) => ({ params: { id } });
const removals = ["disable", "makeRepresentative", "delete"] as const;
type Removal = (typeof removals)[number];

/** Removes an administrator on the Team page. */
function remove(removal: Removal, { id }: { id: string }): Promise<unknown> {
  const given = { params: { id } };
  return removal === "delete" ? app.call(teamRoutes.delete, given) : app.call(teamRoutes[removal], given);
}

/** Its work, without the check of who asks. */
function act(removal: Removal, { id }: { id: string }): Promise<void> {
  const { accounts } = app.auth;
  const by = { actor_id: null, client: { ip: null, user_agent: null } };
  if (removal === "disable") return accounts.disable(id, by);
  return removal === "delete" ? accounts.erase(id, by) : accounts.setRole(id, "representative", by);
}

/** The addresses of the administrators who can sign in. */
async function admins(): Promise<string[]> {
  const { rows } = await app.database.pool.query(
    `select email from auth.users where app_metadata ->> 'role' = 'admin' and banned_until is null
      and deleted_at is null order by email`,
  );
  return rows.map((row) => row.email);
}

describe.each(removals)("%s", (removal) => {
  test("is refused for the last administrator, alone or not", async () => {
    const refused = { status: 409, code: "last_admin", message: "There must be at least one administrator." };
    await expect(remove(removal, app)).rejects.toMatchObject(refused);
    await app.signUp("other@example.com");
    await expect(remove(removal, app)).rejects.toMatchObject(refused);
    expect(await admins()).toEqual(["admin@example.com"]);
    // Nothing of it remains: sessions and audit log are as before.
    const { rows } = await app.call(teamRoutes.audit, { query: { user: app.id } });
    expect(rows.map(({ action }) => action)).toEqual(["user_signedup"]);
  });

  test("of oneself is done while there is another administrator", async () => {
    const other = await app.signUp("other@example.com");
    await app.call(teamRoutes.makeAdmin, on(other));
    // They may not read the answer any more.
    await remove(removal, app).catch(() => {});
    expect(await admins()).toEqual(["other@example.com"]);
  });

  test("of each other, at once, leaves exactly one", async () => {
    const other = await app.signUp("other@example.com");
    await app.call(teamRoutes.makeAdmin, on(other));
    // Both have done everything but the last check, and neither knows of the other.
    const done = await app.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('auth.admins', 0))`.execute(tx);
      const both = Promise.allSettled([act(removal, app), act(removal, other)]);
      await untilLocked(tx, 2);
      return { both };
    });
    const statuses = (await done.both).map((result) =>
      result.status === "fulfilled" ? "done" : result.reason.constraint,
    );
    expect(statuses.sort()).toEqual(["done", "users_last_admin"]);
    expect(await admins()).toHaveLength(1);
  });
});

describe("direct SQL", () => {
  test.each([
    ["a ban", "update auth.users set banned_until = '2999-01-01' where email = 'admin@example.com'"],
    ["another role", "update auth.users set app_metadata = '{}' where email = 'admin@example.com'"],
    ["a mark of deletion", "update auth.users set deleted_at = now() where email = 'admin@example.com'"],
    [
      "taking back the confirmation",
      "update auth.users set email_confirmed_at = null where email = 'admin@example.com'",
    ],
    ["a deletion", "delete from auth.users where email = 'admin@example.com'"],
  ])("%s of the last administrator is refused", async (_, statement) => {
    await app.signUp("other@example.com");
    await expect(app.database.pool.query(statement)).rejects.toMatchObject({
      code: "23001",
      constraint: "users_last_admin",
    });
    expect(await admins()).toEqual(["admin@example.com"]);
  });

  test("a disabled, invited or deleted administrator does not count", async () => {
    const other = await app.signUp("other@example.com");
    await app.call(teamRoutes.makeAdmin, on(other));
    await app.call(teamRoutes.disable, on(other));
    await app.call(teamRoutes.invite, { body: { email: "invited@example.com", role: "admin" } });
    await expect(app.call(teamRoutes.makeRepresentative, on(app))).rejects.toMatchObject({
      code: "last_admin",
    });
    await app.call(teamRoutes.enable, on(other));
    await app.call(teamRoutes.makeRepresentative, on(app));
    expect(await admins()).toEqual(["invited@example.com", "other@example.com"]);
  });
});
