import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startService } from "@rounds/auth/testing/service.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, expect, test } from "vitest";
import { productFile } from "../testing/product-process.ts";

const folder = await mkdtemp(join(tmpdir(), "rounds-key-"));
const database = await createTestDatabase();
const service = await startService({ database });
afterAll(async () => {
  await service.close();
  await database.close();
  await rm(folder, { recursive: true });
});

/** Runs the command on the test's database, beside the running service. */
function run(...args: string[]) {
  const { user, password, host, port, database: name } = database.settings;
  // The server may listen on a socket in a folder instead of an address.
  const place = new URLSearchParams({ host: String(host), port: String(port) });
  const url = `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${name}?${place}`;
  return spawnSync(process.execPath, [productFile("service-key"), ...args], {
    encoding: "utf8",
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    env: { ...process.env, DATABASE_URL: url },
  });
}

const statusWith = async (bearer: string) => (await service.ask("/admin/users", { bearer })).status;

test("writes the key to a file that only its owner can read, and prints nothing of it", async () => {
  const file = join(folder, "service.key");
  const { status, stdout, stderr } = run(file);
  expect([status, stdout, stderr]).toEqual([0, `The key is in ${file}.\n`, ""]);
  const key = (await readFile(file, "utf8")).trim();
  expect(await statusWith(key)).toBe(200);
  if (process.platform !== "win32") expect((await stat(file)).mode & 0o777).toBe(0o600);

  const renewed = join(folder, "new.key");
  const made = run(renewed, "--new");
  const next = (await readFile(renewed, "utf8")).trim();
  expect(made.status).toBe(0);
  expect(made.stdout + stdout).not.toContain(next.slice(0, 10));
  expect([await statusWith(key), await statusWith(next)]).toEqual([403, 200]);
});

test("replaces no existing file, and then no key, and shows its usage", async () => {
  const file = join(folder, "taken.key");
  await writeFile(file, "mine");
  const before = await database.db.selectFrom("auth.service_keys").selectAll().execute();
  const taken = run(file, "--new");
  expect([taken.status, taken.stderr]).toEqual([1, expect.stringContaining("can't be written")]);
  expect(await readFile(file, "utf8")).toBe("mine");
  expect(await database.db.selectFrom("auth.service_keys").selectAll().execute()).toEqual(before);
  const nameless = run();
  expect([nameless.status, nameless.stderr]).toEqual([
    2,
    expect.stringContaining("Usage: npm run service-key"),
  ]);
});
