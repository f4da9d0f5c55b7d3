import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { momentOf } from "@rounds/domain/calendar/calendar.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { Erased } from "@rounds/domain/history/history.ts";
import { repeat } from "@rounds/http/repeat.ts";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";

const batch = 5000;
const pause = 60 * 60_000;
const dayMilliseconds = 86_400_000;

/** Forgets the oldest changes of before a moment (milliseconds), up to `most`, and returns how many they were. */
export async function forgetChanges(db: Database, before: number, most = batch): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    select history.forget(${momentOf(before)}::timestamptz, ${most}::integer) as forgotten`.execute(db);
  return rows[0]?.forgotten ?? 0;
}

/** Forgets what is older than so many days every hour, in portions, until stopped. Several servers may do so. */
export function startForgetting(
  db: Database,
  days: number,
  clock: () => number,
  log: Pick<FastifyBaseLogger, "warn">,
): { stop(): Promise<void> } {
  return repeat(
    pause,
    async (signal) => {
      const before = clock() - days * dayMilliseconds;
      while ((await forgetChanges(db, before)) === batch && !signal.aborted);
    },
    (err) => log.warn({ err }, "old changes could not be forgotten"),
  );
}

/**
 * Empties what the history and imported files tell of a doctor and their visits: who changed them, and when, stays. `note` writes that
 * to the audit log, in the same transaction. Throws `not_found` if there is no such doctor and no history of one.
 */
export async function eraseDoctor(
  db: Database,
  id: string,
  note: (tx: Database) => Promise<void>,
): Promise<Erased> {
  return await transaction(db, async (tx) => {
    const { rows } = await sql<Erased & { is_there: boolean }>`
      select history.erase(${id}::uuid) as changes,
        exists (select from doctors where id = directory.doctor_of(${id}::uuid)) as is_there`.execute(tx);
    const [erased] = rows;
    if (!erased?.changes && !erased?.is_there) throw new AppError("not_found");
    await note(tx);
    return { changes: erased.changes };
  });
}
