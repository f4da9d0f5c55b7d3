import type { By } from "@rounds/auth/admin/account.ts";
import type { Accounts } from "@rounds/auth/admin/accounts.ts";
import { AuthError } from "@rounds/auth/base/errors.ts";
import type { Database } from "@rounds/database/connect.ts";
import { sqlState } from "@rounds/database/transaction.ts";
import { z } from "zod";
import { originalText } from "./cells.ts";
import { ArchiveProblem } from "./problem.ts";
import type { ArchiveRow } from "./read-csv.ts";
import { peopleFile } from "./tables.ts";

const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/)
  .transform((text) => `${text.slice(0, -3).replace(" ", "T")}Z`);

const person = z.object({
  id: z.uuid().toLowerCase(),
  email: z.string().max(254).nullable(),
  role: z.string().max(100),
  name: z.string().max(200).nullable(),
  created_at: moment,
  deleted_at: moment.nullable(),
});

/** More accounts than any company has. */
const mostPeople = 100_000;

/** The people of an archive: those who have another id here, by their id in the archive, and how many there are. */
type StoredPeople = { others: Map<string, string>; count: number; made: number };

/** Finds or makes an account for each person of an archive. */
export async function storePeople(
  tx: Database,
  { columns, rows }: { columns: string[]; rows: AsyncIterable<ArchiveRow[]> },
  {
    accounts,
    by,
    each,
  }: { accounts: Pick<Accounts, "bringBack">; by: By; each(batch: readonly unknown[]): Promise<void> },
): Promise<StoredPeople> {
  const stored: StoredPeople = { others: new Map(), count: 0, made: 0 };
  for await (const some of rows) {
    for (const { line, cells } of some) {
      const place = { file: peopleFile, line };
      const entries = columns.map((name, at) => [name, restored(cells[at] ?? null)]);
      const parsed = person.safeParse(Object.fromEntries(entries));
      if (!parsed.success) throw new ArchiveProblem("This person can't be read.", place);
      if (++stored.count > mostPeople) throw new ArchiveProblem("There are too many people.", place);
      const { id, made } = await accounts.bringBack(tx, parsed.data, by).catch((error: unknown) => {
        const isOfRow = error instanceof AuthError || sqlState(error)?.startsWith("23");
        throw isOfRow ? new ArchiveProblem("No account can be made for this person.", place) : error;
      });
      if (id !== parsed.data.id) stored.others.set(parsed.data.id, id);
      if (made) stored.made++;
    }
    await each(some);
  }
  return stored;
}

const restored = (cell: string | null) => (cell === null ? null : originalText(cell));
