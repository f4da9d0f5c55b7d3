import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { placeAt } from "@rounds/postgres/place.ts";
import { identify, readPidFile } from "@rounds/postgres/postmaster.ts";
import { inject } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the bundled product, as `npm run build` makes it. */
    product: string;
  }
}

/** The file of a bundled program of the product: `main`, or the name of a command. */
export const productFile = (name: string) => `${inject("product")}/${name}.js`;

/**
 * The product in a separate process, as `npm start` runs it, on the embedded database. `settings` are additional
 * environment variables; `tree` is the folder of another version's sources, which is run unchanged.
 */
export function productProcess(
  dataDir: string,
  port: number,
  settings: Record<string, string> = {},
  tree?: string,
) {
  const url = `http://127.0.0.1:${port}`;
  const { data } = placeAt(dataDir);
  let child: ChildProcess | undefined;
  let said = "";
  const runs = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  async function ready(withinMs = 60_000) {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      if (answer?.status === 200) return;
      if (!runs()) throw new Error(`the server ended:\n${said}`);
      if (performance.now() > deadline) throw new Error(`the server is not ready:\n${said}`);
      await wait(50);
    }
  }

  return {
    url,
    /** All output of the process. */
    output: () => said,
    ready,
    async start() {
      const program = tree ? ["--import", "tsx", "server/src/main.ts"] : [productFile("main")];
      child = spawn(process.execPath, program, {
        cwd: tree ?? root,
        env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "warn", ...settings },
        stdio: ["ignore", "pipe", "pipe"],
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on("data", (chunk) => {
          said += chunk;
        });
      }
      await ready();
    },
    /** Ends the server as a crash does. */
    async killServer() {
      if (!child || !runs()) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    /** Ends the database as a crash does: the postmaster, whose children then end by themselves. */
    async killDatabase() {
      const pid = (await readPidFile(data))?.pid;
      if (pid !== undefined && (await identify(pid, data)) === "ours") process.kill(pid, "SIGKILL");
    },
    /** Sends a signal and waits for nothing. */
    signal(name: NodeJS.Signals) {
      child?.kill(name);
    },
    /** Resolves to the exit code when the process has ended for any reason. */
    async ended(): Promise<number | null> {
      if (child && runs()) await once(child, "exit");
      return child?.exitCode ?? null;
    },
    /** Sends Ctrl-C, or another signal; returns the exit code. */
    async stop(name: NodeJS.Signals = "SIGINT"): Promise<number | null> {
      if (child && runs()) child.kill(name);
      return await this.ended();
    },
    /** Whether the database still runs. */
    async databaseRuns(): Promise<boolean> {
      const pid = (await readPidFile(data))?.pid;
      return pid !== undefined && (await identify(pid, data)) === "ours";
    },
  };
}
