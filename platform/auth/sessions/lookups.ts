import type { Database } from "@rounds/database/connect.ts";
import { walPosition } from "@rounds/database/replica/position.ts";
import { plannedOnce } from "@rounds/database/statement-names.ts";
import { type RawBuilder, sql } from "kysely";
import type { AuthContext, Claimed, Found } from "../base/context.ts";
import { storedRole } from "../users/stored-role.ts";

/** How many requests one statement answers at most. */
const mostTogether = 100;

type Waiting = {
  claimed: Claimed;
  resolve: (found: Found | undefined) => void;
  reject: (error: unknown) => void;
};

/**
 * Looks up users and sessions. Requests that arrive in the same turn of the event loop share one statement, which is
 * sent after the last of them has arrived: so an answer is never older than its request, and a session that has ended
 * is refused at once. Undefined if there is no such user (any more).
 */
export function createLookups(db: Database, tells_position: boolean): AuthContext["lookUp"] {
  const position = tells_position ? sql`, ${walPosition} as position` : sql``;
  let waiting: Waiting[] = [];

  function send(): void {
    const asked = waiting;
    waiting = [];
    find(db, asked, position).then(
      (rows) => {
        const found = new Map(rows.map(({ n, ...row }) => [n, row]));
        asked.forEach(({ resolve }, index) => {
          resolve(found.get(index + 1));
        });
      },
      (error: unknown) => {
        for (const { reject } of asked) reject(error);
      },
    );
  }

  return (claimed) =>
    new Promise((resolve, reject) => {
      waiting.push({ claimed, resolve, reject });
      if (waiting.length === 1) setImmediate(() => waiting.length > 0 && send());
      else if (waiting.length === mostTogether) send();
    });
}

async function find(db: Database, asked: readonly Waiting[], position: RawBuilder<unknown>) {
  const all = <Key extends keyof Claimed>(key: Key) => asked.map(({ claimed }) => claimed[key]);
  const { rows } = await sql<Found & { n: number }>`
    select asked.n, "user".id, "user".email, "user".banned_until, "user".is_anonymous,
      "user".app_metadata ->> 'role' as role,
      array(select permission from auth.permissions
        where role = ${storedRole("user")} and not allowed) as denied,
      session.id as session_id, session.aal, session.amr, session.created_at, session.refreshed_at,
      -- A key that was removed because others may know it is invalid from that moment on, on every server.
      asked.kid is null or exists (select from auth.signing_keys where kid = asked.kid) as key_lives,
      exists (select from auth.factors where user_id = "user".id and status = 'verified') as has_factor
      ${position}
    from unnest(${all("user_id")}::uuid[], ${all("session_id")}::uuid[], ${all("kid")}::text[])
      with ordinality as asked (user_id, session_id, kid, n)
    join auth.users as "user" on "user".id = asked.user_id and "user".deleted_at is null
    left join auth.sessions as session
      on session.id = asked.session_id and session.user_id = "user".id and session.revoked_at is null
    ${plannedOnce}`.execute(db);
  return rows;
}
