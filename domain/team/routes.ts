import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { Company, CompanyInput } from "./company.ts";
import type {
  AccountRemains,
  AuditList,
  AuditQuery,
  Invitation,
  LinkSent,
  PasswordReset,
  TeamList,
  TeamMemberDetail,
  TeamQuery,
} from "./team.ts";

type OnMember = { params: RecordParams; response: TeamMemberDetail };

export const teamRoutes = {
  list: route<{ query: TeamQuery; response: TeamList }>("GET", "/api/team"),
  audit: route<{ query: AuditQuery; response: AuditList }>("GET", "/api/team/audit"),
  company: route<{ response: Company }>("GET", "/api/team/company"),
  saveCompany: route<{ body: CompanyInput; response: Company }>("PUT", "/api/team/company"),
  read: route<OnMember>("GET", "/api/team/:id"),
  invite: route<{ body: Invitation; response: LinkSent }>("POST", "/api/team/invite"),
  disable: route<OnMember>("POST", "/api/team/:id/disable"),
  enable: route<OnMember>("POST", "/api/team/:id/enable"),
  resetPassword: route<{ params: RecordParams; body: PasswordReset; response: LinkSent }>(
    "POST",
    "/api/team/:id/reset-password",
  ),
  endSessions: route<OnMember>("POST", "/api/team/:id/end-sessions"),
  makeAdmin: route<OnMember>("POST", "/api/team/:id/make-admin"),
  removeAdmin: route<OnMember>("POST", "/api/team/:id/remove-admin"),
  removeFactors: route<OnMember>("POST", "/api/team/:id/remove-factors"),
  deletionEffect: route<{ params: RecordParams; response: AccountRemains }>(
    "GET",
    "/api/team/:id/deletion-effect",
  ),
  delete: route<{ params: RecordParams; response: AccountRemains }>("DELETE", "/api/team/:id"),
};
