import type { PermissionSettings, PermissionTable } from "../account/permission-table.ts";
import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { Company, CompanyInput } from "./company.ts";
import type {
  AccountRemains,
  AuditExport,
  AuditList,
  AuditQuery,
  Invitation,
  LinkSent,
  PasswordReset,
  RemainsConfirmation,
  TeamList,
  TeamMemberDetail,
  TeamQuery,
} from "./team.ts";

type OnMember = { params: RecordParams; response: TeamMemberDetail };

export const teamRoutes = {
  list: route<{ query: TeamQuery; response: TeamList }>("GET", "/api/team"),
  audit: route<{ query: AuditQuery; response: AuditList }>("GET", "/api/team/audit"),
  /** All entries of the audit log under the filters, newest first, as a file, streamed. */
  exportAudit: route<{ query: AuditExport; response: string }>("GET", "/api/team/audit/export"),
  company: route<{ response: Company }>("GET", "/api/team/company"),
  saveCompany: route<{ body: CompanyInput; response: Company }>("PUT", "/api/team/company"),
  permissions: route<{ response: PermissionSettings }>("GET", "/api/team/permissions"),
  savePermissions: route<{ body: PermissionTable; response: PermissionSettings }>(
    "PUT",
    "/api/team/permissions",
  ),
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
  makeManager: route<OnMember>("POST", "/api/team/:id/make-manager"),
  makeRepresentative: route<OnMember>("POST", "/api/team/:id/make-representative"),
  removeFactors: route<OnMember>("POST", "/api/team/:id/remove-factors"),
  deletionEffect: route<{ params: RecordParams; response: AccountRemains }>(
    "GET",
    "/api/team/:id/deletion-effect",
  ),
  /** Refuses with `changed_meanwhile` what differs from the confirmed figures, of which any may be left out. */
  delete: route<{ params: RecordParams; query: RemainsConfirmation | undefined; response: AccountRemains }>(
    "DELETE",
    "/api/team/:id",
  ),
};
