-- What finds doctors who may be one: phones, email addresses, and the consonants of their names
-- (docs/decisions/0068-one-doctor-entered-twice.md). domain/doctors/duplicates/likeness-keys.ts has the same rules, and says what the keys are.

-- The last ten digits of each number: domain/doctors/phone-digits.ts.
create function phone_digits(value text) returns text[]
  language sql immutable parallel safe
  return (select coalesce(array_agg(distinct right(run[1], 10)), '{}') from regexp_matches(
    regexp_replace(regexp_replace(
      translate(normalize(coalesce(value, ''), nfkc), U&'\0966\0967\0968\0969\096a\096b\096c\096d\096e\096f\09e6\09e7\09e8\09e9\09ea\09eb\09ec\09ed\09ee\09ef\0a66\0a67\0a68\0a69\0a6a\0a6b\0a6c\0a6d\0a6e\0a6f\0ae6\0ae7\0ae8\0ae9\0aea\0aeb\0aec\0aed\0aee\0aef\0b66\0b67\0b68\0b69\0b6a\0b6b\0b6c\0b6d\0b6e\0b6f\0be6\0be7\0be8\0be9\0bea\0beb\0bec\0bed\0bee\0bef\0c66\0c67\0c68\0c69\0c6a\0c6b\0c6c\0c6d\0c6e\0c6f\0ce6\0ce7\0ce8\0ce9\0cea\0ceb\0cec\0ced\0cee\0cef\0d66\0d67\0d68\0d69\0d6a\0d6b\0d6c\0d6d\0d6e\0d6f',
        '012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789'),
      '(?<![0-9])([6-9][0-9]{4} ?[0-9]{5}) +(?=[+0-9])', '\1/', 'g'),
      '(?<=[0-9])[ ().\u2010-\u2015-]+(?=[0-9])', '', 'g'),
    '[0-9]{10,}', 'g') as run);

-- The consonants of a word behind its first letter: domain/doctors/duplicates/name-sound.ts. Few patterns, because a connection remembers
-- only the latest 32 that it has compiled.
create function name_consonants(word text) returns text
  language sql immutable strict parallel safe
  return (select regexp_replace(translate(
      translate(left(joined, 1), 'eowbzqc', 'iuvvjkk') || translate(substr(joined, 2), 'wbzqcaeiouyh', 'vvjkk'),
      U&'\0001', 'c'), '(.)\1+', '\1', 'g')
    from replace(replace(replace(replace(replace(replace(word, 'ksh', 'x'), 'ks', 'x'), 'ph', 'f'), 'ck', 'k'),
      'ch', U&'\0001'), 'ow', 'o') as joined);

create function doctor_keys(name text, contact_number text, email text, address text) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  renamed constant jsonb := '{"bombay": "mumbai", "bangalore": "bengaluru", "madras": "chennai", "calcutta": "kolkata", "poona": "pune", "gurgaon": "gurugram", "baroda": "vadodara", "trivandrum": "thiruvananthapuram", "mysore": "mysuru", "cochin": "kochi", "calicut": "kozhikode", "allahabad": "prayagraj", "benares": "varanasi", "banaras": "varanasi", "vizag": "visakhapatnam", "pondicherry": "puducherry", "mangalore": "mangaluru", "simla": "shimla", "cawnpore": "kanpur", "gauhati": "guwahati"}';
  name_key text := public.doctor_name_key(name);
  city text := coalesce(public.city_key(regexp_replace(address, '^.*,', '')), '');
  parts text[] := (array_remove(string_to_array(regexp_replace(name_key,
    '(?<=[^ ]{3}) (?:mbbs|md|ms|dnb|dm|mch|bds|mds|bams|bhms|bums|frcs|frcp|mrcp|dgo|dch|dlo|dmrd|phd)(?: .*)?$', ''), ' '), ''))[:6];
  words text[] := '{}';
  initials text[] := '{}';
  keys text[];
  part text;
  other integer;
begin
  city := '@' || public.name_consonants(replace(coalesce(renamed ->> city, city), ' ', ''));
  select coalesce(array_agg('p' || digits), '{}') into keys from unnest(public.phone_digits(contact_number)) as digits;
  if email is not null then keys := keys || ('e' || public.search_key(email)); end if;
  if name_key <> '' then
    keys := keys || array['=' || name_key, 'j' || public.name_consonants(array_to_string(parts, '')) || city];
    foreach part in array parts loop
      if cardinality(parts) > 1 then
        part := case part when 'md' then 'mohamad' when 'mohd' then 'mohamad' when 'kr' then 'kumar' else part end;
      end if;
      if cardinality(parts) > 1 and length(part) <= 3
        and translate(part, 'abcdefghijklmnopqrstuvwxyz', '') = ''
        and (length(part) < 3 or part = translate(part, 'aeiouy', '')) then
        initials := initials || string_to_array(part, null);
      else
        words := words || public.name_consonants(part);
      end if;
    end loop;
    if cardinality(initials) > 0 then keys := keys || 'i'::text; end if;
    for at in 1 .. cardinality(words) loop
      for other in 1 .. cardinality(words) loop
        if other <> at then keys := keys || ('w' || left(words[other], 1) || ' ' || words[at] || city); end if;
      end loop;
      foreach part in array initials loop
        keys := keys || array['w' || part || ' ' || words[at] || city,
          'w' || public.name_consonants(part) || ' ' || words[at] || city];
      end loop;
    end loop;
  end if;
  return array(select distinct left(key, 200) from unnest(keys) as key);
end $$;

-- Beside the doctors, so that their table is not rewritten. Written by the database, so that no program can forget it.
create schema directory;
create table directory.doctor_keys (
  doctor_id uuid primary key references public.doctors on delete cascade,
  keys text[] not null
);
create index doctors_by_key on directory.doctor_keys using gin (keys);

create function directory.keep_keys() returns trigger language plpgsql as $$
begin
  insert into directory.doctor_keys as kept (doctor_id, keys)
    values (new.id, public.doctor_keys(new.name, new.contact_number, new.email, new.address))
    on conflict (doctor_id) do update set keys = excluded.keys where kept.keys <> excluded.keys;
  return null;
end $$;
create trigger doctor_keys_kept after insert or update of name, contact_number, email, address on doctors
  for each row execute function directory.keep_keys();

-- The trigger waits for writes that are under way, so each doctor is in here or comes through it.
insert into directory.doctor_keys (doctor_id, keys)
  select id, doctor_keys(name, contact_number, email, address) from doctors
  on conflict do nothing;

-- Pairs of which somebody has said that they are two; kept when one of them is deleted, who may come back.
create table directory.doctors_apart (
  one uuid not null,
  other uuid not null check (one < other),
  by uuid,
  at timestamptz not null default now(),
  primary key (one, other)
);
