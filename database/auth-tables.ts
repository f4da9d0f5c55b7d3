import type { ColumnType, Generated, GeneratedAlways, Selectable } from "kysely";

/** Moments are ISO 8601 in UTC with milliseconds, in both directions. */
type Moment = string;
type OptionalMoment = ColumnType<Moment | null, Moment | null | undefined, Moment | null>;
type OptionalText = ColumnType<string | null, string | null | undefined, string | null>;
/** JSON is written as text: the driver would send an array as a PostgreSQL array. */
type Json<Value> = ColumnType<Value, string, string>;
type Metadata = Record<string, unknown>;

/** One proof of the user's identity; `timestamp` in seconds since 1970. */
export type AmrEntry = { method: string; timestamp: number };

type UsersTable = {
  id: string;
  email: OptionalText;
  phone: OptionalText;
  password_hash: OptionalText;
  role: Generated<string>;
  email_confirmed_at: OptionalMoment;
  phone_confirmed_at: OptionalMoment;
  confirmed_at: GeneratedAlways<Moment | null>;
  invited_at: OptionalMoment;
  confirmation_sent_at: OptionalMoment;
  recovery_sent_at: OptionalMoment;
  reauthentication_sent_at: OptionalMoment;
  email_change_sent_at: OptionalMoment;
  phone_change_sent_at: OptionalMoment;
  new_email: OptionalText;
  new_phone: OptionalText;
  /** For a change of address that both addresses must confirm: the one that has. */
  email_change_confirmed_by: ColumnType<
    "current" | "new" | null,
    "current" | "new" | null | undefined,
    "current" | "new" | null
  >;
  last_sign_in_at: OptionalMoment;
  app_metadata: Json<Metadata>;
  user_metadata: Json<Metadata>;
  is_anonymous: Generated<boolean>;
  banned_until: OptionalMoment;
  deleted_at: OptionalMoment;
  created_at: Moment;
  updated_at: Moment;
};

type IdentitiesTable = {
  id: string;
  user_id: string;
  provider: string;
  provider_id: string;
  identity_data: Json<Metadata>;
  email: GeneratedAlways<string | null>;
  last_sign_in_at: OptionalMoment;
  created_at: Moment;
  updated_at: Moment;
};

type SessionsTable = {
  id: string;
  user_id: string;
  aal: Generated<"aal1" | "aal2">;
  amr: Json<AmrEntry[]>;
  ip: OptionalText;
  user_agent: OptionalText;
  created_at: Moment;
  refreshed_at: OptionalMoment;
  revoked_at: OptionalMoment;
  factor_id: OptionalText;
};

type RefreshTokensTable = {
  id: GeneratedAlways<number>;
  session_id: string;
  parent_id: ColumnType<number | null, number | null | undefined, never>;
  token_hash: Buffer;
  salt: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  created_at: Moment;
  used_at: OptionalMoment;
};

type SigningKeysTable = {
  kid: string;
  algorithm: "ES256" | "RS256";
  private_jwk: Json<Metadata>;
  state: "coming" | "signing" | "verifying";
  created_at: Moment;
  retired_at: OptionalMoment;
};

type ServiceKeysTable = { role: "service_role"; secret: string; created_at: Moment };

type KnownPlacesTable = {
  user_id: string;
  kind: "device" | "address";
  key_hash: Buffer;
  last_used_at: Moment;
};

type RecoveryCodesTable = {
  user_id: string;
  code_hash: Buffer;
  created_at: Moment;
  used_at: OptionalMoment;
};

type RateLimitsTable = { limit_name: string; key_hash: Buffer; paid_back_at: number };

type AuditLogTable = {
  id: GeneratedAlways<number>;
  created_at: Moment;
  action: string;
  actor_id: OptionalText;
  user_id: string;
  session_id: OptionalText;
  ip: OptionalText;
  user_agent: OptionalText;
  traits: Json<Metadata>;
};

export type TokenKind =
  | "confirmation"
  | "invite"
  | "recovery"
  | "magiclink"
  | "email_change_current"
  | "email_change_new"
  | "reauthentication"
  | "phone_confirmation"
  | "phone_login"
  | "phone_change";

type OptionalBytes = ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
type ChallengeMethod = "s256" | "plain";
type OptionalMethod = ColumnType<
  ChallengeMethod | null,
  ChallengeMethod | null | undefined,
  ChallengeMethod | null
>;

type OneTimeTokensTable = {
  id: string;
  user_id: string;
  kind: TokenKind;
  sent_to: string;
  link_hash: OptionalBytes;
  code_hash: Buffer;
  code_salt: Buffer;
  attempts: Generated<number>;
  code_challenge: OptionalText;
  code_challenge_method: OptionalMethod;
  created_at: Moment;
  expires_at: Moment;
};

type AuthCodesTable = {
  code_hash: Buffer;
  user_id: string;
  code_challenge: string;
  code_challenge_method: ChallengeMethod;
  amr_method: string;
  created_at: Moment;
};

type Outcome = "sent" | "nobody" | "given_up" | "shown";

type MessagesTable = {
  id: string;
  channel: "mail" | "sms";
  kind: string;
  recipient: string;
  user_id: OptionalText;
  details: Json<Metadata>;
  created_at: Moment;
  due_at: Moment;
  claimed_until: OptionalMoment;
  attempts: Generated<number>;
  last_error: OptionalText;
  done_at: OptionalMoment;
  outcome: ColumnType<Outcome | null, Outcome | null | undefined, Outcome | null>;
};

type ShownMessagesTable = {
  id: string;
  subject: string;
  text: string;
  html: OptionalText;
  created_at: Moment;
};

type FactorsTable = {
  id: string;
  user_id: string;
  factor_type: "totp" | "phone";
  status: "unverified" | "verified";
  friendly_name: Generated<string>;
  phone: OptionalText;
  secret: OptionalBytes;
  last_step: ColumnType<number | null, number | null | undefined, number | null>;
  last_challenged_at: OptionalMoment;
  created_at: Moment;
  updated_at: Moment;
};

type ChallengesTable = {
  id: string;
  factor_id: string;
  ip: OptionalText;
  code_hash: OptionalBytes;
  code_salt: OptionalBytes;
  attempts: Generated<number>;
  created_at: Moment;
  expires_at: Moment;
  verified_at: OptionalMoment;
};

type ProviderSignInsTable = {
  state_hash: Buffer;
  provider: string;
  nonce: string;
  provider_verifier: string;
  redirect_to: string;
  code_challenge: OptionalText;
  code_challenge_method: OptionalMethod;
  created_at: Moment;
};

type SpentProofsTable = { proof_hash: Buffer; expires_at: Moment };

/** The tables of schema `auth`, as part of the database's tables. */
export interface AuthTables {
  "auth.users": UsersTable;
  "auth.identities": IdentitiesTable;
  "auth.sessions": SessionsTable;
  "auth.refresh_tokens": RefreshTokensTable;
  "auth.signing_keys": SigningKeysTable;
  "auth.service_keys": ServiceKeysTable;
  "auth.rate_limits": RateLimitsTable;
  "auth.audit_log": AuditLogTable;
  "auth.one_time_tokens": OneTimeTokensTable;
  "auth.auth_codes": AuthCodesTable;
  "auth.messages": MessagesTable;
  "auth.shown_messages": ShownMessagesTable;
  "auth.factors": FactorsTable;
  "auth.recovery_codes": RecoveryCodesTable;
  "auth.known_places": KnownPlacesTable;
  "auth.challenges": ChallengesTable;
  "auth.provider_sign_ins": ProviderSignInsTable;
  "auth.spent_proofs": SpentProofsTable;
}

export type UserRow = Selectable<UsersTable>;
export type IdentityRow = Selectable<IdentitiesTable>;
export type SessionRow = Selectable<SessionsTable>;
export type RefreshTokenRow = Selectable<RefreshTokensTable>;
export type OneTimeTokenRow = Selectable<OneTimeTokensTable>;
export type MessageRow = Selectable<MessagesTable>;
export type FactorRow = Selectable<FactorsTable>;
export type ChallengeRow = Selectable<ChallengesTable>;
