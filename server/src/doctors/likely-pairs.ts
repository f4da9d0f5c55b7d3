import { setImmediate } from "node:timers/promises";
import type { Database } from "@rounds/database/connect.ts";
import {
  type LikelyPairs,
  mostPairs,
  type PairDecision,
  pairsOnPage,
} from "@rounds/domain/doctors/duplicates/likely-pairs.ts";
import { type ComparedDoctor, comparable, likeness } from "@rounds/domain/doctors/duplicates/likeness.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { pageAtHand } from "@rounds/domain/paging/page.ts";
import { sql } from "kysely";
import type { Actor } from "../api/context.ts";
import { hasVisitsOfOthersThan } from "../api/own-rows.ts";

/** More doctors than that who share a text are not compared because of it: it is that of a clinic, or of half a city. */
const mostSharing = 20;
/** How many pairs are compared before other requests have their turn. */
const comparedAtOnce = 50;

/** Beyond that many doctors, pairs that were found are shown again for so long, in milliseconds. */
const [large, keptFor] = [20_000, 60_000];

type Pair = { one: string; other: string };

/** How much it says that two doctors share a text. */
const weight = sql`case left(key, 1) when 'p' then 4 when 'e' then 4 when 'j' then 3 when '=' then 2 else 1 end`;
const areNotApart = sql`not exists (select from directory.doctors_apart as apart
  where apart.one = pairs.one and apart.other = pairs.other)`;

/** The pairs who share a phone or an email address, those first that share most besides. */
const contactPairs = sql<Pair>`
  with sharing as (
    select array_agg(doctor_id order by doctor_id) as ids
    from directory.doctor_keys cross join lateral unnest(keys) as key where left(key, 1) in ('p', 'e')
    group by key having count(*) between 2 and ${sql.lit(mostSharing)}
  ), pairs as (
    select distinct a.id as one, b.id as other
    from sharing
      cross join lateral unnest(ids) with ordinality as a (id, at)
      cross join lateral unnest(ids) with ordinality as b (id, at)
    where a.at < b.at
  )
  select one, other from pairs join directory.doctor_keys as a on a.doctor_id = one
    join directory.doctor_keys as b on b.doctor_id = other
  where ${areNotApart}
  order by (select sum(${weight}) from unnest(a.keys) as key where key = any(b.keys)) desc, one, other
  limit ${sql.lit(mostPairs)}`;

/**
 * The pairs of doctors who share most of what makes doctors alike, without those of whom somebody has said that they are
 * two. Whoever shares only a word and a first letter has initials, or they would be half of all Banerjees of a city.
 */
const sharingPairs = sql<Pair>`
  with sharing as (
    select array_agg(doctor_id order by doctor_id) as ids, array_agg('i' = any(keys) order by doctor_id) as initials,
      ${weight} as weight
    from directory.doctor_keys cross join lateral unnest(keys) as key where key <> 'i'
    group by key having count(*) between 2 and ${sql.lit(mostSharing)}
  ), pairs as (
    select a.id as one, b.id as other, sum(weight) as weight, bool_or(a.has_initials or b.has_initials) as has_initials
    from sharing
      cross join lateral unnest(ids, initials) with ordinality as a (id, has_initials, at)
      cross join lateral unnest(ids, initials) with ordinality as b (id, has_initials, at)
    where a.at < b.at group by a.id, b.id having sum(weight) > 1 or bool_or(a.has_initials or b.has_initials)
  )
  select one, other from pairs
  where ${areNotApart}
  order by weight desc, one, other limit ${sql.lit(mostPairs)}`;

/** The pairs to compare: if enough share a phone or an email address, only those, which are a small part of the work. */
async function findPairs(db: Database): Promise<Pair[]> {
  const { rows } = await contactPairs.execute(db);
  return rows.length === mostPairs ? rows : (await sharingPairs.execute(db)).rows;
}

const kept = new WeakMap<Database, { pairs: Promise<Pair[]>; until: number }>();

/** The pairs to compare. In a large directory they are found once for all who ask within a while, without those decided about since. */
async function readPairs(db: Database, now: number, above: number): Promise<Pair[]> {
  const { rows } = await sql`select from directory.doctor_keys limit ${above + 1}`.execute(db);
  if (rows.length <= above) return await findPairs(db);
  let found = kept.get(db);
  if (!found || found.until <= now) {
    const search = { pairs: findPairs(db), until: now + keptFor };
    found = search;
    kept.set(db, search);
    // Who asks next tries again, unless a newer search is kept by then.
    search.pairs.catch(() => {
      if (kept.get(db) === search) kept.delete(db);
    });
  }
  const pairs = await found.pairs;
  const { rows: apart } = await sql<Pair>`
    select one, other from directory.doctors_apart where one = any(${pairs.map(({ one }) => one)}::uuid[])`.execute(
    db,
  );
  const decided = new Set(apart.map(({ one, other }) => `${one} ${other}`));
  return pairs.filter(({ one, other }) => !decided.has(`${one} ${other}`));
}

/** A page of the pairs of doctors who are probably one, the likeliest first, for a person. `now` in milliseconds. */
export async function listLikelyPairs(
  db: Database,
  wanted: number,
  { now, actor, above = large }: { now: number; actor: Actor; above?: number },
): Promise<LikelyPairs> {
  const pairs = await readPairs(db, now, above);
  const found = await compareAll(db, pairs);
  const { rows, ...page } = pageAtHand(found, wanted, pairsOnPage);
  const doctors = await readDoctors(
    db,
    rows.flatMap(({ one, other }) => [one, other]),
    actor,
  );
  return {
    ...page,
    rows: rows.flatMap(({ one: first, other: second, reason }) => {
      const [one, other] = [doctors.get(first), doctors.get(second)];
      return one && other ? { one, other, reason } : [];
    }),
    is_limited: pairs.length === mostPairs,
  };
}

async function compareAll(db: Database, pairs: readonly Pair[]) {
  const ids = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))];
  const { rows } = await sql<ComparedDoctor & { id: string }>`
    select id, name, specialization, hospital, contact_number, email, address
    from doctors where id = any(${ids}::uuid[])`.execute(db);
  const stored = new Map(rows.map((doctor) => [doctor.id, doctor]));
  const found: (Pair & { score: number; reason: string })[] = [];
  for (const [at, { one, other }] of pairs.entries()) {
    if (at % comparedAtOnce === comparedAtOnce - 1) await setImmediate();
    const [first, second] = [stored.get(one), stored.get(other)];
    const like = first && second && likeness(comparable(first), comparable(second));
    if (like) found.push({ one, other, score: like.score, reason: like.reason });
  }
  return found.sort((a, b) => b.score - a.score || (a.one + a.other < b.one + b.other ? -1 : 1));
}

async function readDoctors(db: Database, ids: readonly string[], actor: Actor) {
  const { rows } = await sql<LikelyPairs["rows"][number]["one"]>`
    select id, name, specialization, hospital, contact_number, email, address, representative_id,
      (select count(*) from visits where doctor_id = doctors.id) as visits,
      ${hasVisitsOfOthersThan(actor)} as visits_of_others
    from doctors where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((doctor) => [doctor.id, doctor]));
}

/** Remembers for everybody that two doctors are two, or forgets it. Throws `doctor_missing` if one of them is not there. */
export async function decidePair(
  db: Database,
  { one, other, are_two }: PairDecision,
  actor: Actor,
): Promise<PairDecision> {
  const [first, second] = one < other ? [one, other] : [other, one];
  if (are_two) {
    const { rows } = await sql`
      insert into directory.doctors_apart (one, other, by)
      select ${first}::uuid, ${second}::uuid, ${actor.id}::uuid
      where 2 = (select count(*) from doctors where id in (${first}::uuid, ${second}::uuid))
      on conflict (one, other) do update set at = doctors_apart.at returning one`.execute(db);
    if (rows.length === 0) throw new AppError("doctor_missing");
  } else {
    await sql`delete from directory.doctors_apart where one = ${first}::uuid and other = ${second}::uuid`.execute(
      db,
    );
  }
  return { one, other, are_two };
}
