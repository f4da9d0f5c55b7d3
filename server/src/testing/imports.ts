import type { Route } from "@rounds/domain/contract/route.ts";
import type { Import } from "@rounds/domain/imports/import.ts";
import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { importLists } from "@rounds/domain/imports/import-lists.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { importPortion } from "@rounds/domain/imports/limits.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { anId } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";

type Importer = Pick<Member, "call">;
type Step = Route<{ params: { id: string }; response: Import }>;

/** Begins an import and sends these rows: the file's lines from 2 on, below its headings. */
export async function importing(
  by: Importer,
  cells: readonly ImportCells[],
  noun: ImportNoun = "doctors",
): Promise<string> {
  const id = anId();
  const mapping = importLists[noun].fields.map((field) => ({ heading: field, field }));
  await by.call(importRoutes.create, { body: { id, noun, file_name: `${noun}.csv`, mapping } });
  const rows = cells.map((row, at) => ({ line: at + 2, cells: row }));
  for (let at = 0; at < rows.length; at += importPortion)
    await by.call(importRoutes.send, { params: { id }, body: { rows: rows.slice(at, at + importPortion) } });
  return id;
}

/** Repeats a step until the import has a state. */
export async function wholly(by: Importer, step: Step, id: string, state: Import["state"]): Promise<Import> {
  for (;;) {
    const now = await by.call(step, { params: { id } });
    if (now.state === state) return now;
  }
}

/** An import of these rows that is checked. */
export async function checked(
  by: Importer,
  cells: readonly ImportCells[],
  noun?: ImportNoun,
): Promise<Import> {
  return await wholly(by, importRoutes.check, await importing(by, cells, noun), "checked");
}

/** An import of these rows that is applied. */
export async function bringIn(
  by: Importer,
  cells: readonly ImportCells[],
  noun?: ImportNoun,
): Promise<Import> {
  return await wholly(by, importRoutes.apply, (await checked(by, cells, noun)).id, "applied");
}
