import type { Database } from "@rounds/database/connect.ts";
import type { Receiver } from "@rounds/domain/imports/doctors/judge-doctor.ts";
import { canHaveDoctors } from "../../coverage/queries.ts";
import { isEverybody, readPeople, unknownPerson } from "../people.ts";

/** To whom the texts of representatives give doctors: people to whom doctors can belong, or everybody. */
export async function createReceivers(
  db: Database,
  now: string,
): Promise<(text: string | null) => Receiver | null> {
  const peopleOf = await readPeople(db, canHaveDoctors(now));
  return (text) => {
    if (text === null) return null;
    const found = peopleOf(text);
    const [id, another] = found;
    if (id !== undefined && another === undefined) return { id };
    return id === undefined && isEverybody(text) ? { id: null } : { unknown: unknownPerson(text, found) };
  };
}
