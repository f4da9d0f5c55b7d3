import { runAlone } from "@rounds/database/alone.ts";
import type { MessageRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import type { Mail } from "./templates.ts";

/** How long a server's claim to a message lasts; if the server dies, another one takes over afterwards. */
const claimMilliseconds = 60_000;
const keptMilliseconds = 7 * 24 * 3600_000;

/** The result of a message. */
export type Ending =
  | { outcome: "sent" | "nobody" }
  | { outcome: "given_up"; last_error: string }
  | { outcome: "shown"; mail: Mail };

/**
 * Claims the channel's message that has been due longest, so that no other server takes it, and counts the attempt;
 * undefined if there is none. `now` is in milliseconds since 1970, here and below.
 */
export async function claimMessage(
  db: Database,
  channel: MessageRow["channel"],
  now: number,
): Promise<MessageRow | undefined> {
  const moment = isoMoment(now);
  return db
    .updateTable("auth.messages")
    .set((row) => ({
      claimed_until: isoMoment(now + claimMilliseconds),
      attempts: row("attempts", "+", 1),
    }))
    .where("id", "=", (one) =>
      one
        .selectFrom("auth.messages")
        .select("id")
        .where("channel", "=", channel)
        .where("done_at", "is", null)
        .where("due_at", "<=", moment)
        .where((row) => row.or([row("claimed_until", "is", null), row("claimed_until", "<=", moment)]))
        .orderBy("due_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Records the end of a message, unless another server has taken it over. */
export async function endMessage(db: Database, message: MessageRow, ending: Ending, now: number) {
  await transaction(db, async (tx) => {
    const ended = await stillOurs(tx, message)
      .set({
        done_at: isoMoment(now),
        claimed_until: null,
        outcome: ending.outcome,
        ...(ending.outcome === "given_up" && { last_error: ending.last_error }),
      })
      .returning("id")
      .executeTakeFirst();
    if (!ended || ending.outcome !== "shown") return;
    const { subject, text, html } = ending.mail;
    await tx
      .insertInto("auth.shown_messages")
      .values({ id: ended.id, subject, text, html, created_at: isoMoment(now) })
      .execute();
  });
}

/** Returns a message to the queue, to be tried again at `due`. */
export async function postponeMessage(db: Database, message: MessageRow, due: number, problem: string) {
  await stillOurs(db, message)
    .set({ due_at: isoMoment(due), claimed_until: null, last_error: problem })
    .execute();
}

/** Each claim counts an attempt, so the count identifies the claim. */
function stillOurs(db: Database, { id, attempts }: MessageRow) {
  return db
    .updateTable("auth.messages")
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("done_at", "is", null);
}

/** Removes messages that ended a week ago, in batches. */
export async function tidyMessages(db: Database, now: number): Promise<void> {
  await runAlone(db, "auth.tidy_messages", (tx) =>
    sql`
      delete from auth.messages where id in (
        select id from auth.messages where done_at < ${isoMoment(now - keptMilliseconds)} limit 10000
      )`.execute(tx),
  );
}
