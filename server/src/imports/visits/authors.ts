import type { Database } from "@rounds/database/connect.ts";
import { reason } from "@rounds/domain/imports/judgement.ts";
import {
  hasLine,
  type KnownVisit,
  type ReadVisit,
  valuesOf,
} from "@rounds/domain/imports/visits/judge-visit.ts";
import { sql } from "kysely";
import { type Asked, refusal } from "../noun-import.ts";
import { isEverybody, readPeople, unknownPerson } from "../people.ts";

/** A visit that is there, with its author. */
export type AuthoredVisit = KnownVisit & { person: string | null };

/** A row whose doctor and product are known, and whose author is not yet. */
export type MeantRow = Omit<ReadVisit, "person">;

type AuthorOf = (row: MeantRow, there: readonly AuthoredVisit[]) => ReadVisit["person"];

/**
 * Whose visit the row of a list is: of anybody whose account was not deleted, also of who has left; one's own without a text. Of several people of one
 * name it is the one for whom a visit that is `there` has what the row says. Who may not change visits of others brings in their own.
 */
export async function createAuthors(db: Database, { actor }: Pick<Asked, "actor">): Promise<AuthorOf> {
  const peopleOf = await readPeople(db, sql`deleted_at is null`);
  const refusedToBringIn = refusal(actor, "edit_visits_of_others", "representative");
  const missing = (message: string) => reason("representative_missing", message, "representative");
  return (row, there) => {
    const text = row.row.representative;
    const found = text === null ? [actor.id ?? []].flat() : peopleOf(text);
    const isThere = (id: string) => {
      const values = valuesOf({ ...row, person: { id } });
      return values && there.some((visit) => visit.person === id && hasLine(visit, values));
    };
    const id = found.length > 1 ? found.find(isThere) : found[0];
    if (id !== undefined) return (id === actor.id ? null : refusedToBringIn) ?? { id };
    return text === null || (found.length === 0 && isEverybody(text))
      ? missing("Please enter whose visit this is.")
      : missing(unknownPerson(text, found));
  };
}
