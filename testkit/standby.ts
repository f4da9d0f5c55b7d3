import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { type Account, chooseAccount, spawnIdentity } from "@rounds/postgres/account.ts";
import { type Binaries, findBinaries, program } from "@rounds/postgres/binaries.ts";
import { ask, type Connection, readPassword, superuser } from "@rounds/postgres/connection.ts";
import { freePort } from "@rounds/postgres/free-port.ts";
import { initialise } from "@rounds/postgres/initialise.ts";
import { giveTo, type Place, placeAt } from "@rounds/postgres/place.ts";
import { inspectProcess } from "@rounds/postgres/processes.ts";
import { programEnvironment } from "@rounds/postgres/run-program.ts";
import { lastLogLines } from "@rounds/postgres/server-log.ts";
import { serverSettings } from "@rounds/postgres/settings.ts";
import { copyTree, query } from "@rounds/postgres/testing/scratch.ts";

/** One PostgreSQL server of a cluster, on a port of 127.0.0.1 that it keeps across restarts. */
type Node = {
  /** How to reach its database `rounds`, as superuser. */
  settings: Connection;
  /** Starts it again after `stop` or `kill`; resolves when it answers. */
  start(): Promise<void>;
  /** Shuts it down in order (`-m fast`). */
  stop(): Promise<void>;
  /** Ends all its processes at once, as a crash of the machine would. */
  kill(): Promise<void>;
  /** Halts all its processes: connections stay open, and nobody answers, as behind a network that drops packets. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
};

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

const database = "rounds";
const run = promisify(execFile);

/**
 * Starts a primary and a standby that streams from it, both with an empty database `rounds`. `POSTGRES_BIN` chooses
 * other binaries than the packaged ones. `settings` apply to both servers.
 */
export async function startCluster(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "rounds-cluster-"));
  await chmod(folder, 0o711);
  const [first, second] = [join(folder, "primary"), join(folder, "standby")];
  const account = await chooseAccount(undefined);
  const binaries = await findBinaries({
    override: process.env.POSTGRES_BIN,
    account,
    dataDir: folder,
    log: () => {},
  });
  for (const home of [first, second]) await mkdir(home, { mode: 0o711 });
  await initialise(placeAt(first), account, binaries);
  // The embedded binaries contain no pg_basebackup; the data of a stopped server work as well.
  await copyTree(join(first, "postgres"), join(second, "postgres"));
  const signal = join(placeAt(second).data, "standby.signal");
  await writeFile(signal, "", { mode: 0o600 });
  await giveTo(account, signal);

  const password = await readPassword(placeAt(first));
  const reach = async () => ({
    host: "127.0.0.1",
    port: await freePort(),
    user: superuser,
    password,
    database,
  });
  const connections = [await reach(), await reach()] as const;
  const common = {
    wal_level: "replica",
    hot_standby: "on",
    wal_keep_size: "256MB",
    shared_buffers: "16MB",
    // Processes are killed here, never the power.
    fsync: "off",
    ...settings,
  };
  const conninfo = `host=127.0.0.1 port=${connections[0].port} user=${superuser} password=${password} application_name=standby`;
  const program = { account, binaries };
  const primary = createNode(placeAt(first), connections[0], program, common);
  const standby = createNode(placeAt(second), connections[1], program, {
    ...common,
    primary_conninfo: conninfo,
  });
  const maintenance = (node: Node) => ({ ...node.settings, database: "postgres" });

  await primary.start();
  await query(maintenance(primary), `create database ${database} template template0`);
  await standby.start();

  /** Waits until the standby has replayed everything that the primary has written so far. */
  async function caughtUp(): Promise<void> {
    const [position] = await query<{ at: string }>(
      maintenance(primary),
      "select pg_current_wal_lsn()::text as at",
    );
    const replayed = async () =>
      (
        await query<{ done: boolean | null }>(
          maintenance(standby),
          "select pg_last_wal_replay_lsn() >= $1::pg_lsn as done",
          [position?.at],
        )
      )[0]?.done;
    while (!(await replayed())) await wait(50);
  }
  await caughtUp();

  return {
    primary,
    standby,
    /** `DATABASE_URL` of both. */
    url: urlOf(primary, standby),
    caughtUp,
    /** Makes the standby the primary, on its own timeline; the former primary, if it runs, continues as well. */
    async promote(): Promise<void> {
      await query(maintenance(standby), "select pg_promote(true, 60)");
    },
    /** The standby continues to answer, but shows nothing written from now on. */
    async pauseReplay(): Promise<void> {
      await query(maintenance(standby), "select pg_wal_replay_pause()");
      const paused = async () =>
        (
          await query<{ state: string }>(
            maintenance(standby),
            "select pg_get_wal_replay_pause_state() as state",
          )
        )[0]?.state === "paused";
      while (!(await paused())) await wait(20);
    },
    async resumeReplay(): Promise<void> {
      await query(maintenance(standby), "select pg_wal_replay_resume()");
    },
    /** Ends both servers and removes their data. */
    async stop(): Promise<void> {
      for (const node of [standby, primary]) await node.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `DATABASE_URL` of some nodes, in this order. */
export function urlOf(...nodes: Pick<Node, "settings">[]): string {
  const hosts = nodes.map(({ settings }) => `${settings.host}:${settings.port}`).join(",");
  const { user, password } = nodes[0]?.settings ?? { user: "", password: "" };
  return `postgres://${user}:${encodeURIComponent(password)}@${hosts}/${database}`;
}

function createNode(
  place: Place,
  settings: Connection,
  { account, binaries }: { account: Account; binaries: Binaries },
  extra: Record<string, string>,
): Node & { end(): Promise<void> } {
  let child: ChildProcess | undefined;
  const runs = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  async function start(): Promise<void> {
    const listening = await serverSettings({ loopback: true }, extra);
    const log = await open(place.log, "a", 0o600);
    child = spawn(
      program(binaries, "postgres"),
      ["-D", place.data, "-p", String(settings.port), ...listening],
      {
        ...spawnIdentity(account),
        cwd: "/",
        env: programEnvironment(),
        stdio: ["ignore", log.fd, log.fd],
      },
    );
    await log.close();
    for (;;) {
      const answer = await ask({ ...settings, database: "postgres" });
      if (answer.kind === "ready") return;
      if (!runs()) throw new Error(`the server ended:\n${await lastLogLines(place)}`);
      await wait(50);
    }
  }

  /** The pids of the postmaster and its children. */
  async function processes(): Promise<number[]> {
    if (!child?.pid || !runs()) return [];
    const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="]);
    const pairs = stdout.trim().split("\n");
    const children = pairs.map((line) => line.trim().split(/\s+/).map(Number));
    return [child.pid, ...children.flatMap(([pid, parent]) => (pid && parent === child?.pid ? [pid] : []))];
  }

  /** Halts everything, the postmaster first: it would replace the others. */
  async function freeze(): Promise<void> {
    if (runs()) child?.kill("SIGSTOP");
    sendSignal(await processes(), "SIGSTOP");
  }

  const thaw = async () => sendSignal(await processes(), "SIGCONT");

  async function untilEnded(send: () => unknown): Promise<void> {
    if (!child || !runs()) return;
    const ended = once(child, "exit");
    await send();
    await ended;
  }

  const stop = () => untilEnded(() => child?.kill("SIGINT"));
  let crashed = false;
  return {
    settings,
    start,
    stop,
    async kill() {
      crashed = true;
      await freeze();
      const pids = await processes();
      await untilEnded(() => sendSignal(pids, "SIGKILL"));
      for (const pid of pids) while ((await inspectProcess(pid)) !== "gone") await wait(20);
    },
    freeze,
    thaw,
    async end() {
      await thaw();
      // A crash leaves shared memory behind, which the next start removes.
      if (crashed && !runs()) await start();
      await stop();
    },
  };
}

function sendSignal(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Ended in the meantime.
    }
  }
}
