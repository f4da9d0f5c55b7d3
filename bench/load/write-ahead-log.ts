import type { ConnectionSettings } from "@rounds/database/connect.ts";
import pg from "pg";

/**
 * The current position of a database's write-ahead log (`0/0` asks for nothing else), and the bytes since a position.
 */
export async function writtenSince(
  settings: ConnectionSettings,
  position: string,
): Promise<{ position: string; bytes: number }> {
  const client = new pg.Client(settings);
  client.on("error", () => {}); // the current query gets the error too
  await client.connect();
  try {
    const { rows } = await client.query<{ position: string; bytes: string }>(
      "select pg_current_wal_lsn() as position, pg_wal_lsn_diff(pg_current_wal_lsn(), $1) as bytes",
      [position],
    );
    const [row] = rows;
    if (!row) throw new Error("The database does not say where its log is.");
    return { position: row.position, bytes: Number(row.bytes) };
  } finally {
    await client.end();
  }
}
