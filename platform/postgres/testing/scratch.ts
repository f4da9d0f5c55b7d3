import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { fromPackage } from "../binaries.ts";
import { type Connection, connect } from "../connection.ts";
import { startEmbedded } from "../launcher.ts";
import { placeAt, shortHash, systemDirectory } from "../place.ts";
import { identify, readPidFile } from "../postmaster.ts";

export const asRoot = process.getuid?.() === 0;

/** `nobody` of every Linux: an ordinary user to run things as, where the tests run as root. */
export const nobody = 65534;

/** The versions the product must run on: the packaged one, and Debian's where it is installed. */
export const versions: { version: number; binaries: string | undefined }[] = [
  { version: 18, binaries: undefined },
  ...(existsSync("/usr/lib/postgresql/15/bin/postgres")
    ? [{ version: 15, binaries: "/usr/lib/postgresql/15/bin" }]
    : []),
];

type Started = {
  connection: Connection;
  pid: number;
  adopted: boolean;
  serverVersion: string;
  dataDirectory: string;
};

type Event =
  | { event: "log"; message: string }
  | ({ event: "started" } & Started)
  | { event: "stopped" }
  | { event: "failed"; code: string; message: string };

/** A process that started, or tried to start, the embedded database. */
type Starter = {
  process: ChildProcess;
  logged: string[];
  /** The result of the start. */
  outcome: Promise<Started | { code: string; message: string }>;
  started(): Promise<Started>;
  stop(): Promise<void>;
  /** Ends the process as a crash does, and waits until it is gone. */
  kill(): Promise<void>;
};

/**
 * A directory for a test's databases, which PostgreSQL's account may enter, and its clean-up: servers still running,
 * and what root had to put elsewhere.
 */
export async function makeScratch() {
  const directory = await mkdtemp(join(await fastDirectory(), "rounds-embedded-"));
  await chmod(directory, 0o711);
  const dataDirs: string[] = [];
  const processes: ChildProcess[] = [];
  let bundle: Promise<string> | undefined;
  let original: Promise<string> | undefined;
  let count = 0;

  function dataDir(name = `data-${++count}`): string {
    const file = join(directory, name);
    dataDirs.push(file);
    return file;
  }

  /** A data directory with a database in it that holds one table, `notes`; a copy, which is cheaper. */
  async function databaseDir(name?: string): Promise<string> {
    original ??= (async () => {
      const dir = dataDir("original");
      const postgres = await startEmbedded({ dataDir: dir, log: () => {} });
      await query(postgres.connection, "create table notes as select 'kept' as text");
      await postgres.stop();
      return dir;
    })();
    const from = await original;
    const copy = dataDir(name);
    await mkdir(dirname(copy), { recursive: true, mode: 0o711 });
    await copyTree(from, copy);
    return copy;
  }

  /** One file with everything in it, so that any user can run it, and fast. */
  function bundleOnce(): Promise<string> {
    bundle ??= bundleFor(new URL("starter.ts", import.meta.url), join(directory, "starter.mjs"));
    return bundle;
  }

  /**
   * Starts a starter. `program` is another bundle, that finds PostgreSQL's package by itself; `wrapper` is a
   * command to run it with.
   */
  async function start(
    dir: string,
    options: { binaries?: string; uid?: number; program?: string; wrapper?: string[] } = {},
  ) {
    const args = options.program
      ? [options.program, dir]
      : [await bundleOnce(), dir, options.binaries ?? fromPackage().directory];
    const [command = "", ...rest] = [...(options.wrapper ?? []), process.execPath, ...args];
    const child = spawn(command, rest, {
      stdio: ["pipe", "pipe", "inherit"],
      cwd: "/",
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    processes.push(child);
    return watchStarter(child);
  }

  async function remove(): Promise<void> {
    for (const child of processes) child.kill("SIGKILL");
    for (const dir of dataDirs) {
      const home = await homeOf(dir);
      await endServer(placeAt(home).data);
      if (home !== dir) await rm(home, { recursive: true, force: true });
    }
    await rm(directory, { recursive: true, force: true });
  }

  return { directory, dataDir, databaseDir, start, remove };
}

/** In memory if possible: these tests create some thirty clusters, and kill processes, not the power. */
async function fastDirectory(): Promise<string> {
  const memory = await statfs("/dev/shm").catch(() => undefined);
  return memory && memory.bavail * memory.bsize > 4 * 1024 ** 3 ? "/dev/shm" : tmpdir();
}

/** Where the database of a data directory is, as its pointer says. */
async function homeOf(dataDir: string): Promise<string> {
  const pointer = await readFile(join(dataDir, "postgres.location"), "utf8").catch(() => undefined);
  return pointer?.split("\n")[0] ?? dataDir;
}

/** Bundles a program as the product is bundled, but with its packages. */
export async function bundleFor(entry: URL, outfile: string): Promise<string> {
  await build({
    entryPoints: [entry.pathname],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["pg-native"],
    banner: {
      js: 'import { createRequire as make } from "node:module"; const require = make(import.meta.url);',
    },
    logLevel: "error",
  });
  await chmod(outfile, 0o644);
  return outfile;
}

/** Programs of PostgreSQL that every user can reach, wherever the tests themselves are. */
export async function openBinaries(directory: string): Promise<string> {
  const { prefix } = fromPackage();
  const copy = join(directory, "postgres-for-all");
  if (!existsSync(copy)) {
    await mkdir(copy, { mode: 0o755 });
    await copyTree(`${prefix}/.`, copy);
  }
  return join(copy, "bin");
}

/** Copies a directory with its links. */
export function copyTree(from: string, to: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("cp", ["-a", from, to], { stdio: "inherit" });
    child.on("error", reject);
    child.on("close", (status) => (status === 0 ? resolve() : reject(new Error(`cp: ${status}`))));
  });
}

/** Runs one query and returns its rows. */
export async function query<Row extends object>(
  connection: Connection,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = await connect(connection);
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Shuts a test's server down, however it was left. */
export async function endServer(data: string): Promise<void> {
  const lock = await readPidFile(data).catch(() => undefined);
  if (lock?.pid === undefined || (await identify(lock.pid, data)) !== "ours") return;
  process.kill(lock.pid, "SIGINT");
  while ((await identify(lock.pid, data)) === "ours") await sleep(20);
}

/** What a closed DATA_DIR's database would be kept in. */
export function systemHomeOf(dataDir: string): string {
  return join(systemDirectory, shortHash(dataDir));
}

function watchStarter(child: ChildProcess): Starter {
  const logged: string[] = [];
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const outcome = new Promise<Started | { code: string; message: string }>((resolve) => {
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on("line", (line) => {
      const event = JSON.parse(line) as Event;
      if (event.event === "log") logged.push(event.message);
      else if (event.event !== "stopped") resolve(event);
    });
    ended.then(() => resolve({ code: "ended", message: "the process ended without an answer" }));
  });
  return {
    process: child,
    logged,
    outcome,
    async started() {
      const found = await outcome;
      if ("code" in found) throw new Error(`${found.code}: ${found.message}`);
      return found;
    },
    async stop() {
      child.stdin?.write("stop\n");
      await ended;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
