import type { By } from "@rounds/auth/admin/account.ts";
import type { Accounts } from "@rounds/auth/admin/accounts.ts";
import { permissionSettings, permissionTable } from "@rounds/domain/account/permission-table.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { exportFileName } from "@rounds/domain/paging/export-file.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import { company } from "@rounds/domain/team/company.ts";
import {
  accountRemains,
  auditExportQuery,
  auditList,
  auditQuery,
  invitation,
  linkSent,
  passwordReset,
  remainsConfirmation,
  teamList,
  teamMemberDetail,
  teamQuery,
} from "@rounds/domain/team/team.ts";
import type { Context } from "../api/context.ts";
import { endpoint } from "../api/endpoint.ts";
import { exportOf } from "../api/export.ts";
import { requireConfirmed } from "../api/gone.ts";
import { found } from "../api/record.ts";
import { readCompany, saveCompany } from "./company.ts";
import { exportAudit } from "./export-audit.ts";
import { readPermissions, savePermissions } from "./permissions.ts";
import { listAudit, listTeam, readMember, readRemains } from "./queries.ts";

/** A path that changes a member's account and answers with the member afterwards. */
function onMember(act: (accounts: Accounts, id: string, by: By) => Promise<unknown>) {
  return endpoint({ params: recordParams, response: teamMemberDetail }, async ({ params }, context) => {
    await act(context.accounts, params.id, byOf(context));
    return await readMember(context, params.id);
  });
}

function byOf({ actor, caller }: Context): By {
  return { actor_id: actor.id, client: caller.client };
}

/** The same of a person, who alone can use these paths. */
function byPersonOf(context: Context): By & { actor_id: string } {
  return { ...byOf(context), actor_id: found(context.actor.id ?? undefined) };
}

export const team = {
  list: endpoint({ query: teamQuery, response: teamList }, ({ query }, context) => listTeam(context, query)),
  audit: endpoint({ query: auditQuery, response: auditList }, ({ query }, { db }) => listAudit(db, query)),
  exportAudit: exportOf({ query: auditExportQuery }, ({ query }, { today, time_zone }) => ({
    file_name: exportFileName("team-history", today, query.format),
    sheet: (db) => exportAudit(db, query, time_zone),
  })),
  company: endpoint({ response: company }, (_, { db }) => readCompany(db)),
  saveCompany: endpoint({ body: company, response: company }, async ({ body }, context) => {
    await saveCompany(context.db, body, context.actor, (tx) =>
      context.accounts.noteSetting(tx, "company_changed", { name: body.name ?? "" }, byPersonOf(context)),
    );
    return body;
  }),
  permissions: endpoint({ response: permissionSettings }, (_, { db }) => readPermissions(db)),
  savePermissions: endpoint({ body: permissionTable, response: permissionSettings }, ({ body }, context) =>
    savePermissions(context.db, body, context.actor, (tx, traits) =>
      context.accounts.noteSetting(tx, "permissions_changed", traits, byPersonOf(context)),
    ),
  ),
  read: endpoint({ params: recordParams, response: teamMemberDetail }, ({ params }, context) =>
    readMember(context, params.id),
  ),
  /** Throws `email_taken`, `account_disabled`. Somebody who was invited but has not accepted yet is invited again. */
  invite: endpoint({ body: invitation, response: linkSent }, async ({ body }, context) => {
    const { id, link } = await context.accounts.invite(body.email, body.role, byOf(context));
    return { member: await readMember(context, id), link };
  }),
  disable: onMember((accounts, id, by) => accounts.disable(id, by)),
  enable: onMember((accounts, id, by) => accounts.enable(id, by)),
  resetPassword: endpoint(
    { params: recordParams, body: passwordReset, response: linkSent },
    async ({ params: { id }, body }, context) => {
      const sent = await context.accounts.sendRecovery(id, { endSessions: body.end_sessions }, byOf(context));
      if (!sent)
        throw new AppError("validation_failed", { fields: { email: "This account has no email address" } });
      return { member: await readMember(context, id), link: sent.link };
    },
  ),
  endSessions: onMember((accounts, id, by) => accounts.endSessions(id, by)),
  makeAdmin: onMember((accounts, id, by) => accounts.setRole(id, "admin", by)),
  makeManager: onMember((accounts, id, by) => accounts.setRole(id, "manager", by)),
  makeRepresentative: onMember((accounts, id, by) => accounts.setRole(id, "representative", by)),
  removeFactors: onMember((accounts, id, by) => accounts.removeFactors(id, by)),
  deletionEffect: endpoint({ params: recordParams, response: accountRemains }, ({ params }, { db }) =>
    readRemains(db, params.id),
  ),
  /**
   * What they entered all stays: the answer says how much, and how many doctors belonged to them. Throws `changed_meanwhile`
   * if something else was confirmed.
   */
  delete: endpoint(
    { params: recordParams, query: remainsConfirmation, response: accountRemains },
    async ({ params: { id }, query }, context) => {
      const remains = await context.accounts.erase(id, byOf(context), async (tx, { updated_at }) => {
        const now = await readRemains(tx, id);
        await requireConfirmed(tx, now, query, { by: null, at: updated_at });
        return now;
      });
      return found(remains);
    },
  ),
};
