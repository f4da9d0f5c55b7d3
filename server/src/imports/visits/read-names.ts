import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import { filledCell } from "@rounds/domain/imports/clean-text.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { doctorText } from "@rounds/domain/imports/visits/clean-visit.ts";
import { doctorTextKey, productTextKey } from "@rounds/domain/imports/visits/match-names.ts";
import type { NameKind } from "@rounds/domain/imports/visits/names.ts";
import { unclearCodes } from "@rounds/domain/imports/visits/unclear-names.ts";
import { sql } from "kysely";
import type { Actor } from "../../api/context.ts";
import { nameDigest } from "./read-visits.ts";

/** The cells that say which record is meant. */
export const fieldsOf = {
  doctor: ["doctor", "contact_number", "hospital", "city"],
  product: ["product"],
} as const satisfies Record<NameKind, readonly (keyof ImportCells)[]>;

/** Texts of a file that are one, with the cells as they are in it. */
export type Name = { kind: NameKind; key: string; texts: ImportCells[]; rows: number; unclear: number };

/** What texts that are one have in common. */
export function keyOf(kind: NameKind, cells: ImportCells): string {
  return kind === "doctor"
    ? doctorTextKey(doctorText(cells))
    : productTextKey(filledCell(cells.product ?? ""));
}

/** All texts of one kind in an import. */
export async function readNames(db: Database, id: string, kind: NameKind): Promise<Map<string, Name>> {
  const fields = fieldsOf[kind];
  const places = sql.join(fields.map((_, at) => sql.lit(at + 1)));
  const { rows } = await sql<ImportCells & { rows: number; unclear: number }>`
    select ${sql.join(fields.map((field) => sql`coalesce(cells ->> ${sql.lit(field)}, '') as ${sql.ref(field)}`))},
      count(*) as rows,
      count(*) filter (where reasons @> ${JSON.stringify([{ code: unclearCodes[kind] }])}::jsonb) as unclear
    from imports.rows where import_id = ${id} group by ${places} order by ${places}`.execute(db);
  const names = new Map<string, Name>();
  for (const { rows: count, unclear, ...cells } of rows) {
    const key = keyOf(kind, cells as ImportCells);
    const name = names.get(key) ?? { kind, key, texts: [], rows: 0, unclear: 0 };
    name.texts.push(cells as ImportCells);
    name.rows += count;
    name.unclear += unclear;
    names.set(key, name);
  }
  return names;
}

/**
 * Takes over what a person decided about the texts of a file when they brought in another one, which was not taken back: the same
 * record, if it is still there, or none.
 */
export async function recallNames(tx: Database, id: string, { id: person }: Actor): Promise<void> {
  const texts: { kind: NameKind; key: string }[] = [];
  for (const kind of ["doctor", "product"] as const)
    for (const key of (await readNames(tx, id, kind)).keys()) texts.push({ kind, key: nameDigest(key) });
  await sql`
    insert into imports.names (import_id, kind, key, choice, is_remembered)
    select distinct on (kind, key) ${id}::uuid, kind, key, choice, true
    from imports.imports as earlier join imports.names on import_id = earlier.id
      join ${asRows(texts, { kind: "text", key: "text" }, "asked")} using (kind, key)
    where made_by = ${person} and noun = 'visits' and state in ('applying', 'applied')
      and (choice is null or exists (select from products where id = choice)
        or exists (select from doctors where id = directory.doctor_of(choice)))
    order by kind, key, made_at desc, earlier.id desc`.execute(tx);
}
