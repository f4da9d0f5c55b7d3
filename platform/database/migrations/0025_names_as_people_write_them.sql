-- Names and cities as people write them. A search finds a name with or without its nuktas, and initials together or apart:
-- "फातिमा" is फ़ातिमा, "rk gupta" is Dr. R K Gupta. A city is one whatever its case, its punctuation and the postal code
-- behind it. domain/text/search-words.ts and domain/doctors/same-city.ts have the same rules.

lock table doctors in access exclusive mode;
-- Who reads these is not blocked; a row that is written meanwhile would keep the old text to search in.
lock table products, visits in share row exclusive mode;

-- Besides accents, the nuktas of the scripts of India that have one.
create or replace function search_key(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(lower(normalize(value, nfkd)), '[\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc\U000110ba\U00011173\U000111ca\U00011236\U000112e9\U0001133b\U0001133c\U00011446\U000114c3\U000115c0\U000116b7\U0001183a\U00011943]', '', 'g');

-- Without the space between two initials: single letters, in the scripts of India with the marks that belong to them.
create function joined_initials(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(value, '(?<=(?:^|[ \t\n])[^ \t\n0-9%_\\][\u0900-\u0903\u093a-\u094f\u0955-\u0957\u0962-\u0963\u0980-\u0983\u09ba-\u09cf\u09d5-\u09d7\u09e2-\u09e3\u0a00-\u0a03\u0a3a-\u0a4f\u0a55-\u0a57\u0a62-\u0a63\u0a80-\u0a83\u0aba-\u0acf\u0ad5-\u0ad7\u0ae2-\u0ae3\u0b00-\u0b03\u0b3a-\u0b4f\u0b55-\u0b57\u0b62-\u0b63\u0b80-\u0b83\u0bba-\u0bcf\u0bd5-\u0bd7\u0be2-\u0be3\u0c00-\u0c03\u0c3a-\u0c4f\u0c55-\u0c57\u0c62-\u0c63\u0c80-\u0c83\u0cba-\u0ccf\u0cd5-\u0cd7\u0ce2-\u0ce3\u0d00-\u0d03\u0d3a-\u0d4f\u0d55-\u0d57\u0d62-\u0d63]*)[ \t]+(?=[^ \t\n0-9%_\\][\u0900-\u0903\u093a-\u094f\u0955-\u0957\u0962-\u0963\u0980-\u0983\u09ba-\u09cf\u09d5-\u09d7\u09e2-\u09e3\u0a00-\u0a03\u0a3a-\u0a4f\u0a55-\u0a57\u0a62-\u0a63\u0a80-\u0a83\u0aba-\u0acf\u0ad5-\u0ad7\u0ae2-\u0ae3\u0b00-\u0b03\u0b3a-\u0b4f\u0b55-\u0b57\u0b62-\u0b63\u0b80-\u0b83\u0bba-\u0bcf\u0bd5-\u0bd7\u0be2-\u0be3\u0c00-\u0c03\u0c3a-\u0c4f\u0c55-\u0c57\u0c62-\u0c63\u0c80-\u0c83\u0cba-\u0ccf\u0cd5-\u0cd7\u0ce2-\u0ce3\u0d00-\u0d03\u0d3a-\u0d4f\u0d55-\u0d57\u0d62-\u0d63]*(?:$|[ \t\n]))', '', 'g');

create or replace function search_words(value text) returns text
  language sql immutable strict parallel safe
  return joined_initials(regexp_replace(search_key(value), '[!-$&-/:-@\[\]^`{-~\u00a1-\u00a9\u00ab-\u00b1\u00b6\u00b7\u00bb\u00bf\u00d7\u060c\u061b\u061f\u0964\u0965\u200b-\u205e\u2060-\u206f\u20a0-\u20cf\u3001-\u3003\u3008-\u3011\ufe0e\ufe0f\ufeff]+', '', 'g'));

-- The words of a text with one space between them, however it is punctuated.
create function plain_words(value text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(
    regexp_replace(search_key(value), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe0e\ufe0f\ufeff]+', '', 'g'),
    '[\t-\r \u1680!-$&-/:-@\[\]^`{-~\u00a1-\u00a9\u00ab-\u00b1\u00b6\u00b7\u00bb\u00bf\u00d7\u060c\u061b\u061f\u0964\u0965\u200b-\u205e\u2060-\u206f\u20a0-\u20cf\u3001-\u3003\u3008-\u3011\ufe0e\ufe0f\ufeff]+', ' ', 'g'));

-- By what cities and addresses are compared: cut, because an index entry has a limit.
create function city_key(place text) returns text
  language sql immutable strict parallel safe
  return left(coalesce(
    nullif(regexp_replace(plain_words(place), '(?: pin(?: ?code)?)? ?(?<![0-9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f])[0-9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]{3} ?[0-9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]{3}$', ''), ''),
    plain_words(place)), 500);

alter table doctors
  add column city_key text generated always as (city_key(regexp_replace(address, '^.*,', ''))) stored,
  add column address_key text generated always as (city_key(address)) stored;
create index doctors_by_city_key on doctors (city_key);
create index doctors_by_address_key on doctors (address_key);
-- The palette searches the city too.
create index doctors_by_words_of_city on doctors using gin (city_key gin_trgm_ops);

-- The rows whose texts to search in, or names to sort by, are others now. What a person wrote stays as it is, so nobody is
-- told of a change and no trigger needs to run.
alter table doctors disable trigger user;
alter table products disable trigger user;
alter table visits disable trigger user;
update doctors set name = name, specialization = specialization, hospital = hospital
  where search <> search_key(name || E'\n' || coalesce(specialization, '') || E'\n' || coalesce(hospital, ''))
    or search_words <> search_words(name || E'\n' || coalesce(specialization, '') || E'\n' || coalesce(hospital, ''));
update products set name = name
  where search <> search_key(name || E'\n' || coalesce(description, '') || E'\n' || coalesce(category, ''))
    or search_words <> search_words(name || E'\n' || coalesce(description, '') || E'\n' || coalesce(category, ''));
-- Of millions, only those with a nukta.
update visits set notes = notes
  where search ~ '[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc\U000110ba\U00011173\U000111ca\U00011236\U000112e9\U0001133b\U0001133c\U00011446\U000114c3\U000115c0\U000116b7\U0001183a\U00011943]';
alter table doctors enable trigger user;
alter table products enable trigger user;
alter table visits enable trigger user;

create or replace function live.visible(record jsonb) returns jsonb language sql immutable as $$
  select record - array['search', 'search_words', 'picker_search', 'picker_words', 'trimmed_address', 'city_key',
    'address_key', 'name_key', 'creation_digest', 'operation_key', 'edit_keys', 'sequence', 'rollup_key', 'changed']
$$;
