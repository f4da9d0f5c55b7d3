import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, open, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ConnectionSettings } from "@rounds/database/connect.ts";
import { buildWhatIsNotBuilt } from "../../scripts/build.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The built server in a separate process. */
export type ServerProcess = {
  port: number;
  pid: number | undefined;
  /**
   * The process's current and highest memory, in MB of 2^20 bytes; undefined if the system does not say (Linux does).
   */
  memory(): Promise<{ now: number; most: number } | undefined>;
  stop(): Promise<void>;
};

type Choices = {
  /** More environment variables. */
  env?: Record<string, string>;
  /** Built pages that it serves instead of its own. */
  pages?: string;
  /** A folder with another version of Rounds, built, whose server is started. */
  version?: string;
};

/**
 * Builds the server if necessary and starts it on a database, as shipped: with pages, live changes, limits and the
 * request log, which goes to a file as with a service manager. People have separate addresses, sent in
 * `x-forwarded-for`.
 */
export async function startServerProcess(
  settings: ConnectionSettings,
  { env = {}, pages, version = root }: Choices = {},
): Promise<ServerProcess> {
  await buildWhatIsNotBuilt();
  const folder = await mkdtemp(join(tmpdir(), "rounds-bench-server-"));
  const main = pages ? await copyWith(pages, folder) : join(version, "server/dist/main.js");
  const logFile = join(folder, "server.log");
  const log = await open(logFile, "w");
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: "0",
      HOST: "127.0.0.1",
      DATABASE_URL: urlOf(settings),
      TRUSTED_PROXIES: "127.0.0.1",
      ...env,
    },
    stdio: ["ignore", log.fd, "inherit"],
  });
  const ended = once(server, "exit");
  const kill = () => server.kill("SIGKILL");
  // It does not outlive a benchmark that is interrupted.
  process.once("exit", kill);
  const stop = async () => {
    process.off("exit", kill);
    server.kill("SIGTERM");
    await ended;
    await log.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const port = await portFrom(logFile, () => server.exitCode !== null);
    return { port, pid: server.pid, memory: () => memoryOf(server.pid), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A copy of the built server in `folder` that serves other pages; returns its main file. */
async function copyWith(pages: string, folder: string): Promise<string> {
  await cp(join(root, "server/dist"), join(folder, "server/dist"), { recursive: true });
  await cp(join(root, "server/package.json"), join(folder, "server/package.json"));
  await mkdir(join(folder, "web"));
  await symlink(pages, join(folder, "web/dist"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  return join(folder, "server/dist/main.js");
}

async function memoryOf(pid: number | undefined): Promise<{ now: number; most: number } | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
  const [now, most] = [megabytes("VmRSS"), megabytes("VmHWM")];
  return Number.isNaN(now) || Number.isNaN(most) ? undefined : { now, most };
}

const longestStartMs = 60_000;

async function portFrom(logFile: string, ended: () => boolean): Promise<number> {
  const until = performance.now() + longestStartMs;
  while (performance.now() < until && !ended()) {
    const port = / is at http\S+:(\d+)/.exec(await readFile(logFile, "utf8"))?.[1];
    if (port) return Number(port);
    await wait(20);
  }
  throw new Error(`The server said no address:\n${await readFile(logFile, "utf8")}`);
}

function urlOf({ connectionString, host, port, user, password, database }: ConnectionSettings): string {
  if (connectionString) return connectionString;
  const url = new URL(`postgresql://localhost/${database}`);
  url.username = user ?? "";
  url.password = String(password ?? "");
  // A socket's folder can't be a host name in an address.
  url.searchParams.set("host", host ?? "localhost");
  url.searchParams.set("port", String(port ?? 5432));
  return url.href;
}
