import type { Database } from "@rounds/database/connect.ts";
import type { Company } from "@rounds/domain/team/company.ts";
import { transactionOf } from "../api/act.ts";
import type { Actor } from "../api/context.ts";

/** What the company is called. */
export async function readCompany(db: Database): Promise<Company> {
  const row = await db.selectFrom("company").select("name").executeTakeFirst();
  return { name: row?.name ?? null };
}

/** Sets or removes what the company is called; `note` writes that to the audit log, in the same transaction. */
export async function saveCompany(
  db: Database,
  { name }: Company,
  actor: Actor,
  note: (tx: Database) => Promise<void>,
): Promise<void> {
  await transactionOf(db, actor, async (tx) => {
    await tx
      .insertInto("company")
      .values({ name })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ name }))
      .execute();
    await note(tx);
  });
}
