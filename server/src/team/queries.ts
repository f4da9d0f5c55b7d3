import { storedRole } from "@rounds/auth/users/stored-role.ts";
import type { Database } from "@rounds/database/connect.ts";
import { containing } from "@rounds/database/search.ts";
import { countAll, readPage } from "@rounds/database/select.ts";
import { nameKeys } from "@rounds/domain/account/person-name.ts";
import { auditReach } from "@rounds/domain/team/audit-reach.ts";
import type {
  AccountRemains,
  AuditEntry,
  AuditList,
  auditQuery,
  TeamFilter,
  TeamList,
  TeamMember,
  TeamMemberDetail,
  TeamStatus,
  teamQuery,
} from "@rounds/domain/team/team.ts";
import { asciiDigits } from "@rounds/domain/text/digits.ts";
import { searchWords } from "@rounds/domain/text/search-words.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../api/context.ts";
import { found } from "../api/record.ts";

const name = nameIn("users");

/** A person's shown name, in a query of `auth.users as users`; null if there is none. */
export const shownName = name;

/** The name of a person in `users`, or their address or number; null if there is none, as after the account's end. */
export const knownName = sql<string | null>`coalesce(${shownName}, email, '+' || phone)`;

/** The same, or words for somebody of whom nothing is known. */
export const nameOfUser = sql<string>`coalesce(${knownName}, 'Somebody without a name')`;

/** Whose a doctor is, in the words of a list that leaves Rounds and may come back. */
export const representativeInLists = sql<string>`case when doctors.representative_id is null then 'Everybody' else coalesce(
  (select ${nameOfUser} from auth.users as users where users.id = doctors.representative_id), 'Somebody else') end`;

/** Who made a row of a table, by name; null if that is not known, or not any more. */
export function authorOf(table: "visits" | "stock_transactions") {
  return accountNamed(`${table}.created_by`);
}

/** Who changed a visit last, in the same way. */
export const lastToChange = accountNamed("visits.updated_by");

/** The account of who changed a visit last, if it is not the author's. */
export const otherChanger = sql<string | null>`case when visits.version > 1
  and visits.updated_by is distinct from visits.created_by then visits.updated_by end`;

/** The same by name. */
export const otherChangerName = sql<string | null>`(
  select ${knownName} from auth.users as users where users.id = ${otherChanger})`;

function accountNamed(column: string) {
  return sql<string | null>`(
    select ${knownName} from auth.users as users where users.id = ${sql.ref(column)})`;
}

/** Whether an account is in use at a moment (ISO 8601): confirmed and not disabled. */
export function isInUse(now: string) {
  return sql<boolean>`${statusAt(now)} = 'active'`;
}

const isAdmin = sql<boolean>`${storedRole("users")} = 'admin'`;
const hasFactor = sql<boolean>`exists (
  select from auth.factors where factors.user_id = users.id and factors.status = 'verified')`;

/** A person's shown name, as `personName` of the domain gives it, in a table of accounts. */
function nameIn(table: "users" | "actor" | "subject") {
  const metadata = sql.ref(`${table}.user_metadata`);
  const texts = nameKeys.map((key) => {
    const value = sql`${metadata} -> ${sql.lit(key)}`;
    return sql`case when jsonb_typeof(${value}) = 'string' then ${value} #>> '{}' end`;
  });
  return sql<string | null>`left(nullif(trimmed(coalesce(${sql.join(texts)})), ''), 200)`;
}

/** What the audit log shows of a person, in a table of accounts joined to it; null if the entry names nobody. */
function personIn(table: "actor" | "subject", id: "actor_id" | "user_id") {
  const column = (key: string) => sql.ref(`${table}.${key}`);
  const given = sql.ref(`entry.${id}`);
  return sql<AuditEntry["user"]>`case when ${given} is not null then json_build_object(
    'id', ${given}, 'email', ${column("email")}, 'phone', ${column("phone")}, 'name', ${nameIn(table)},
    'is_gone', ${column("id")} is null or ${column("deleted_at")} is not null) end`;
}

/** The status of an account at a moment (ISO 8601). */
function statusAt(now: string) {
  return sql<TeamStatus>`case
    when coalesce(banned_until > ${now}::timestamptz, false) then 'disabled'
    when confirmed_at is not null or is_anonymous then 'active'
    when invited_at is not null then 'invited'
    else 'unconfirmed' end`;
}

function accounts(db: Database) {
  return db.selectFrom("auth.users").where("deleted_at", "is", null);
}

/** One page of the team, newest first; a page beyond the last one gives the last one. */
export async function listTeam(context: Context, filters: z.output<typeof teamQuery>): Promise<TeamList> {
  const { db } = context;
  const all = accounts(db);
  let filtered = all;
  if (filters.search) filtered = filtered.where(matchesPerson(filters.search));
  if (filters.status !== "all") filtered = filtered.where(isOf(filters.status, context.now));
  const counting = countAll(filtered);
  const [list, unfiltered] = await Promise.all([
    readPage(filters.page, filters.per_page, counting, (offset) =>
      filtered
        .select(memberColumns(context.now))
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(filters.per_page)
        .offset(offset)
        .execute(),
    ),
    filtered === all ? counting : countAll(all),
  ]);
  return { ...list, rows: await withSessions(context, list.rows), unfiltered };
}

function isOf(status: TeamFilter, now: string) {
  return status === "admins" ? isAdmin : sql<boolean>`${statusAt(now)} = ${status}`;
}

/**
 * Whether a person's address and name contain every word, or the number a text that is one, however it is written: also with the 0
 * that is dialled within India before a number, which is stored with its country.
 */
function matchesPerson(search: string) {
  const text = sql`search_words(concat_ws(E'\n', email, ${name}))`;
  const inText = searchWords(search).map((word) => sql`${text} like ${containing(word)}`);
  const digits = asciiDigits(search)
    .replace(/[\s()+.-]/g, "")
    .replace(/^0+(?=\d)/, "");
  const number = /^\d+$/.test(digits) ? sql`or phone like ${`%${digits}%`}` : sql``;
  return sql<boolean>`((${inText.length > 0 ? sql.join(inText, sql` and `) : sql`true`}) ${number})`;
}

type MemberRow = Omit<TeamMember, "sessions">;

function memberColumns(now: string) {
  return [
    "id" as const,
    "email" as const,
    "phone" as const,
    name.as("name"),
    storedRole("users").as("role"),
    statusAt(now).as("status"),
    "created_at" as const,
    "last_sign_in_at" as const,
    hasFactor.as("has_second_factor"),
  ];
}

async function withSessions({ accounts }: Context, rows: MemberRow[]): Promise<TeamMember[]> {
  const counts = await accounts.countSessions(rows.map((row) => row.id));
  return rows.map((row) => ({ ...row, sessions: counts.get(row.id) ?? 0 }));
}

/** One member with sessions and second factors; throws `not_found`. */
export async function readMember(context: Context, id: string): Promise<TeamMemberDetail> {
  const { db, now } = context;
  const member = found(
    await accounts(db)
      .select(memberColumns(now))
      .select(["invited_at", "confirmed_at"])
      .select(
        sql<string | null>`case when banned_until > ${now}::timestamptz then banned_until end`.as(
          "disabled_until",
        ),
      )
      .select(
        sql<boolean>`auth.is_active_admin(users, ${now}::timestamptz) and not exists (
          select from auth.users other where other.id <> users.id and auth.is_active_admin(other, ${now}::timestamptz))`.as(
          "is_last_admin",
        ),
      )
      .where("id", "=", id)
      .executeTakeFirst(),
  );
  const [open_sessions, factors] = await Promise.all([
    context.accounts.sessionsOf(id),
    db
      .selectFrom("auth.factors")
      .select(["id", "factor_type", "friendly_name", "created_at"])
      .where("user_id", "=", id)
      .where("status", "=", "verified")
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
  ]);
  return { ...member, sessions: open_sessions.length, open_sessions, factors };
}

/** What a member entered, and how many doctors belong to them; throws `not_found`. */
export async function readRemains(db: Database, id: string): Promise<AccountRemains> {
  const made = (table: "doctors" | "products" | "visits") =>
    sql<number>`(select count(*) from ${sql.table(table)} where created_by = users.id)`.as(table);
  return found(
    await accounts(db)
      .select([made("doctors"), made("products"), made("visits")])
      .select(
        sql<number>`(select count(*) from doctors where representative_id = users.id)`.as("own_doctors"),
      )
      .where("id", "=", id)
      .executeTakeFirst(),
  );
}

/** For the audit log: of one person, as the account concerned or as who acted, and of one kind. */
export type AuditFilter = Pick<z.output<typeof auditQuery>, "user" | "action">;

function matchingEntries(db: Database, { user, action }: AuditFilter) {
  let entries = db.selectFrom("auth.audit_log as entry");
  if (user) {
    entries = entries.where((eb) =>
      eb.or([
        eb("entry.user_id", "=", user),
        eb.and([eb("entry.actor_id", "=", user), eb("entry.actor_id", "!=", eb.ref("entry.user_id"))]),
      ]),
    );
  }
  return action
    ? entries.where("entry.action", "=", action)
    : entries.where("entry.action", "!=", "token_refreshed");
}

/** What was done to accounts under the filters, newest first. */
export function auditEntries(db: Database, filters: AuditFilter) {
  return matchingEntries(db, filters)
    .leftJoin("auth.users as actor", "actor.id", "entry.actor_id")
    .leftJoin("auth.users as subject", "subject.id", "entry.user_id")
    .select(["entry.id", "entry.created_at", "entry.action", "entry.ip", "entry.user_agent", "entry.traits"])
    .select([
      personIn("actor", "actor_id").$castTo<AuditEntry["actor"]>().as("actor"),
      personIn("subject", "user_id").as("user"),
    ])
    .orderBy("entry.id", "desc");
}

/** One page of them. */
export async function listAudit(db: Database, filters: z.output<typeof auditQuery>): Promise<AuditList> {
  const { page, per_page } = filters;
  const reached = matchingEntries(db, filters).select("entry.id").limit(auditReach).as("reached");
  const counting = db.selectFrom(reached).select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow();
  return await readPage(
    page,
    per_page,
    counting.then(({ count }) => count),
    (offset) => auditEntries(db, filters).limit(per_page).offset(offset).execute(),
  );
}
