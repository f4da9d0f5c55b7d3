import { everythingAllowed } from "@rounds/domain/account/permission-table.ts";
import type { Method } from "@rounds/domain/contract/route.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { anId } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";

let invited = 0;
/** A call on the account of a newly invited person; the first member of a server is an administrator. */
const onMember =
  (route: { method: Method; path: string }, more: object = {}) =>
  async (member: Member) => {
    const body = { email: `invited${++invited}@example.com` };
    const made = await member.call(teamRoutes.invite, { body });
    return { ...route, params: { id: made.member.id }, ...more };
  };

/** A valid call of each route of the team. */
export const teamCalls = {
  "team.list": async () => ({
    ...teamRoutes.list,
    query: { search: "a", status: "active" },
    takes: ["search", "status", "page", "per_page"],
  }),
  "team.audit": async () => ({
    ...teamRoutes.audit,
    query: { user: anId(), action: "login" },
    takes: ["user", "action", "page", "per_page"],
  }),
  "team.exportAudit": async () => ({
    ...teamRoutes.exportAudit,
    query: { user: anId(), action: "login" },
    takes: ["user", "action", "format"],
  }),
  "team.company": async () => teamRoutes.company,
  "team.saveCompany": async () => ({
    ...teamRoutes.saveCompany,
    body: { name: "Aarogya Pharma" },
    texts: ["name"],
    optional: ["name"],
  }),
  "team.permissions": async () => teamRoutes.permissions,
  "team.savePermissions": async () => ({
    ...teamRoutes.savePermissions,
    body: everythingAllowed,
    answered: (place: string[]) => ["table", ...place],
    harmless: (_: string, value: unknown) => typeof value === "boolean",
  }),
  "team.read": onMember(teamRoutes.read),
  "team.invite": async () => ({
    ...teamRoutes.invite,
    body: { email: `invited${++invited}@example.com`, role: "representative" },
    harmless: (field: string, value: unknown) => field === "role" && value === undefined,
  }),
  "team.disable": onMember(teamRoutes.disable),
  "team.enable": onMember(teamRoutes.enable),
  "team.resetPassword": onMember(teamRoutes.resetPassword, {
    body: { end_sessions: false },
    harmless: (_: string, value: unknown) => value === undefined || value === true,
  }),
  "team.endSessions": onMember(teamRoutes.endSessions),
  "team.makeAdmin": onMember(teamRoutes.makeAdmin),
  "team.makeManager": onMember(teamRoutes.makeManager),
  "team.makeRepresentative": onMember(teamRoutes.makeRepresentative),
  "team.removeFactors": onMember(teamRoutes.removeFactors),
  "team.deletionEffect": onMember(teamRoutes.deletionEffect),
  "team.delete": onMember(teamRoutes.delete),
};
