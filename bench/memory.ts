import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { buildWhatIsNotBuilt } from "../scripts/build.ts";
import type { ConnectionSettings } from "../server/src/database/connect.ts";
import { signUpAt } from "./client.ts";
import type { Request } from "./requests.ts";

const main = fileURLToPath(new URL("../server/dist/main.js", import.meta.url));

/** How many of each request, and how many exports, are under way at once. */
const atOnce = 8;

/** The most memory (MB of 2^20 bytes) that the server's process held up to then. */
export type Memory = { started: number; requested: number; exported: number };

/**
 * What the built server's process needs: after its start, after every request several times at once, and after
 * exports at once. Undefined where the system keeps no such figure.
 */
export async function measureMemory(
  settings: ConnectionSettings,
  requests: readonly Request[],
): Promise<Memory | undefined> {
  await buildWhatIsNotBuilt();
  const server = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1", DATABASE_URL: urlOf(settings), LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  try {
    const port = await portFrom(server.stdout);
    const started = await peak(server.pid);
    if (started === undefined) return undefined;
    const client = await signUpAt(port);
    const sendAtOnce = (path: string) =>
      Promise.all(Array.from({ length: atOnce }, () => client.send("GET", path)));
    for (const { path } of requests) await sendAtOnce(path);
    const requested = (await peak(server.pid)) ?? started;
    for (let round = 0; round < 5; round++) await sendAtOnce("/api/inventory/export");
    const exported = (await peak(server.pid)) ?? requested;
    client.close();
    return { started, requested, exported };
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
}

/** Linux keeps the most memory that a process ever held. */
async function peak(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
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
