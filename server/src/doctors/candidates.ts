import type { Database } from "@rounds/database/connect.ts";
import type { ComparedDoctor } from "@rounds/domain/doctors/duplicates/likeness.ts";
import { askedKeys } from "@rounds/domain/doctors/duplicates/likeness-keys.ts";
import { doctorNameKey } from "@rounds/domain/doctors/same-name.ts";
import { sql } from "kysely";

/** The most doctors of the directory that one is compared with. */
const mostCandidates = 50;

/** What is compared of a stored doctor, and what is shown of one. */
type Candidate = ComparedDoctor & { id: string; city: string | null };

/**
 * The doctors with whom one shares most of what makes doctors alike, from the index of `directory.doctor_keys`; without the one with
 * the id `except`. The keys are computed here: a connection of the database would compile the patterns first.
 */
export async function readCandidates(
  db: Database,
  doctor: ComparedDoctor,
  except = "",
): Promise<Candidate[]> {
  const { rows } = await candidatesOf(doctor, except).execute(db);
  return rows;
}

/**
 * For each of some names, the ids of the doctors whose names are written nearly as it, best first, whatever their cities: from the
 * trigrams of names and specialties, most of which a misspelt word keeps.
 */
export async function readNamesakes(
  db: Database,
  names: readonly string[],
  most: number,
): Promise<string[][]> {
  const found: string[][] = names.map(() => []);
  const words = names.map(doctorNameKey);
  if (words.every((key) => key === "")) return found;
  const { rows } = await sql<{ at: number; id: string }>`
    select at::integer, near.id from unnest(${words}::text[]) with ordinality as asked (words, at)
    cross join lateral (
      select id, row_number() over (order by word_similarity(words, picker_words) desc, name_key, id) as place
      from doctors where words <> '' and picker_words %> words
      order by place limit ${sql.lit(most)}
    ) as near order by at, place`.execute(db);
  for (const { at, id } of rows) found[at - 1]?.push(id);
  return found;
}

/** The statement that reads them. */
export function candidatesOf(doctor: ComparedDoctor, except: string) {
  const keys = askedKeys(doctor);
  return sql<Candidate>`
    select id, name, specialization, hospital, contact_number, email, address, city
    from (
      select doctor_id, (select count(*) from unnest(keys) as key where key = any(${keys}::text[])) as shared
      from directory.doctor_keys where keys && ${keys}::text[]
        and doctor_id is distinct from nullif(${except}, '')::uuid
      order by shared desc, doctor_id limit ${sql.lit(mostCandidates)}
    ) as alike join doctors on id = doctor_id`;
}
