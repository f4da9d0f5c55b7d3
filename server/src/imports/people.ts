import type { Database } from "@rounds/database/connect.ts";
import { filledCell } from "@rounds/domain/imports/clean-text.ts";
import { shortened } from "@rounds/domain/imports/shortened.ts";
import { folded } from "@rounds/domain/text/search-words.ts";
import { type RawBuilder, sql } from "kysely";
import { shownName } from "../team/queries.ts";

type Person = { id: string; name: string | null; email: string | null; phone: string | null };

/**
 * Finds the people whom a text of a list may mean, among the accounts under a condition on `auth.users as users`: by name, email
 * address or telephone number, or by the name with one of them, as forms tell people of one name apart. Returns their ids.
 */
export async function readPeople(
  db: Database,
  condition: RawBuilder<unknown>,
): Promise<(text: string) => string[]> {
  const { rows } = await sql<Person>`
    select id, ${shownName} as name, email, '+' || phone as phone from auth.users as users where ${condition}`.execute(
    db,
  );
  const people = new Map<string, Set<string>>();
  const add = (text: string | null, id: string) => {
    // As the cells are read.
    const key = folded(filledCell(text ?? ""));
    if (key !== "") people.set(key, (people.get(key) ?? new Set()).add(id));
  };
  for (const { id, name, email, phone } of rows) {
    for (const text of [name, email, phone]) add(text, id);
    const contact = email ?? phone;
    if (name && contact) add(`${name} (${contact})`, id);
  }
  return (text) => [...(people.get(folded(text)) ?? [])];
}

/** Why a text means nobody, or that several people are called so. */
export function unknownPerson(text: string, found: readonly string[]): string {
  const shown = shortened(text);
  return found.length > 1
    ? `Several people are called ${shown}. Please enter the email address.`
    : `Nobody in the team is called ${shown}.`;
}

/** What lists write for a doctor of everybody. */
const everybody = new Set(["everybody", "everyone", "all", "nobody", "no one"]);

/** Whether a text that means no person means everybody. */
export function isEverybody(text: string): boolean {
  return everybody.has(folded(text));
}
