// A thread that hashes passwords; see hashing.ts. Plain JavaScript, because Node runs it as it is, from the sources too.
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";

/** Behind all that answers requests, yet with a quarter of a core where every core is taken. */
const niceness = 5;

// Linux lowers the calling thread alone; elsewhere it would be the whole process.
if (process.platform === "linux") setPriority(niceness);

parentPort?.on("message", ({ id, work, password, hash, cost }) => {
  try {
    const result = work === "hash" ? hashSync(password, cost) : verifySync(hash, password);
    parentPort?.postMessage({ id, result });
  } catch (error) {
    parentPort?.postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
  }
});
