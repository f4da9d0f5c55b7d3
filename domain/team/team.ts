import { z } from "zod";
import { accountSession } from "../account/account.ts";
import { exportFormat, pageOf } from "../paging/paging.ts";
import { confirmationOf, moment, recordId } from "../records/record.ts";
import { filterText, requiredText, searchText } from "../text/text.ts";
import { teamRoles } from "./roles.ts";
import { teamFilters, teamStatuses } from "./statuses.ts";

export type { TeamRole } from "./roles.ts";
export type { TeamFilter, TeamStatus } from "./statuses.ts";

const pageFields = {
  page: z.coerce.number<number>().int().min(1).max(100_000_000).default(1),
  per_page: z.coerce.number<number>().int().min(1).max(100).default(20),
};

/** The accounts, newest first; `search` looks at address, name and number. */
export const teamQuery = z.object({
  search: searchText,
  status: z.enum(["all", ...teamFilters]).default("all"),
  ...pageFields,
});

/** An account. `sessions` counts its signed-in devices. */
const teamMember = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  name: z.string().nullable(),
  role: z.enum(teamRoles),
  status: z.enum(teamStatuses),
  created_at: moment,
  last_sign_in_at: moment.nullable(),
  sessions: z.int().min(0),
  has_second_factor: z.boolean(),
});

/** One page of the team; `unfiltered` counts all accounts. */
export const teamList = pageOf(teamMember).extend({ unfiltered: z.int().min(0) });

const teamFactor = z.object({
  id: z.uuid(),
  factor_type: z.enum(["totp", "phone"]),
  friendly_name: z.string(),
  created_at: moment,
});

/** A member with the signed-in devices, last used first, and the active second factors. */
export const teamMemberDetail = teamMember.extend({
  invited_at: moment.nullable(),
  confirmed_at: moment.nullable(),
  disabled_until: moment.nullable(),
  /** Whether this is the only administrator: then the rights can't be removed. */
  is_last_admin: z.boolean(),
  open_sessions: accountSession.array(),
  factors: teamFactor.array(),
});

const emailProblem = "Please enter an email address such as name@example.com";

export const invitation = z.strictObject({
  // The auth service accepts what browsers do; an address of a company also has a dot in its domain.
  email: requiredText(254, "Please enter an email address").pipe(
    z.email(emailProblem).regex(z.regexes.html5Email, emailProblem),
  ),
  role: z.enum(teamRoles).default("representative"),
});

export const passwordReset = z.strictObject({
  /** Whether to sign out all devices that are signed in with the present password. */
  end_sessions: z.boolean().default(false),
});

/** `link` is null if it was mailed; if the server can't send mail, the administrator passes it on. */
export const linkSent = z.object({ member: teamMemberDetail, link: z.string().nullable() });

/**
 * The records that somebody entered, which stay when the account is deleted, and the doctors that belong to them, who become
 * everybody's.
 */
export const accountRemains = z.object({
  doctors: z.int(),
  products: z.int(),
  visits: z.int(),
  own_doctors: z.int(),
});
/** What was shown of it before the deletion was confirmed. */
export const remainsConfirmation = confirmationOf("doctors", "products", "visits", "own_doctors").omit({
  version: true,
});

const auditFilter = z.object({
  /** The account concerned, or who acted. */
  user: z.union([z.literal(""), recordId]).default(""),
  /** Not given: everything except refreshes of sessions, which every open page does each hour. */
  action: filterText(60),
});
export const auditQuery = auditFilter.extend(pageFields);
export const auditExportQuery = auditFilter.extend({ format: exportFormat });

/** A person in the audit log; of deleted accounts only the id is known. */
const auditPerson = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  name: z.string().nullable(),
  is_gone: z.boolean(),
});

/** An entry of the audit log. `actor` is null for the service key and for the product itself. */
const auditEntry = z.object({
  id: z.int(),
  created_at: moment,
  action: z.string(),
  actor: auditPerson.nullable(),
  user: auditPerson,
  ip: z.string().nullable(),
  /** The browser's User-Agent header. */
  user_agent: z.string().nullable(),
  /** Further details: how somebody signed in, which role was given. */
  traits: z.record(z.string(), z.unknown()),
});

export const auditList = pageOf(auditEntry);

export type TeamQuery = z.input<typeof teamQuery>;
export type TeamMember = z.output<typeof teamMember>;
export type TeamList = z.output<typeof teamList>;
export type TeamMemberDetail = z.output<typeof teamMemberDetail>;
export type Invitation = z.input<typeof invitation>;
export type PasswordReset = z.input<typeof passwordReset>;
export type LinkSent = z.output<typeof linkSent>;
export type AccountRemains = z.output<typeof accountRemains>;
export type RemainsConfirmation = z.input<typeof remainsConfirmation>;
export type AuditQuery = z.input<typeof auditQuery>;
export type AuditExport = z.input<typeof auditExportQuery>;
export type AuditEntry = z.output<typeof auditEntry>;
export type AuditList = z.output<typeof auditList>;
