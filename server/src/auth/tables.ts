import type { ColumnType, Generated, GeneratedAlways, Selectable } from "kysely";

/** Moments are ISO 8601 in UTC with milliseconds, both ways. */
type Moment = string;
type OptionalMoment = ColumnType<Moment | null, Moment | null | undefined, Moment | null>;
type OptionalText = ColumnType<string | null, string | null | undefined, string | null>;
/** JSON is written as text: the driver would send an array as a PostgreSQL array. */
type Json<Value> = ColumnType<Value, string, string>;
type Metadata = Record<string, unknown>;

/** One proof of who the user is; `timestamp` in seconds since 1970. */
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
  algorithm: "ES256";
  private_jwk: Json<Metadata>;
  state: "signing" | "verifying";
  created_at: Moment;
};

type ServiceKeysTable = { role: "service_role"; secret: string; created_at: Moment };

type RateLimitsTable = { limit_name: string; key_hash: Buffer; paid_back_at: number };

type AuditLogTable = {
  id: GeneratedAlways<number>;
  created_at: Moment;
  action: string;
  actor_id: string;
  user_id: string;
  session_id: OptionalText;
  ip: OptionalText;
  traits: Json<Metadata>;
};

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
}

export type UserRow = Selectable<UsersTable>;
export type IdentityRow = Selectable<IdentitiesTable>;
export type SessionRow = Selectable<SessionsTable>;
export type RefreshTokenRow = Selectable<RefreshTokensTable>;
