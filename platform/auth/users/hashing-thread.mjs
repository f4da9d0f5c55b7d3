// A thread that hashes passwords; see hashing.ts. Plain JavaScript, because Node runs it unchanged, from the sources
// too.
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";

/** Lower priority than everything that answers requests, yet with a quarter of a core if all cores are busy. */
const niceness = 5;

// Linux lowers only the calling thread; elsewhere it would be the whole process.
if (process.platform === "linux") setPriority(niceness);

parentPort?.on("message", ({ id, work, password, hash, cost }) => {
  try {
    const result = work === "hash" ? hashSync(password, cost) : verifySync(hash, password);
    parentPort?.postMessage({ id, result });
  } catch (error) {
    parentPort?.postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
  }
});
