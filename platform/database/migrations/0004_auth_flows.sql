-- What the auth service needs beyond passwords: codes and links, mail and text messages, second factors, identities
-- from outside, and a guard that keeps at least one administrator. Moments are set by the server's clock.

-- A change of address waits for both addresses; the half that has agreed already.
alter table auth.users add column email_change_confirmed_by text
  constraint users_email_change_half_known check (email_change_confirmed_by in ('current', 'new'));

-- Who signs in by a wallet, or by a provider that vouches for no address, has neither address nor number.
alter table auth.users drop constraint users_reachable;

create index users_newest on auth.users (created_at desc, id desc);
create index users_new_email on auth.users (new_email) where new_email is not null;
create index users_new_phone on auth.users (new_phone) where new_phone is not null;

-- One token of a kind for each user: asking again voids the one before.
create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null constraint one_time_tokens_kind_known check (kind in (
    'confirmation', 'invite', 'recovery', 'magiclink', 'email_change_current', 'email_change_new',
    'reauthentication', 'phone_confirmation', 'phone_login', 'phone_change')),
  -- The address or number that it went to.
  sent_to text not null,
  -- SHA-256 of the link's token, which is random and long; null where only a code is sent.
  link_hash bytea constraint one_time_tokens_link_hash_key unique
    constraint one_time_tokens_link_hash_sha256 check (octet_length(link_hash) = 32),
  -- HMAC-SHA-256 of the six digits under the salt. Short codes can be guessed, hence `attempts`.
  code_hash bytea not null constraint one_time_tokens_code_hash_sha256 check (octet_length(code_hash) = 32),
  code_salt bytea not null constraint one_time_tokens_code_salt_length check (octet_length(code_salt) = 32),
  attempts integer not null default 0 constraint one_time_tokens_attempts_counted check (attempts >= 0),
  -- Of the client that asked; its link then leads to a code that only this client can exchange (RFC 7636).
  code_challenge text constraint one_time_tokens_challenge_length check (length(code_challenge) between 43 and 128),
  code_challenge_method text constraint one_time_tokens_method_known check (code_challenge_method in ('s256', 'plain')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint one_time_tokens_one_of_a_kind unique (user_id, kind),
  constraint one_time_tokens_challenge_whole check ((code_challenge is null) = (code_challenge_method is null))
);

-- Codes that a PKCE client exchanges for a session.
create table auth.auth_codes (
  code_hash bytea primary key constraint auth_codes_hash_sha256 check (octet_length(code_hash) = 32),
  user_id uuid not null references auth.users (id) on delete cascade,
  code_challenge text not null constraint auth_codes_challenge_length check (length(code_challenge) between 43 and 128),
  code_challenge_method text not null constraint auth_codes_method_known check (code_challenge_method in ('s256', 'plain')),
  -- What the session will say about how its user proved who he is.
  amr_method text not null,
  created_at timestamptz not null
);

-- Mail and text messages that are to go out. A row says what was asked for, never a live code: codes and links are
-- made at the moment of sending, so that a message that waited for a dead mail server is as good as a fresh one.
-- Requests for unknown addresses stand here like all others, so that nobody can tell them apart by the work done.
create table auth.messages (
  id uuid primary key,
  channel text not null constraint messages_channel_known check (channel in ('mail', 'sms')),
  kind text not null constraint messages_kind_not_blank check (kind <> ''),
  -- The address or number asked for.
  recipient text not null constraint messages_recipient_not_blank check (recipient <> ''),
  -- Whom it concerns, where that is known when it is asked for.
  user_id uuid references auth.users (id) on delete cascade,
  details jsonb not null default '{}' constraint messages_details_object check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null,
  -- When to try (again), and until when one server has it in work.
  due_at timestamptz not null,
  claimed_until timestamptz,
  attempts integer not null default 0,
  last_error text,
  -- The end: sent, or nobody to send it to, or given up.
  done_at timestamptz,
  outcome text constraint messages_outcome_known check (outcome in ('sent', 'nobody', 'given_up', 'shown')),
  constraint messages_done_has_outcome check ((done_at is null) = (outcome is null))
);
create index messages_due on auth.messages (due_at) where done_at is null;
create index messages_done on auth.messages (done_at) where done_at is not null;

-- Messages for the page that stands in for a mail server on a machine of one's own; empty everywhere else.
create table auth.shown_messages (
  id uuid primary key references auth.messages (id) on delete cascade,
  subject text not null,
  text text not null,
  html text,
  created_at timestamptz not null
);

create table auth.factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  factor_type text not null constraint factors_type_known check (factor_type in ('totp', 'phone')),
  status text not null constraint factors_status_known check (status in ('unverified', 'verified')),
  friendly_name text not null default '' constraint factors_name_length check (length(friendly_name) <= 100),
  phone text constraint factors_phone_form check (phone ~ '^[1-9][0-9]{1,14}$'),
  secret bytea constraint factors_secret_length check (octet_length(secret) = 20),
  -- The newest time step whose code was taken: a code works once.
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint factors_name_once unique (user_id, friendly_name),
  constraint factors_totp_has_secret check ((factor_type = 'totp') = (secret is not null)),
  constraint factors_phone_has_number check ((factor_type = 'phone') = (phone is not null))
);

create table auth.challenges (
  id uuid primary key,
  factor_id uuid not null references auth.factors (id) on delete cascade,
  ip inet,
  -- Of a code that was sent; an authenticator's code needs none.
  code_hash bytea constraint challenges_code_hash_sha256 check (octet_length(code_hash) = 32),
  code_salt bytea constraint challenges_code_salt_length check (octet_length(code_salt) = 32),
  attempts integer not null default 0 constraint challenges_attempts_counted check (attempts >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz
);
create index challenges_factor on auth.challenges (factor_id);

-- The factor that raised a session to aal2.
alter table auth.sessions add column factor_id uuid references auth.factors (id) on delete set null;
create index sessions_factor on auth.sessions (factor_id) where factor_id is not null;

-- A sign-in under way at a provider outside.
create table auth.provider_sign_ins (
  state_hash bytea primary key constraint provider_sign_ins_state_sha256 check (octet_length(state_hash) = 32),
  provider text not null,
  nonce text not null,
  -- Our own proof towards the provider (RFC 7636).
  provider_verifier text not null,
  redirect_to text not null,
  code_challenge text constraint provider_sign_ins_challenge_length check (length(code_challenge) between 43 and 128),
  code_challenge_method text constraint provider_sign_ins_method_known check (code_challenge_method in ('s256', 'plain')),
  created_at timestamptz not null,
  constraint provider_sign_ins_challenge_whole check ((code_challenge is null) = (code_challenge_method is null))
);

-- SHA-256 of ID tokens and wallet messages that have signed somebody in: each works once.
create table auth.spent_proofs (
  proof_hash bytea primary key constraint spent_proofs_sha256 check (octet_length(proof_hash) = 32),
  expires_at timestamptz not null
);

-- A key is published before it signs, and accepted after it has signed for the last time.
alter table auth.signing_keys drop constraint signing_keys_algorithm_known;
alter table auth.signing_keys add constraint signing_keys_algorithm_known check (algorithm in ('ES256', 'RS256'));
alter table auth.signing_keys drop constraint signing_keys_state_known;
alter table auth.signing_keys add constraint signing_keys_state_known
  check (state in ('coming', 'signing', 'verifying'));
alter table auth.signing_keys add column retired_at timestamptz;

-- Null for what the service key or the product itself did.
alter table auth.audit_log alter column actor_id drop not null;
-- What the device said it is; left out where a session goes on by itself.
alter table auth.audit_log add column user_agent text;
create index audit_log_user on auth.audit_log (user_id, id desc);
create trigger audit_log_is_never_emptied before truncate on auth.audit_log
  for each statement execute function auth.refuse_audit_change();
create index audit_log_actor on auth.audit_log (actor_id, id desc) where actor_id <> user_id;
create index audit_log_action on auth.audit_log (action, id desc);

-- Administrators look after accounts; without one, nobody could. Only an account that can be used counts.
create function auth.is_active_admin(auth.users, at timestamptz) returns boolean language sql immutable as $$
  select coalesce($1.app_metadata ->> 'role', '') = 'admin' and $1.deleted_at is null and $1.confirmed_at is not null
    and ($1.banned_until is null or $1.banned_until <= at)
$$;

create function auth.keep_one_admin() returns trigger language plpgsql as $$
declare
  at timestamptz := case tg_op when 'DELETE' then now() else new.updated_at end;
begin
  if not auth.is_active_admin(old, at) then return null; end if;
  if tg_op = 'UPDATE' and auth.is_active_admin(new, at) then return null; end if;
  -- Two administrators who remove each other take turns.
  perform pg_advisory_xact_lock(hashtextextended('auth.admins', 0));
  if exists (select from auth.users u where u.id <> old.id and auth.is_active_admin(u, at)) then return null; end if;
  -- Whoever empties the table leaves nobody locked out.
  if tg_op = 'DELETE' and not exists (select from auth.users u where u.id <> old.id and u.deleted_at is null) then
    return null;
  end if;
  raise exception 'This is the last administrator' using errcode = 'restrict_violation', constraint = 'users_last_admin';
end;
$$;

create trigger users_keep_one_admin after update or delete on auth.users
  for each row when (old.app_metadata ->> 'role' = 'admin') execute function auth.keep_one_admin();
