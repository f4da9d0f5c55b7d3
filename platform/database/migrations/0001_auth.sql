-- Accounts, sessions and keys of the auth service. Moments are set by the server's clock, never by now().

create schema auth;

create table auth.users (
  id uuid primary key,
  -- Null for an account that has no address (yet). Always trimmed and in lower case, so that equality compares.
  email text constraint users_email_key unique
    constraint users_email_form check (email = lower(btrim(email)) and email like '%_@_%' and length(email) <= 254),
  phone text constraint users_phone_key unique
    constraint users_phone_form check (phone ~ '^[1-9][0-9]{1,14}$'),
  -- In PHC form ($argon2id$v=19$...); null for an account without a password.
  password_hash text constraint users_password_hash_form check (password_hash like '$_%$_%'),
  role text not null default 'authenticated' constraint users_role_not_blank check (role <> ''),
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  email_change_sent_at timestamptz,
  phone_change_sent_at timestamptz,
  new_email text constraint users_new_email_form check (new_email = lower(btrim(new_email)) and new_email <> ''),
  new_phone text constraint users_new_phone_form check (new_phone ~ '^[1-9][0-9]{1,14}$'),
  last_sign_in_at timestamptz,
  -- What the server says about the user (provider, role); no request of the user's own reaches it.
  app_metadata jsonb not null default '{}' constraint users_app_metadata_object
    check (jsonb_typeof(app_metadata) = 'object'),
  -- What the user says about himself.
  user_metadata jsonb not null default '{}' constraint users_user_metadata_object
    check (jsonb_typeof(user_metadata) = 'object'),
  is_anonymous boolean not null default false,
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_reachable check (email is not null or phone is not null or is_anonymous or deleted_at is not null)
);

create table auth.identities (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null constraint identities_provider_not_blank check (provider <> ''),
  -- Who the user is at the provider; for email and phone the user's own id.
  provider_id text not null constraint identities_provider_id_not_blank check (provider_id <> ''),
  identity_data jsonb not null constraint identities_data_object check (jsonb_typeof(identity_data) = 'object'),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint identities_provider_key unique (provider, provider_id)
);
create index identities_user on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1' constraint sessions_aal_known check (aal in ('aal1', 'aal2')),
  -- How the user proved who he is: [{"method": "password", "timestamp": 1735689600}], newest first.
  amr jsonb not null constraint sessions_amr_list check (jsonb_typeof(amr) = 'array'),
  ip inet,
  user_agent text constraint sessions_user_agent_length check (length(user_agent) <= 400),
  created_at timestamptz not null,
  refreshed_at timestamptz,
  -- Set when a used refresh token came back: the family is dead, but its tokens are still recognised.
  revoked_at timestamptz
);
create index sessions_user on auth.sessions (user_id);

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  -- The token of the same session that this one was issued for; it may have been tidied away since.
  parent_id bigint constraint refresh_tokens_after_parent check (parent_id < id),
  token_hash bytea not null constraint refresh_tokens_hash_key unique
    constraint refresh_tokens_hash_sha256 check (octet_length(token_hash) = 32),
  -- With its parent's plain text, which only the client has, the salt gives this token's plain text again, so that
  -- a lost answer can be repeated. Gone as soon as the token is used.
  salt bytea constraint refresh_tokens_salt_length check (octet_length(salt) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  constraint refresh_tokens_used_without_salt check (used_at is null or salt is null),
  constraint refresh_tokens_child_has_salt check (parent_id is null or used_at is not null or salt is not null)
);
create index refresh_tokens_session on auth.refresh_tokens (session_id, id desc);

create table auth.signing_keys (
  kid text primary key,
  algorithm text not null constraint signing_keys_algorithm_known check (algorithm in ('ES256')),
  private_jwk jsonb not null constraint signing_keys_jwk_object check (jsonb_typeof(private_jwk) = 'object'),
  -- One key signs; the others (a former or a coming one) are only published and accepted.
  state text not null constraint signing_keys_state_known check (state in ('signing', 'verifying')),
  created_at timestamptz not null
);
create unique index signing_keys_one_signs on auth.signing_keys (state) where state = 'signing';

-- The key of the admin paths, made at first start.
create table auth.service_keys (
  role text primary key constraint service_keys_role_known check (role in ('service_role')),
  secret text not null constraint service_keys_secret_length check (length(secret) >= 43),
  created_at timestamptz not null
);

-- Shared by all servers; a crash of the database may empty it, which only forgives.
create unlogged table auth.rate_limits (
  limit_name text not null,
  -- SHA-256 of the address or account that is counted.
  key_hash bytea not null,
  -- Milliseconds since 1970 at which all that was taken is paid back (the theoretical arrival time of GCRA).
  paid_back_at double precision not null,
  primary key (limit_name, key_hash)
);

create table auth.audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  action text not null constraint audit_log_action_not_blank check (action <> ''),
  -- Who did it, and whose account it concerns. Entries outlive accounts, so these are no foreign keys.
  actor_id uuid not null,
  user_id uuid not null,
  session_id uuid,
  ip inet,
  traits jsonb not null default '{}' constraint audit_log_traits_object check (jsonb_typeof(traits) = 'object')
);

create function auth.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only' using errcode = 'restrict_violation';
end;
$$;

create trigger audit_log_append_only before update or delete on auth.audit_log
  for each statement execute function auth.refuse_audit_change();
