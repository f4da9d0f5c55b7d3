import { randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { type Connection, type ConnectionSettings, connect } from "@rounds/database/connect.ts";
import { migrate } from "@rounds/database/migrate.ts";
import { startEmbedded } from "@rounds/postgres/launcher.ts";
import { createDisposableFolder } from "./disposable-folder.ts";
import { clockAhead, sqlAhead } from "./test-today.ts";

/** Where the tests' PostgreSQL listens. */
export type TestServer = { host: string; port: number; user: string; password: string };

/** A migrated, empty database, with the settings to open it again. */
export type TestDatabase = Connection & { settings: ConnectionSettings };

const template = "rounds_template";

/** Nothing here must survive a crash, so nothing waits for the disk. */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
};

/** Where Linux keeps files in memory, and how much must be free there. */
const memory = { folder: "/dev/shm", bytes: 4 * 1024 ** 3 };

/** Where a disposable database belongs: in memory if there is room, because a copy of the template writes 617 files. */
async function disposablePlace(): Promise<string> {
  const found = await statfs(memory.folder).catch(() => undefined);
  return found && found.bavail * found.bsize >= memory.bytes ? memory.folder : tmpdir();
}

/**
 * Starts a real PostgreSQL in a temporary folder, with a migrated database that tests copy. `POSTGRES_BIN` chooses
 * other binaries than the packaged ones, for example an older major version.
 */
export async function startTestServer(): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const { folder, remove } = await createDisposableFolder(await disposablePlace());
  const binaries = process.env.POSTGRES_BIN;
  const embedded = await startEmbedded({
    dataDir: folder,
    settings,
    ...(binaries && { binaries }),
    log: () => {},
  });
  const { host, port, user, password } = embedded.connection;
  const server = { host, port, user, password };
  await asAdmin(server, `create database ${template}`);
  const made = connect({ ...server, database: template, max: 2 }, () => {});
  if (clockAhead() !== 0) await made.pool.query(sqlAhead(clockAhead()));
  await migrate(made.db);
  await made.close();
  return {
    server,
    async stop() {
      await admins.get(port)?.close();
      admins.delete(port);
      await embedded.stop();
      await remove();
    },
  };
}

/** Creates a database by copying the migrated template; `close` drops it. */
export async function copyTemplate(server: TestServer): Promise<TestDatabase> {
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(server, `create database ${database} template ${template} strategy file_copy`);
  const settings = { ...server, database };
  // A hundred requests at once wait long for a connection where the machine is busy.
  const connection = connect({ ...settings, connectionTimeoutMillis: 120_000 }, () => {});
  return {
    ...connection,
    settings,
    async close() {
      await connection.close();
      await asAdmin(server, `drop database ${database} with (force)`);
    },
  };
}

/** By the server's port: a connection for each statement would take as much processor time as a copy. */
const admins = new Map<number, Connection>();

async function asAdmin(server: TestServer, statement: string) {
  const admin = admins.get(server.port) ?? connect({ ...server, database: "postgres", max: 1 }, () => {});
  admins.set(server.port, admin);
  await admin.pool.query(statement);
}
