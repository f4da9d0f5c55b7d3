import { ownAccount, ownSession, recoveryCodes } from "@rounds/domain/account/account.ts";
import { ownPermissions } from "@rounds/domain/account/permission-table.ts";
import { notPermittedWords, permissions } from "@rounds/domain/account/permissions.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import { endpoint } from "../api/endpoint.ts";
import { isPermitted } from "../api/permission.ts";
import { found } from "../api/record.ts";
import { endOwnSession, listOwnSessions } from "./own-sessions.ts";

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
