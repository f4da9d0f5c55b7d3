import type { Database } from "@rounds/database/connect.ts";
import type { Receiver } from "@rounds/domain/imports/doctors/judge-doctor.ts";
import { shortened } from "@rounds/domain/imports/shortened.ts";
import { folded } from "@rounds/domain/text/search-words.ts";
import { readReceivers } from "../../coverage/queries.ts";

/** What lists write for a doctor of everybody. */
const everybody = new Set(["everybody", "everyone", "all", "nobody", "no one"]);

/** Whom the texts of representatives mean: by email address, or by a name that only one person has. */
export async function createReceivers(
  db: Database,
  now: string,
): Promise<(text: string | null) => Receiver | null> {
  const people = new Map<string, Set<string>>();
  const add = (text: string | null, id: string) => {
    if (text === null || text === "") return;
    const key = folded(text);
    people.set(key, (people.get(key) ?? new Set()).add(id));
  };
  for (const { id, name, email } of await readReceivers(db, now)) {
    add(email, id);
    if (name !== email) add(name, id);
    // As the choices of a form name those who share a name.
    if (name && email) add(`${name} (${email})`, id);
  }
  return (text) => {
    if (text === null) return null;
    const [id, another] = people.get(folded(text)) ?? [];
    const shown = shortened(text);
    if (another !== undefined)
      return { unknown: `Several people are called ${shown}. Please enter the email address.` };
    if (id !== undefined) return { id };
    return everybody.has(folded(text)) ? { id: null } : { unknown: `Nobody in the team is called ${shown}.` };
  };
}
