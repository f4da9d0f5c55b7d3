-- Searches find words in any order and pass over punctuation. So names are also kept without it, to be found by trigram:
-- "rk gupta" is Dr. R.K. Gupta. The columns search and picker_search are for the release before.

lock table doctors, products in access exclusive mode;

-- The signs are those of domain/text/search-words.ts. `%`, `_` and `\` are none of them.
create function search_words(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(search_key(value), '[!-$&-/:-@\[\]^`{-~\u00a1-\u00a9\u00ab-\u00b1\u00b6\u00b7\u00bb\u00bf\u00d7\u060c\u061b\u061f\u0964\u0965\u200b-\u205e\u2060-\u206f\u20a0-\u20cf\u3001-\u3003\u3008-\u3011\ufe0e\ufe0f\ufeff]+', '', 'g');

alter table doctors
  add column search_words text not null generated always as (
    search_words(name || E'\n' || coalesce(specialization, '') || E'\n' || coalesce(hospital, ''))
  ) stored,
  -- The type-ahead of the visit form does not look at the hospital.
  add column picker_words text not null generated always as (
    search_words(name || E'\n' || coalesce(specialization, ''))
  ) stored;
create index doctors_by_search_words on doctors using gin (search_words gin_trgm_ops);
create index doctors_by_picker_words on doctors using gin (picker_words gin_trgm_ops);

alter table products
  add column search_words text not null generated always as (
    search_words(name || E'\n' || coalesce(description, '') || E'\n' || coalesce(category, ''))
  ) stored;
create index products_by_search_words on products using gin (search_words gin_trgm_ops);

-- What the database makes of a row to search and sort by concerns nobody who hears of a change.
create or replace function live.visible(record jsonb) returns jsonb language sql immutable as $$
  select record - array['search', 'search_words', 'picker_search', 'picker_words', 'trimmed_address', 'name_key',
    'creation_digest', 'sequence', 'rollup_key']
$$;
