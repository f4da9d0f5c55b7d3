import type { Database } from "../database/connect.ts";
import { isoMoment } from "../http/clock.ts";
import type { AuthContext, Client } from "./context.ts";

export type AuditAction =
  | "user_signedup"
  | "login"
  | "logout"
  | "token_refreshed"
  | "token_family_revoked"
  | "user_modified"
  | "user_email_changed"
  | "user_updated_password";

type Entry = {
  action: AuditAction;
  user_id: string;
  session_id?: string | undefined;
  client: Client;
  traits?: Record<string, string>;
};

/** Writes what a user did to his own account, in the transaction that does it. */
export async function audit(tx: Database, context: AuthContext, entry: Entry): Promise<void> {
  await tx
    .insertInto("auth.audit_log")
    .values({
      created_at: isoMoment(context.clock()),
      action: entry.action,
      actor_id: entry.user_id,
      user_id: entry.user_id,
      session_id: entry.session_id ?? null,
      ip: entry.client.ip,
      traits: JSON.stringify(entry.traits ?? {}),
    })
    .execute();
}
