import type { Accounts } from "@rounds/auth/admin/accounts.ts";
import type { Client } from "@rounds/auth/base/context.ts";
import type { Database } from "@rounds/database/connect.ts";
import type { Reads } from "@rounds/database/replica/reads.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { TeamRole } from "@rounds/domain/team/team.ts";
import type { FastifyBaseLogger } from "fastify";

/** Who acts: a signed-in user, or (id null) the product itself when it creates demo data. */
export type Actor = {
  id: string | null;
  email: string;
  /** The role in the product, and what it may not do, as stored when the request arrived. Without them, everything is allowed. */
  role?: TeamRole;
  denied?: readonly string[];
  /** The key under which the client sends this write, the same at each repetition; none for a read. */
  operation_key?: string | null;
};

/** The session of the person who acts, and its device. */
export type Caller = { session_id: string; client: Client };

/**
 * What a handler may use besides its input. `today` is the business's day, `now` the moment in ISO 8601, `time_zone` the
 * business's.
 */
export type Context = {
  db: Database;
  /** Where lists and reports are read. */
  reads: Reads;
  actor: Actor;
  caller: Caller;
  accounts: Accounts;
  today: Day;
  now: string;
  time_zone: string;
  product_name: string;
  /** For how many days what was deleted can be brought back. */
  deleted_days: number;
  log: FastifyBaseLogger;
};

/** What lists and reports are read with: `db` may be a replica that is recent enough. */
export type View = Pick<Context, "db" | "actor" | "today" | "now" | "time_zone">;
