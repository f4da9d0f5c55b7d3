import type { OwnSession } from "@rounds/domain/account/account.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { Context } from "../api/context.ts";
import { found } from "../api/record.ts";

/** The devices on which the asking person is signed in, last used first. */
export async function listOwnSessions({ accounts, actor, caller }: Context): Promise<OwnSession[]> {
  const sessions = await accounts.sessionsOf(found(actor.id ?? undefined));
  return sessions.map((session) => ({ ...session, current: session.id === caller.session_id }));
}

/**
 * Ends another session of the asking person, and returns the remaining ones. Throws `not_found` for a session that has
 * ended or is somebody else's, `forbidden` for the current one: signing out ends that.
 */
export async function endOwnSession(context: Context, id: string): Promise<OwnSession[]> {
  const { accounts, actor, caller } = context;
  if (id === caller.session_id) throw new AppError("forbidden");
  await accounts.endSession(found(actor.id ?? undefined), id, { actor_id: actor.id, client: caller.client });
  return await listOwnSessions(context);
}
