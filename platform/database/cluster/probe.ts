import type pg from "pg";
import { Session } from "../session.ts";
import { sqlState } from "../transaction.ts";
import type { Host } from "./address.ts";

/** A host's claim, or why it did not answer. A later timeline began with a later promotion. */
export type Claim =
  | { role: "primary"; timeline: number }
  | { role: "standby" }
  | { role: "unknown"; reason: string; sql_state: string | undefined; is_final: boolean };

type Probe = {
  /** Asks once, on a permanent connection. Never throws. */
  ask(): Promise<Claim>;
  end(): void;
};

/** A host that does not answer for this long counts as dead. */
const silenceMilliseconds = 5_000;

/** Asks one host whether it is the primary; `onLost` is called if the connection ends between two questions. */
export function createProbe(host: Host, settings: pg.ClientConfig, onLost: () => void): Probe {
  let session: Session | undefined;
  let ended = false;

  async function open(): Promise<Session> {
    const opening = new Session({ ...settings, ...host, connectionTimeoutMillis: silenceMilliseconds });
    opening.on("error", () => {
      if (session !== opening) return;
      session = undefined;
      onLost();
    });
    session = opening;
    await opening.connect();
    return opening;
  }

  async function askOnce(asked: Session | Promise<Session>): Promise<Claim> {
    const answering = await asked;
    const { standby } = await answer<{ standby: boolean }>(
      answering,
      "select pg_is_in_recovery() as standby",
    );
    if (standby) return { role: "standby" };
    const { timeline } = await answer<{ timeline: string }>(
      answering,
      "select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline",
    ).catch((error: unknown) => {
      // Some services that speak PostgreSQL's protocol have no such log; they have no two primaries either.
      if (["0A000", "42501", "42883", "55000"].includes(sqlState(error) ?? "")) return { timeline: "0" };
      throw error;
    });
    return { role: "primary", timeline: Number.parseInt(timeline, 16) };
  }

  function drop(): void {
    const dropped = session;
    session = undefined;
    dropped?.cut("no longer asked");
  }

  return {
    end() {
      ended = true;
      drop();
    },
    async ask() {
      for (;;) {
        const kept = session;
        const begun = performance.now();
        try {
          return await askOnce(kept ?? open());
        } catch (error) {
          drop();
          // A permanent connection may have been closed for its own reasons; silence is the host's fault.
          const silent = performance.now() - begun >= silenceMilliseconds;
          if (!kept || silent || ended)
            return {
              role: "unknown",
              reason: reasonOf(error),
              sql_state: sqlState(error),
              is_final: isFinal(error),
            };
        }
      }
    },
  };
}

/** The row of an answer, which must arrive within the time limit. */
async function answer<Row extends pg.QueryResultRow>(session: Session, question: string): Promise<Row> {
  const limit = setTimeout(
    // An answer that has arrived but was not read yet, because this process was busy, still counts.
    () => setImmediate(() => session.cut(`no answer in ${silenceMilliseconds / 1000} s`)),
    silenceMilliseconds,
  );
  const answering: Promise<pg.QueryResult<Row>> = session.query(question);
  const { rows } = await answering.finally(() => clearTimeout(limit));
  const [row] = rows;
  if (!row) throw new Error("the answer was empty");
  return row;
}

/**
 * Whether a host refuses `DATABASE_URL` for good: waiting changes no password, grants no rights, creates no database,
 * and gives no host TLS or another certificate.
 */
function isFinal(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return /^(28|3D|42501)/.test(state);
  // Whatever was thrown: both are looked for, neither is relied on.
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return /does not support SSL/.test(message) || /^(?:ERR_(?:TLS|SSL)_|.*CERT|UNABLE_TO_)/.test(code);
}

function reasonOf(error: unknown): string {
  // Node tries the addresses of a name one after another, and then gives no message of its own.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
