import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import type { AuthContext, Client } from "./context.ts";

/** What is noted of changes that are about no account. */
export type SettingAction =
  | "call_norms_changed"
  | "holidays_changed"
  | "company_changed"
  | "permissions_changed"
  | "setting_undone"
  | "history_erased";

export type AuditAction =
  | SettingAction
  | "user_signedup"
  | "login"
  | "logout"
  | "token_refreshed"
  | "token_family_revoked"
  | "user_modified"
  | "user_email_changed"
  | "user_updated_password"
  | "user_repeated_signup"
  | "user_confirmation_requested"
  | "user_confirmed"
  | "user_recovery_requested"
  | "user_reauthenticate_requested"
  | "user_email_change_requested"
  | "user_email_change_cancelled"
  | "user_phone_changed"
  | "user_phone_change_requested"
  | "user_invited"
  | "user_created"
  | "user_deleted"
  | "user_banned"
  | "user_unbanned"
  | "user_role_changed"
  | "sessions_ended"
  | "identity_linked"
  | "factor_added"
  | "factor_verified"
  | "factor_removed"
  | "recovery_codes_made"
  | "recovery_code_used"
  | "challenge_created"
  | "verification_attempted"
  | "link_generated"
  | "archive_brought_in";

type Entry = {
  action: AuditAction;
  /** The account concerned. */
  user_id: string;
  /** Who acted, if not the user: an administrator, or null for the service key and the product itself. */
  actor_id?: string | null;
  session_id?: string | undefined;
  client: Client;
  traits?: Record<string, string>;
};

/** Writes an audit entry in the transaction of the change. */
export async function audit(tx: Database, context: Pick<AuthContext, "clock">, entry: Entry): Promise<void> {
  await tx
    .insertInto("auth.audit_log")
    .values({
      created_at: isoMoment(context.clock()),
      action: entry.action,
      actor_id: entry.actor_id === undefined ? entry.user_id : entry.actor_id,
      user_id: entry.user_id,
      session_id: entry.session_id ?? null,
      ip: entry.client.ip,
      // Every open page refreshes its session each hour: that is logged without its device.
      user_agent: entry.action === "token_refreshed" ? null : entry.client.user_agent,
      traits: JSON.stringify(entry.traits ?? {}),
    })
    .execute();
}
