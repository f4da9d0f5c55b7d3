import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { type Account, spawnIdentity } from "./account.ts";
import { errorCode, errorText } from "./failure.ts";

type ProgramResult = {
  /** The exit status; null when the program could not be run or a signal ended it. */
  status: number | null;
  output: string;
  errors: string;
  /** The system's error code when the program could not be run at all: `EACCES`, `ENOENT`, `EPERM` … */
  spawnError: string | undefined;
};

/**
 * The environment of PostgreSQL's programs: nothing of the caller's (`PGDATA`, `PGPORT`, `LANG` … would change what
 * they do), messages in English and UTC.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  const kept = ["PATH", "SystemRoot", "TEMP", "TMP"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), LC_ALL: "C", TZ: "UTC" };
}

/** Runs a program as the given account to its end and collects its output. Never throws. */
export function runProgram(file: string, args: readonly string[], account: Account): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const result: ProgramResult = { status: null, output: "", errors: "", spawnError: undefined };
    let child: ChildProcessByStdio<null, Readable, Readable>;
    try {
      child = spawn(file, args, {
        ...spawnIdentity(account),
        cwd: "/",
        env: programEnvironment(),
        stdio: ["ignore", "pipe", "pipe"],
        windowsHide: true,
      });
    } catch (error) {
      // Some errors come as an event, others, such as EPERM for the user to run as, at once.
      resolve({ ...result, spawnError: errorCode(error) ?? errorText(error) });
      return;
    }
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      result.output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      result.errors += text;
    });
    child.on("error", (error) => {
      result.spawnError = errorCode(error) ?? error.message;
      resolve(result);
    });
    child.on("close", (status) => {
      result.status = status;
      resolve(result);
    });
  });
}
