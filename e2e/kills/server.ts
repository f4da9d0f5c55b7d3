import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { TestDatabase } from "@rounds/testkit/template.ts";

const main = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));

/** The built server in a process that can be killed. */
export type KilledServer = { start(): Promise<void>; kill(): Promise<void> };

/** The server on `port`, on a database; people reach it at `url`. It is not started yet. */
export function killedServer(port: number, url: string, { settings }: TestDatabase): KilledServer {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const address = new URL(`postgresql://localhost/${settings.database}`);
  address.username = settings.user ?? "";
  address.password = String(settings.password ?? "");
  // A socket's folder can't be a host name in an address.
  address.searchParams.set("host", settings.host ?? "localhost");
  address.searchParams.set("port", String(settings.port ?? 5432));
  let process_: ChildProcess | undefined;
  return {
    async start() {
      process_ = spawn(process.execPath, [main], {
        env: {
          ...inherited,
          PORT: String(port),
          HOST: "127.0.0.1",
          PUBLIC_URL: url,
          DATABASE_URL: address.href,
          LOG_LEVEL: "error",
        },
        stdio: ["ignore", "ignore", "inherit"],
      });
      for (let tries = 0; tries < 600; tries++) {
        if (process_.exitCode !== null) throw new Error("The server ended at its start.");
        const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
        await answer?.body?.cancel();
        if (answer?.ok) return;
        await wait(50);
      }
      throw new Error("The server did not start within 30 seconds.");
    },
    async kill() {
      if (!process_ || process_.exitCode !== null || process_.signalCode !== null) return;
      const ended = once(process_, "exit");
      process_.kill("SIGKILL");
      await ended;
    },
  };
}
