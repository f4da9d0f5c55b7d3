import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionSettings } from "@rounds/database/connect.ts";
import { startEmbedded } from "@rounds/postgres/launcher.ts";
import pg from "pg";

/** Where the databases of the benchmark are. */
export type Place = {
  description: string;
  /** The process of its PostgreSQL, where that is on this machine. */
  postmaster(): Promise<number | undefined>;
  /** How to connect to a database with that name, which is created if it is missing. */
  database(name: string): Promise<ConnectionSettings>;
  /** Releases a database; one that is kept for the next run stays. */
  discard(name: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * The server of `BENCH_DATABASE_URL`, otherwise an embedded one of its own: in a folder that stays, where the next run finds
 * the same databases, or in a temporary one.
 */
export async function openPlace(url: string | undefined, folder?: string): Promise<Place> {
  if (url) return givenServer(url);
  return folder ? await embeddedServer(folder, async () => {}) : await temporaryServer();
}

function givenServer(url: string): Place {
  return {
    description: "the server of BENCH_DATABASE_URL",
    postmaster: () => postmasterOf({ connectionString: url }),
    async database(name) {
      await createDatabase({ connectionString: url }, name);
      const settings = new URL(url);
      settings.pathname = `/${name}`;
      return { connectionString: settings.href };
    },
    discard: async () => {},
    close: async () => {},
  };
}

async function temporaryServer(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "rounds-bench-"));
  return await embeddedServer(folder, () => rm(folder, { recursive: true, force: true }));
}

/** An embedded server in a folder, with what becomes of the folder afterwards. */
async function embeddedServer(folder: string, remove: () => Promise<void>): Promise<Place> {
  const server = await startEmbedded({ dataDir: folder, log: () => {} }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return {
    description: `an embedded PostgreSQL ${server.serverVersion}`,
    postmaster: async () => server.pid,
    async database(name) {
      await createDatabase(server.connection, name);
      return { ...server.connection, database: name };
    },
    discard: (name) => run(server.connection, `drop database ${name} with (force)`),
    async close() {
      await server.stop();
      await remove();
    },
  };
}

async function createDatabase(settings: ConnectionSettings, name: string) {
  await run(settings, `create database ${name}`).catch((error: unknown) => {
    if ((error as { code?: string }).code !== "42P04") throw error;
  });
}

/** The parent of a connection's process, if that is a PostgreSQL of this machine. */
async function postmasterOf(settings: ConnectionSettings): Promise<number | undefined> {
  return await connected(settings, async (client) => {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const status = await readFile(`/proc/${rows[0]?.pid}/status`, "utf8").catch(() => "");
    if (!/^Name:\s+postgres$/m.test(status)) return undefined;
    return Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
  });
}

async function run(settings: ConnectionSettings, statement: string) {
  await connected(settings, (client) => client.query(statement));
}

async function connected<Result>(
  settings: ConnectionSettings,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
