import { execFileSync } from "node:child_process";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { connect } from "./connection.ts";
import { explainDiskFull, freeBytes, watchFreeSpace } from "./free-space.ts";
import { startEmbedded } from "./launcher.ts";
import { asRoot, endServer, makeScratch, query } from "./testing/scratch.ts";

const mounted: string[] = [];

const scratch = await makeScratch();
afterAll(async () => {
  for (const directory of mounted) {
    await endServer(join(directory, "data/postgres/data"));
    // At once, even if a process of the server is still on its way out.
    execFileSync("umount", ["--lazy", directory]);
  }
  await scratch.remove();
}, 60_000);

/** A small disk, if this system lets the tests create one. */
async function smallDisk(megabytes: number): Promise<string | undefined> {
  if (!asRoot || process.platform !== "linux") return undefined;
  const directory = join(scratch.directory, `disk-${mounted.length}`);
  await mkdir(directory);
  try {
    const options = ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=711`, "tmpfs", directory];
    execFileSync("mount", options, { stdio: "ignore" });
  } catch {
    return undefined;
  }
  mounted.push(directory);
  return directory;
}

test("reports little space once, again when half of it is gone, and when there is room again", async () => {
  const directory = scratch.directory;
  const logged: { message: string; details: object | undefined }[] = [];
  const free = await freeBytes(directory);
  const watch = await watchFreeSpace({
    place: { data: directory },
    log: (message, details) => logged.push({ message, details }),
    warnBelowBytes: free * 2,
    intervalMs: 10,
  });
  await sleep(60);
  watch.stop();
  expect(logged).toHaveLength(1);
  expect(logged[0]?.message).toContain("The disk that holds the database is nearly full");
  expect(logged[0]?.details).toMatchObject({ severity: "warn", directory });

  const enough = await watchFreeSpace({
    place: { data: directory },
    log: (message) => expect.fail(message),
    warnBelowBytes: 1,
    intervalMs: 10,
  });
  await sleep(30);
  enough.stop();
});

test("distinguishes a full disk from other errors", () => {
  expect(explainDiskFull({ code: "53100" })).toContain("is full");
  expect(explainDiskFull({ code: "ENOSPC" })).toContain("is full");
  expect(explainDiskFull(new Error('could not extend file "x": No space left on device'))).toContain(
    "is full",
  );
  expect(explainDiskFull({ code: "23505" })).toBeUndefined();
  expect(explainDiskFull(new Error("connection refused"))).toBeUndefined();
  expect(explainDiskFull(undefined)).toBeUndefined();
});

test("creates no database without room for one", async ({ skip }) => {
  const disk = await smallDisk(60);
  if (!disk) return skip();
  const start = startEmbedded({ dataDir: join(disk, "data"), log: () => {} });
  await expect(start).rejects.toMatchObject({
    code: "disk_full",
    message: expect.stringContaining("are needed"),
  });
}, 60_000);

test("on a full disk nothing acknowledged is lost, it is reported, and work continues once there is space", async ({
  skip,
}) => {
  const disk = await smallDisk(150);
  if (!disk) return skip();
  const dataDir = join(disk, "data");
  const logged: string[] = [];
  const postgres = await startEmbedded({ dataDir, log: (message) => logged.push(message) });
  expect(logged[0]).toContain("nearly full");
  await query(postgres.connection, "create table sales (number int primary key, note text)");

  let acknowledged = 0;
  let failure: unknown;
  const write = async () => {
    const client = await connect(postgres.connection);
    try {
      for (;;) {
        await client.query(
          `insert into sales select $1, string_agg(md5(random()::text), '') from generate_series(1, 3000)`,
          [acknowledged + 1],
        );
        acknowledged += 1;
      }
    } finally {
      await client.end().catch(() => {});
    }
  };

  // Either the log's volume or the tables' fills up first: both happen here, as they share one disk.
  await write().catch((error: unknown) => {
    failure = error;
  });
  const code = (failure as { code?: string }).code;
  if (code !== undefined && !["57P01", "57P02", "57P03"].includes(code)) {
    expect(code).toBe("53100");
    expect(explainDiskFull(failure)).toBeDefined();
  }
  expect(acknowledged).toBeGreaterThan(10);

  // More room, as if something else had been deleted. A server that could not continue is started again.
  execFileSync("mount", ["-o", "remount,size=400m", disk]);
  const count = () =>
    query<{ count: number }>(postgres.connection, "select count(*)::int as count from sales").catch(() => []);
  await expect
    .poll(async () => (await count())[0]?.count ?? 0, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(acknowledged);
  expect((await count())[0]?.count).toBe(acknowledged);
  await query(postgres.connection, "insert into sales values (1000000, 'after')");
  await postgres.stop();
}, 90_000);

test("a start on a full disk says so", async ({ skip }) => {
  const disk = await smallDisk(200);
  if (!disk) return skip();
  const dataDir = join(disk, "data");
  const postgres = await startEmbedded({ dataDir, log: () => {} });
  await query(postgres.connection, "create table notes as select 'kept' as text");
  await postgres.stop();
  const ballast = join(disk, "ballast");
  await writeFile(ballast, Buffer.alloc(await freeBytes(disk)));
  await chmod(ballast, 0o600);

  const logged: string[] = [];
  const log = (message: string) => logged.push(message);
  await expect(startEmbedded({ dataDir, log })).rejects.toMatchObject({
    code: "disk_full",
    message: expect.stringContaining("is full, so the database can't start. Nothing saved is lost"),
  });
  expect(logged[0]).toContain("nearly full: 0 MB left");
  await rm(ballast);
  const again = await startEmbedded({ dataDir, log: () => {} });
  expect(await query(again.connection, "select text from notes")).toEqual([{ text: "kept" }]);
  await again.stop();
}, 60_000);
