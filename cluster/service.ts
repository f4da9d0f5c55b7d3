import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** How to start a program; `prefix` is a command before it, for another user or network. */
type Command = { prefix?: string[]; program: string; args?: string[]; env?: Record<string, string> };

/** A program that is restarted one second after it ended, as by systemd with Restart=always. */
export type Service = {
  start(): void;
  /** Ends it at once; it stays ended for that many milliseconds. */
  crash(forMilliseconds?: number): void;
  pid(): number | undefined;
  /** How often it ended by itself. */
  ended(): number;
  /** Ends it for good: SIGTERM, and SIGKILL after some seconds. */
  stop(): Promise<void>;
};

const pause = 1000;
const longestWait = 15_000;

/** A program whose output is appended to a file. Nothing runs before `start`. */
export function createService(log: string, { prefix = [], program, args = [], env = {} }: Command): Service {
  let child: ChildProcess | undefined;
  let stopped = false;
  let again: NodeJS.Timeout | undefined;
  let held = 0;
  let endings = 0;

  function start() {
    const output = openSync(log, "a");
    // If this program itself is killed, the others end with it.
    const [file = program, ...rest] = [...prefix, "setpriv", "--pdeathsig", "KILL", "--", program, ...args];
    const started = spawn(file, rest, {
      env: { PATH: process.env.PATH, LANG: "C.UTF-8", ...env },
      stdio: ["ignore", output, output],
      // Ctrl-C is for this program, which ends the others in order.
      detached: true,
    });
    closeSync(output);
    child = started;
    started.once("error", () => {});
    started.once("exit", () => {
      if (child === started) child = undefined;
      if (stopped) return;
      if (held === 0) endings++;
      again = setTimeout(start, Math.max(pause, held));
      held = 0;
    });
  }

  return {
    start,
    crash(forMilliseconds = pause) {
      held = forMilliseconds;
      child?.kill("SIGKILL");
    },
    pid: () => child?.pid,
    ended: () => endings,
    async stop() {
      stopped = true;
      clearTimeout(again);
      const running = child;
      if (!running) return;
      const ended = once(running, "exit");
      running.kill("SIGTERM");
      const late = new AbortController();
      const hurry = wait(longestWait, undefined, { signal: late.signal }).then(
        () => running.kill("SIGKILL"),
        () => {},
      );
      await ended;
      late.abort();
      await hurry;
    },
  };
}
