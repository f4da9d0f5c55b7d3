import { type OwnSession, ownAccount, ownSession, recoveryCodes } from "@rounds/domain/account/account.ts";
import { ownPermissions } from "@rounds/domain/account/permission-table.ts";
import { notPermittedWords, permissions } from "@rounds/domain/account/permissions.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import type { Context } from "../api/context.ts";
import { endpoint } from "../api/endpoint.ts";
import { isPermitted } from "../api/permission.ts";
import { found } from "../api/record.ts";

export const account = {
  read: endpoint({ response: ownAccount }, (_, { accounts, actor }) =>
    accounts.signInOf(found(actor.id ?? undefined)),
  ),
  permissions: endpoint({ response: ownPermissions }, async (_, { actor }) => ({
    role: actor.role ?? "representative",
    denied: permissions
      .filter((permission) => !isPermitted(actor, permission))
      .map((permission) => ({ permission, message: notPermittedWords(permission) })),
  })),
  cancelEmailChange: endpoint({ response: ownAccount }, async (_, { accounts, actor, caller }) => {
    const id = found(actor.id ?? undefined);
    await accounts.cancelEmailChange(id, { actor_id: id, client: caller.client });
    return accounts.signInOf(id);
  }),
  makeRecoveryCodes: endpoint({ response: recoveryCodes }, async (_, { accounts, actor, caller }) => {
    const by = { actor_id: actor.id, client: caller.client };
    return { codes: await accounts.makeRecoveryCodes(found(actor.id ?? undefined), by) };
  }),
  sessions: endpoint({ response: ownSession.array() }, (_, context) => listOwnSessions(context)),
  endSession: endpoint({ params: recordParams, response: ownSession.array() }, ({ params }, context) =>
    endOwnSession(context, params.id),
  ),
};

/** The devices on which the asking person is signed in, last used first. */
async function listOwnSessions({ accounts, actor, caller }: Context): Promise<OwnSession[]> {
  const sessions = await accounts.sessionsOf(found(actor.id ?? undefined));
  return sessions.map((session) => ({ ...session, current: session.id === caller.session_id }));
}

/**
 * Ends another session of the asking person, and returns the remaining ones. Throws `not_found` for a session that has
 * ended or is somebody else's, `forbidden` for the current one: signing out ends that.
 */
async function endOwnSession(context: Context, id: string): Promise<OwnSession[]> {
  const { accounts, actor, caller } = context;
  if (id === caller.session_id) throw new AppError("forbidden");
  await accounts.endSession(found(actor.id ?? undefined), id, { actor_id: actor.id, client: caller.client });
  return await listOwnSessions(context);
}
