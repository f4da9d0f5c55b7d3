import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { createHashing } from "./hashing.ts";

const cost = { memoryCost: 1024, timeCost: 1, parallelism: 1, outputLen: 32 };

test("unreadable hashes are refused, and the thread continues", async () => {
  const hashing = createHashing(1);
  const hash = await hashing.hash("correct horse", cost);
  const results = await Promise.allSettled([
    hashing.verify(hash, "correct horse"),
    hashing.verify("no hash", "correct horse"),
    hashing.verify(hash, "wrong horse"),
    createHashing(1).verify(hash, "correct horse"),
  ]);
  expect(results.map((result) => (result.status === "fulfilled" ? result.value : "refused"))).toEqual([
    true,
    "refused",
    false,
    true,
  ]);
});

test.runIf(process.platform === "linux")("one thread hashes, behind all others of the process", async () => {
  await createHashing(1).hash("correct horse", cost);
  const behind = readdirSync("/proc/self/task").filter((thread) => niceness(thread) > getPriority());
  expect(behind).toHaveLength(1);
});

/** The 19th field of proc_pid_stat(5); the 2nd, a name, may contain spaces. */
function niceness(thread: string): number {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
}
