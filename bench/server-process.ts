import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { buildWhatIsNotBuilt } from "../scripts/build.ts";
import type { ConnectionSettings } from "../server/src/database/connect.ts";

const main = fileURLToPath(new URL("../server/dist/main.js", import.meta.url));

/** The built server in a process of its own. */
export type ServerProcess = {
  port: number;
  pid: number | undefined;
  /**
   * The memory that the process holds now and the most that it ever held, in MB of 2^20 bytes; undefined where the
   * system keeps no such figures (Linux does).
   */
  memory(): Promise<{ now: number; most: number } | undefined>;
  stop(): Promise<void>;
};

/** Builds the server if need be and starts it on a database, with more environment variables if given. */
export async function startServerProcess(
  settings: ConnectionSettings,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  await buildWhatIsNotBuilt();
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: "0",
      HOST: "127.0.0.1",
      DATABASE_URL: urlOf(settings),
      LOG_LEVEL: "warn",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
  };
  try {
    const port = await portFrom(server.stdout);
    return { port, pid: server.pid, memory: () => memoryOf(server.pid), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function memoryOf(pid: number | undefined): Promise<{ now: number; most: number } | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
  const [now, most] = [megabytes("VmRSS"), megabytes("VmHWM")];
  return Number.isNaN(now) || Number.isNaN(most) ? undefined : { now, most };
}

async function portFrom(output: NodeJS.ReadableStream): Promise<number> {
  for await (const line of createInterface({ input: output })) {
    const port = / is at http\S+:(\d+)/.exec(line)?.[1];
    if (port) {
      // What else it says must not fill the pipe.
      output.resume();
      return Number(port);
    }
  }
  throw new Error("The server said no address");
}

function urlOf({ connectionString, host, port, user, password, database }: ConnectionSettings): string {
  if (connectionString) return connectionString;
  const url = new URL(`postgresql://localhost/${database}`);
  url.username = user ?? "";
  url.password = String(password ?? "");
  // A folder with a socket is no host name that an address may hold.
  url.searchParams.set("host", host ?? "localhost");
  url.searchParams.set("port", String(port ?? 5432));
  return url.href;
}
