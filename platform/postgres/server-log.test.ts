import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Place } from "./place.ts";
import { lastLogLines, openLog, readLog, shortenLog } from "./server-log.ts";

/** A place whose log is there and open, as the server's is. */
async function placeWithLog(text: string) {
  const root = await mkdtemp(join(tmpdir(), "rounds-log-"));
  const place = { root, log: join(root, "postgres.log") } as Place;
  await writeFile(place.log, text);
  const log = await openLog(place);
  onTestFinished(async () => {
    await log.close();
    await rm(root, { recursive: true });
  });
  return { place, log, read: (name: string) => readFile(join(root, name), "utf8") };
}

test("a long log is moved aside while the server writes on, a short one stays", async () => {
  const { place, log, read } = await placeWithLog("first\n");
  await shortenLog(place, 10);
  expect(await read("postgres.log")).toBe("first\n");
  await log.write("second\n");
  await writeFile(join(place.root, "other"), "other");
  await symlink(join(place.root, "other"), `${place.log}.1`);
  await shortenLog(place, 10);
  expect(await read("postgres.log.1")).toBe("st\nsecond\n");
  expect(await read("other")).toBe("other");
  await log.write("third\n");
  expect(await read("postgres.log")).toBe("third\n");
});

test("of a log of any length only the end is read, from a position on", async () => {
  const long = `${"x".repeat(99)}\n`.repeat(10_000);
  const { place } = await placeWithLog(`${long}FATAL: one\nHINT: two\n`);
  expect(await lastLogLines(place, 2)).toBe("FATAL: one\nHINT: two");
  expect(await readLog(place, long.length)).toBe("FATAL: one\nHINT: two");
  expect((await readLog(place, 0)).length).toBe(4000 - 1);
});
