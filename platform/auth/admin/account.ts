import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { type AuditAction, audit } from "../base/audit.ts";
import type { AuthContext, Client, ServiceCall } from "../base/context.ts";
import { AuthError } from "../base/errors.ts";
import { isUuid } from "../base/uuid.ts";
import { lockUser } from "../users/lock-user.ts";

/** Who administers accounts, an administrator (null: the service key), and from which device. */
export type By = { actor_id: string | null; client: Client };

/** An account, locked until the transaction ends, so that one change runs at a time. Throws `user_not_found`. */
export async function lockAccount(tx: Database, id: string): Promise<UserRow> {
  const user = await lockUser(tx, id);
  if (!user) throw noSuchUser();
  return user;
}

export function noSuchUser(): AuthError {
  return new AuthError(404, "user_not_found", "User not found");
}

/** The account in the path of a request; throws `validation_failed` for a malformed id. */
export function requireUserId({ params }: ServiceCall): string {
  const { userId } = params;
  if (!isUuid(userId)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  return userId;
}

/** Writes an audit entry about somebody's account. */
export async function note(
  tx: Database,
  context: Pick<AuthContext, "clock">,
  user: Pick<UserRow, "id">,
  { actor_id, client }: By,
  action: AuditAction,
  traits: Record<string, string> = {},
): Promise<void> {
  await audit(tx, context, { action, user_id: user.id, actor_id, client, traits });
}
