-- From which devices and addresses an account signed in before, so that wrong passwords of strangers don't keep its owner
-- out; and codes for somebody who lost the second factor.

create table auth.known_places (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null constraint known_places_kind_known check (kind in ('device', 'address')),
  -- SHA-256 of the device's random name, or of the address as the limits count it.
  key_hash bytea not null constraint known_places_hash_sha256 check (octet_length(key_hash) = 32),
  last_used_at timestamptz not null,
  primary key (user_id, kind, key_hash)
);

-- Whoever is signed in now is known from now on. IPv6 addresses are counted by their network, which the server computes.
insert into auth.known_places (user_id, kind, key_hash, last_used_at)
  select user_id, 'address', sha256(convert_to(host(ip), 'UTF8')), max(coalesce(refreshed_at, created_at))
    from auth.sessions
    where family(ip) = 4 and revoked_at is null
    group by user_id, ip;

create table auth.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of the user's id and the code, which is random and long.
  code_hash bytea not null constraint recovery_codes_hash_sha256 check (octet_length(code_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
