-- Doctors of the same name: without titles before it and degrees behind it, as domain/doctors/same-name.ts has it, which lists
-- what these letters are (docs/decisions/0064-a-doctor-like-one-that-is-there.md).

-- Cut, because an index entry has a limit.
create function doctor_name_key(name text) returns text
  language sql immutable strict parallel safe
  return left(regexp_replace(regexp_replace(joined_initials(plain_words(name)),
    '^(?:(?:dr|doctor|prof|professor|mr|mrs|ms|miss|smt|\u0921\u0949|\u0921\u093e|\u0921\u0949\u0915\u094d\u091f\u0930|\u09a1\u09be|\u09a1\u09be\u0983|\u0aa1\u0ac9|\u0aa1\u0acb|\u0a21\u0a3e|\u0b9f\u0bbe\u0b95\u0bcd\u0b9f\u0bb0\u0bcd|\u0c21\u0c3e|\u0c21\u0c3e\u0c15\u0c4d\u0c1f\u0c30\u0c4d|\u0ca1\u0cbe|\u0d21\u0d47\u0d3e) )+', ''),
    '(?: (?:mbbs|md|ms|dnb|dm|mch|bds|mds|bams|bhms))+$', ''), 200);

create index doctors_by_same_name on doctors (doctor_name_key(name));
