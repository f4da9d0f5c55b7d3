import type { FactorRow, SessionRow, UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { type AuditAction, audit } from "../base/audit.ts";
import type { AuthContext, SignedInCall } from "../base/context.ts";
import { AuthError, sessionNotFound, userNotFound } from "../base/errors.ts";
import { isUuid } from "../base/uuid.ts";
import { queueMessage } from "../messages/queue.ts";
import { lockUser } from "../users/lock-user.ts";

/** Second factors require an account with an address: otherwise losing the factor loses everything. */
export function refuseAnonymous({ user }: SignedInCall): void {
  if (!user.is_anonymous) return;
  throw new AuthError(403, "no_authorization", "Anonymous user not allowed to perform these actions");
}

/** The factor in the path of a request, which must be the caller's own; throws `mfa_factor_not_found`. */
export async function findFactor(db: Database, { params, user }: SignedInCall): Promise<FactorRow> {
  const { factorId } = params;
  if (!isUuid(factorId)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const factor = await db
    .selectFrom("auth.factors")
    .selectAll()
    .where("id", "=", factorId)
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  if (!factor) throw factorNotFound();
  return factor;
}

export function factorNotFound(): AuthError {
  return new AuthError(404, "mfa_factor_not_found", "Factor not found");
}

/**
 * Locks the caller's user, then the session: one change of a user's factors at a time. The previous holder of the
 * locks may have ended either.
 */
export async function lockOwner(
  tx: Database,
  call: SignedInCall,
): Promise<{ user: UserRow; session: SessionRow }> {
  const user = await lockUser(tx, call.user.id);
  if (!user) throw userNotFound();
  const session = await tx
    .selectFrom("auth.sessions")
    .selectAll()
    .where("id", "=", call.session.id)
    .where("revoked_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!session) throw sessionNotFound();
  return { user, session };
}

/** Writes an audit entry about the owner's change of a factor. */
export async function auditFactor(
  tx: Database,
  context: AuthContext,
  { user, session, client }: SignedInCall,
  action: AuditAction,
  factor: Pick<FactorRow, "id" | "factor_type">,
): Promise<void> {
  const traits = { factor_id: factor.id, factor_type: factor.factor_type };
  await audit(tx, context, { action, user_id: user.id, session_id: session.id, client, traits });
}

/** Mails the owner, if there is an address, about a change of the second factors. */
export async function queueFactorNote(
  tx: Database,
  context: AuthContext,
  user: Pick<UserRow, "id" | "email">,
  kind: "factor_added" | "factor_removed" | "recovery_code_used",
): Promise<void> {
  if (user.email === null) return;
  await queueMessage(tx, context, { channel: "mail", kind, recipient: user.email, userId: user.id });
}
