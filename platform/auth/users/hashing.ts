import { Worker } from "node:worker_threads";
import type { HashingCost } from "../base/settings.ts";

/**
 * The second recommended option of RFC 9106, section 4: Argon2id (this package's default variant) with 3 passes over
 * 64 MiB, a salt of 128 and a tag of 256 bits. One lane instead of its four, so that a sign-in uses one core; what an
 * attacker pays for a guess (memory times passes) is the same.
 */
export const recommendedCost: HashingCost = {
  memoryCost: 64 * 1024,
  timeCost: 3,
  parallelism: 1,
  outputLen: 32,
};

/** Hashes passwords in separate threads, with a lower priority than all other requests. */
type Hashing = {
  hash(password: string, cost: HashingCost): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
};

type Work =
  | { work: "hash"; password: string; cost: HashingCost }
  | { work: "verify"; hash: string; password: string };
type Answer = { id: number; result?: string | boolean; problem?: string };
type Waiting = { resolve(result: never): void; reject(error: Error): void };
type Thread = { worker: Worker; waiting: Map<number, Waiting> };

const program = new URL("./hashing-thread.mjs", import.meta.url);
/** The threads of this process, created when they are first needed. */
const threads: Thread[] = [];
let works = 0;

/** Hashing in at most this many threads; a process has them once, however many services it runs. */
export function createHashing(most: number): Hashing {
  return {
    hash: (password, cost) => give<string>(most, { work: "hash", password, cost }),
    verify: (hash, password) => give<boolean>(most, { work: "verify", hash, password }),
  };
}

function give<Result>(most: number, work: Work): Promise<Result> {
  const thread = threads.find(({ waiting }) => waiting.size === 0) ?? newThread(most) ?? leastBusy();
  const id = ++works;
  return new Promise<Result>((resolve, reject) => {
    thread.waiting.set(id, { resolve, reject });
    // A thread may keep the process running only while it works.
    thread.worker.ref();
    thread.worker.postMessage({ id, ...work });
  });
}

function leastBusy(): Thread {
  return threads.reduce((least, thread) => (thread.waiting.size < least.waiting.size ? thread : least));
}

function newThread(most: number): Thread | undefined {
  if (threads.length >= most) return undefined;
  // Without the options of this process, which may load a compiler for its own sources.
  const thread: Thread = { worker: new Worker(program, { execArgv: [] }), waiting: new Map() };
  const { worker, waiting } = thread;
  worker.on("message", ({ id, result, problem }: Answer) => {
    const given = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    // The thread answers each kind of work with what `give` was asked for.
    if (problem === undefined) given?.resolve(result as never);
    else given?.reject(new Error(problem));
  });
  const lose = (error: Error) => {
    const index = threads.indexOf(thread);
    if (index >= 0) threads.splice(index, 1);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on("error", lose);
  worker.on("exit", () => lose(new Error("A thread that hashes passwords ended")));
  threads.push(thread);
  return thread;
}
