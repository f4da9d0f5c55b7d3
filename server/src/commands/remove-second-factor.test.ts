import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ownerOf } from "@rounds/auth/testing/authenticator.ts";
import { startService } from "@rounds/auth/testing/service.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, expect, test, vi } from "vitest";
import { productFile } from "../testing/product-process.ts";

// Each command is a process of its own; the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const database = await createTestDatabase();
const service = await startService({ database });
afterAll(async () => {
  await service.close();
  await database.close();
});

/** Runs the command on the test's database, beside the running service. */
function run(...args: string[]) {
  const { user, password, host, port, database: name } = database.settings;
  const place = new URLSearchParams({ host: String(host), port: String(port) });
  const url = `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${name}?${place}`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [productFile("remove-second-factor"), ...args],
    {
      encoding: "utf8",
      cwd: fileURLToPath(new URL("../../..", import.meta.url)),
      env: { ...process.env, DATABASE_URL: url },
    },
  );
  return { status, stdout, stderr };
}

test("lets somebody who lost everything sign in with only the password, and logs it", async () => {
  const owner = ownerOf(service);
  const session = await service.register("admin@example.com");
  await owner.raise(session, await owner.enroll(session));
  const stuck = await owner.signIn("admin@example.com");
  expect((await service.auth.authenticate(`Bearer ${stuck.access_token}`)).ok).toBe(false);

  expect(run(" Admin@Example.com")).toEqual({
    status: 0,
    stdout:
      "The second step of admin@example.com is removed. Set it up again on the account page after signing in.\n",
    stderr: "",
  });
  expect((await service.auth.authenticate(`Bearer ${stuck.access_token}`)).ok).toBe(true);
  const row = await database.db
    .selectFrom("auth.audit_log")
    .select(["actor_id", "user_agent"])
    .where("user_id", "=", session.user.id)
    .where("action", "=", "factor_removed")
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ actor_id: null, user_agent: "remove-second-factor" });
  expect((await owner.messages(session.user.id)).map(({ kind }) => kind)).toContain("factor_removed");

  expect(run("admin@example.com").stdout).toBe("admin@example.com has no second step.\n");
  expect(run("nobody@example.com")).toEqual({
    status: 1,
    stdout: "",
    stderr: "Nobody has an account with the address nobody@example.com.\n",
  });
  expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining("Usage: npm run") });
});
