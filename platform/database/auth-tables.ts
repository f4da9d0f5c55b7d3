import type { ColumnType, Selectable } from "kysely";

/** A column as the database has it; the type parameter is what queries read, insert and set there. */
export type Column<Of = unknown> = {
  /** PostgreSQL's name of its type. */
  readonly type: string;
  readonly nullable: boolean;
  /** What fills it where an insert says nothing: nothing, a default, or always the database itself. */
  readonly filled: "never" | "default" | "always";
  /** All values, where the database takes those of a list only. */
  readonly values: readonly string[] | undefined;
  /** For the compiler only. */
  readonly of?: Of;
};

type Stored<Value> = Column<ColumnType<Value, Value, Value>>;
type Optional<Value> = Column<ColumnType<Value | null, Value | null | undefined, Value | null>>;

function stored<Value>(type: string, values?: readonly string[]): Stored<Value> {
  return { type, nullable: false, filled: "never", values };
}

/** A column that may be null, which is what an insert that says nothing leaves there. */
function optional<Value>({ type, values }: Stored<Value>): Optional<Value> {
  return { type, nullable: true, filled: "never", values };
}

/** A column with a default. */
function filled<Value>({ type, values }: Stored<Value>): Column<ColumnType<Value, Value | undefined, Value>> {
  return { type, nullable: false, filled: "default", values };
}

/** A column that the database always fills itself. */
function computed<Value>({ type, nullable, values }: Column<ColumnType<Value, unknown, unknown>>) {
  const column: Column<ColumnType<Value, never, never>> = { type, nullable, filled: "always", values };
  return column;
}

/** JSON is written as text: the driver would send an array as a PostgreSQL array. */
function json<Value>(): Column<ColumnType<Value, string, string>> {
  return { type: "jsonb", nullable: false, filled: "never", values: undefined };
}

function oneOf<const Value extends string>(...values: Value[]): Stored<Value> {
  return stored("text", values);
}

/** Moments are ISO 8601 in UTC with milliseconds, in both directions. */
const moment = stored<string>("timestamp with time zone");
const uuid = stored<string>("uuid");
const text = stored<string>("text");
const address = stored<string>("inet");
const bytes = stored<Buffer>("bytea");
const count = stored<number>("integer");
const bigCount = stored<number>("bigint");

type Metadata = Record<string, unknown>;

/** One proof of the user's identity; `timestamp` in seconds since 1970. */
export type AmrEntry = { method: string; timestamp: number };

const challengeMethod = oneOf("s256", "plain");

/** Every table of schema `auth`. Types of rows follow from it, and a test holds it against the database. */
export const authTables = {
  users: {
    id: uuid,
    email: optional(text),
    phone: optional(text),
    password_hash: optional(text),
    role: filled(text),
    email_confirmed_at: optional(moment),
    phone_confirmed_at: optional(moment),
    confirmed_at: computed(optional(moment)),
    invited_at: optional(moment),
    confirmation_sent_at: optional(moment),
    recovery_sent_at: optional(moment),
    reauthentication_sent_at: optional(moment),
    email_change_sent_at: optional(moment),
    phone_change_sent_at: optional(moment),
    new_email: optional(text),
    new_phone: optional(text),
    /** For a change of address that both addresses must confirm: the one that has. */
    email_change_confirmed_by: optional(oneOf("current", "new")),
    last_sign_in_at: optional(moment),
    app_metadata: json<Metadata>(),
    user_metadata: json<Metadata>(),
    is_anonymous: filled(stored<boolean>("boolean")),
    banned_until: optional(moment),
    deleted_at: optional(moment),
    created_at: moment,
    updated_at: moment,
  },
  identities: {
    id: uuid,
    user_id: uuid,
    provider: text,
    provider_id: text,
    identity_data: json<Metadata>(),
    email: computed(optional(text)),
    last_sign_in_at: optional(moment),
    created_at: moment,
    updated_at: moment,
  },
  sessions: {
    id: uuid,
    user_id: uuid,
    aal: filled(oneOf("aal1", "aal2")),
    amr: json<AmrEntry[]>(),
    ip: optional(address),
    user_agent: optional(text),
    created_at: moment,
    refreshed_at: optional(moment),
    revoked_at: optional(moment),
    factor_id: optional(uuid),
  },
  refresh_tokens: {
    id: computed(bigCount),
    session_id: uuid,
    parent_id: optional(bigCount),
    token_hash: bytes,
    salt: optional(bytes),
    created_at: moment,
    used_at: optional(moment),
  },
  signing_keys: {
    kid: text,
    algorithm: oneOf("ES256", "RS256"),
    private_jwk: json<Metadata>(),
    state: oneOf("coming", "signing", "verifying"),
    created_at: moment,
    retired_at: optional(moment),
  },
  service_keys: { role: oneOf("service_role"), secret: text, created_at: moment },
  known_places: { user_id: uuid, kind: oneOf("device", "address"), key_hash: bytes, last_used_at: moment },
  recovery_codes: { user_id: uuid, code_hash: bytes, created_at: moment, used_at: optional(moment) },
  rate_limits: { limit_name: text, key_hash: bytes, paid_back_at: stored<number>("double precision") },
  audit_log: {
    id: computed(bigCount),
    created_at: moment,
    action: text,
    actor_id: optional(uuid),
    user_id: uuid,
    session_id: optional(uuid),
    ip: optional(address),
    user_agent: optional(text),
    traits: json<Metadata>(),
  },
  one_time_tokens: {
    id: uuid,
    user_id: uuid,
    kind: oneOf(
      "confirmation",
      "invite",
      "recovery",
      "magiclink",
      "email_change_current",
      "email_change_new",
      "reauthentication",
      "phone_confirmation",
      "phone_login",
      "phone_change",
    ),
    sent_to: text,
    link_hash: optional(bytes),
    code_hash: bytes,
    code_salt: bytes,
    attempts: filled(count),
    code_challenge: optional(text),
    code_challenge_method: optional(challengeMethod),
    created_at: moment,
    expires_at: moment,
  },
  auth_codes: {
    code_hash: bytes,
    user_id: uuid,
    code_challenge: text,
    code_challenge_method: challengeMethod,
    amr_method: text,
    created_at: moment,
  },
  messages: {
    id: uuid,
    channel: oneOf("mail", "sms"),
    kind: text,
    recipient: text,
    user_id: optional(uuid),
    details: json<Metadata>(),
    created_at: moment,
    due_at: moment,
    claimed_until: optional(moment),
    attempts: filled(count),
    last_error: optional(text),
    done_at: optional(moment),
    outcome: optional(oneOf("sent", "nobody", "given_up", "shown")),
  },
  shown_messages: { id: uuid, subject: text, text, html: optional(text), created_at: moment },
  factors: {
    id: uuid,
    user_id: uuid,
    factor_type: oneOf("totp", "phone"),
    status: oneOf("unverified", "verified"),
    friendly_name: filled(text),
    phone: optional(text),
    secret: optional(bytes),
    last_step: optional(bigCount),
    last_challenged_at: optional(moment),
    created_at: moment,
    updated_at: moment,
  },
  challenges: {
    id: uuid,
    factor_id: uuid,
    ip: optional(address),
    code_hash: optional(bytes),
    code_salt: optional(bytes),
    attempts: filled(count),
    created_at: moment,
    expires_at: moment,
    verified_at: optional(moment),
  },
  provider_sign_ins: {
    state_hash: bytes,
    provider: text,
    nonce: text,
    provider_verifier: text,
    redirect_to: text,
    code_challenge: optional(text),
    code_challenge_method: optional(challengeMethod),
    created_at: moment,
  },
  permissions: {
    role: oneOf("manager", "representative"),
    permission: text,
    allowed: stored<boolean>("boolean"),
  },
  spent_proofs: { proof_hash: bytes, expires_at: moment },
} satisfies Record<string, Record<string, Column>>;

type TableOf<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Of> ? Of : never;
};

/** The tables of schema `auth`, as part of the database's tables. */
export type AuthTables = {
  [Name in keyof typeof authTables as `auth.${Name}`]: TableOf<(typeof authTables)[Name]>;
};

export type UserRow = Selectable<AuthTables["auth.users"]>;
export type IdentityRow = Selectable<AuthTables["auth.identities"]>;
export type SessionRow = Selectable<AuthTables["auth.sessions"]>;
export type RefreshTokenRow = Selectable<AuthTables["auth.refresh_tokens"]>;
export type OneTimeTokenRow = Selectable<AuthTables["auth.one_time_tokens"]>;
export type TokenKind = OneTimeTokenRow["kind"];
export type MessageRow = Selectable<AuthTables["auth.messages"]>;
export type FactorRow = Selectable<AuthTables["auth.factors"]>;
export type ChallengeRow = Selectable<AuthTables["auth.challenges"]>;
