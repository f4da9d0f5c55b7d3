import type { Database } from "@rounds/database/connect.ts";
import { onlyRow, readPage } from "@rounds/database/select.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { Import, ImportCounts, ImportState } from "@rounds/domain/imports/import.ts";
import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { importLists } from "@rounds/domain/imports/import-lists.ts";
import {
  type ImportCells,
  type ImportRow,
  type ImportRows,
  type importRowsQuery,
  outcomes,
  verdicts,
} from "@rounds/domain/imports/import-row.ts";
import { importPageSize, undoableDays } from "@rounds/domain/imports/limits.ts";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { isAdministrator } from "../api/administrator.ts";
import type { Actor } from "../api/context.ts";
import { nameOfUser } from "../team/queries.ts";
import type { StoredRow } from "./noun-import.ts";
import { nounImports } from "./noun-imports.ts";

/** An import as it is stored. */
type StoredImport = {
  id: string;
  noun: ImportNoun;
  made_by: string;
  state: ImportState;
  applied_at: string | null;
};

/** How many of a person's imports are listed. */
const mostListed = 20;

/**
 * A stored import; locked for a command, so that its portions run one after another, also of two tabs. Throws `not_found`,
 * and `forbidden` for somebody else's, which administrators may only read and take back.
 */
export async function readStored(
  db: Database,
  id: string,
  actor: Actor,
  { locked = false, isAdmin = false } = {},
): Promise<StoredImport> {
  const { rows } = await sql<StoredImport>`
    select id, noun, made_by, state, applied_at from imports.imports where id = ${id}
    ${locked ? sql`for update` : sql``}`.execute(db);
  const [stored] = rows;
  if (!stored) throw new AppError("not_found");
  if (stored.made_by !== actor.id && !isAdmin) throw new AppError("forbidden");
  return stored;
}

/** A stored import; throws for one that the person may not see. Administrators see all. */
export async function requireReadable(db: Database, id: string, actor: Actor): Promise<StoredImport> {
  return await readStored(db, id, actor, { isAdmin: await isAdministrator(db, actor.id) });
}

/** Throws `import_moved_on` unless the import is in one of these states. */
export function requireState({ state }: StoredImport, ...states: ImportState[]): void {
  if (!states.includes(state)) throw new AppError("import_moved_on");
}

/** Throws `validation_failed` for cells that are not of the noun. */
export function requireFieldsOf(noun: ImportNoun, cells: ImportCells): void {
  const { fields } = importLists[noun];
  const foreign = Object.keys(cells).find((name) => !fields.some((field) => field === name));
  if (foreign === undefined) return;
  throw new AppError("validation_failed", {
    fields: { cells: `A list of ${noun} has no such field: ${foreign}` },
  });
}

const noCounts = Object.fromEntries([...verdicts, ...outcomes].map((name) => [name, 0])) as ImportCounts;

type Listed = Omit<Import, "counts" | "moves_stock"> & {
  counts: Partial<ImportCounts>;
  moves_stock: boolean | null;
};

function importsWhere(condition: RawBuilder<unknown>) {
  return sql<Listed>`
    select id, noun, file_name, mapping, made_at, made_by, state, total, counts,
      case noun when 'visits' then moves_stock end as moves_stock,
      applied_at + ${`${undoableDays} days`}::interval as undo_until,
      (select ${nameOfUser} from auth.users as users where users.id = made_by and deleted_at is null) as by
    from imports.imports where ${condition}`;
}

function shown({ counts, moves_stock, ...listed }: Listed): Import {
  return { ...listed, ...(moves_stock !== null && { moves_stock }), counts: { ...noCounts, ...counts } };
}

/** An import and how far it is. */
export async function readImport(db: Database, id: string): Promise<Import> {
  return shown(onlyRow(await importsWhere(sql`id = ${id}`).execute(db)));
}

/** A person's imports, newest first. */
export async function listImports(db: Database, actor: Actor): Promise<{ rows: Import[] }> {
  const { rows } = await importsWhere(
    sql`made_by = ${actor.id} order by made_at desc, id desc limit ${mostListed}`,
  ).execute(db);
  return { rows: rows.map(shown) };
}

/** Notes a state, and how many rows there are of each kind. */
export async function setState(tx: Database, id: string, state: ImportState): Promise<void> {
  const count = (column: "verdict" | "outcome", name: string) =>
    sql`${sql.lit(name)}, count(*) filter (where ${sql.ref(column)} = ${sql.lit(name)})`;
  const pairs = [
    ...verdicts.map((name) => count("verdict", name)),
    ...outcomes.map((name) => count("outcome", name)),
  ];
  await sql`
    update imports.imports set state = ${state}, (total, counts) = (
      select count(*), jsonb_build_object(${sql.join(pairs)}) from imports.rows where import_id = ${id})
    where id = ${id}`.execute(tx);
}

/** Stored rows under a condition, in the order of their lines. */
export async function readRows(tx: Database, id: string, condition: RawBuilder<unknown>, most: number) {
  const { rows } = await sql<StoredRow>`
    select line, cells, verdict, decision, changes, target_id, chosen_id, record_id, batch_id
    from imports.rows where import_id = ${id} and ${condition} order by line limit ${most}`.execute(tx);
  return rows;
}

/** Whether an import has stored rows under a condition. */
export async function hasRows(tx: Database, id: string, condition: RawBuilder<unknown>): Promise<boolean> {
  return (await readRows(tx, id, condition, 1)).length > 0;
}

type ReadRow = Omit<ImportRow, "target" | "candidates"> & { target_id: string | null; candidates: string[] };

const shownColumns = sql`line, cells, verdict, reasons, target_id, candidates, decision, changes, outcome, problem, record_id`;

/** Rows with the records they are like, as they are now. */
async function withRecords(db: Database, noun: ImportNoun, rows: readonly ReadRow[]): Promise<ImportRow[]> {
  const ids = [...new Set(rows.flatMap(({ target_id, candidates }) => [target_id ?? [], candidates].flat()))];
  const known = new Map((await nounImports[noun].describe(db, ids)).map((record) => [record.id, record]));
  return rows.map(({ target_id, candidates, ...row }) => ({
    ...row,
    target: (target_id && known.get(target_id)) || null,
    candidates: candidates.flatMap((id) => known.get(id) ?? []),
  }));
}

type Which = z.output<typeof importRowsQuery>["verdict"];

/** The condition of rows of an import with a verdict or an outcome; of all if it is empty. */
export function rowsOf(id: string, verdict: Which): RawBuilder<unknown> {
  const column = outcomes.some((name) => name === verdict) ? "outcome" : "verdict";
  return sql`import_id = ${id} and ${verdict === "" ? sql`true` : sql`${sql.ref(column)} = ${verdict}`}`;
}

/** One page of rows, by line; a page beyond the last one gives the last one. */
export async function listRows(
  db: Database,
  { id, noun }: Pick<Import, "id" | "noun">,
  { verdict, page }: z.output<typeof importRowsQuery>,
): Promise<ImportRows> {
  const where = rowsOf(id, verdict);
  const counting = sql<{ count: number }>`select count(*) as count from imports.rows where ${where}`
    .execute(db)
    .then((found) => onlyRow(found).count);
  const { rows, ...counted } = await readPage(page, importPageSize, counting, async (offset) => {
    const read = await sql<ReadRow>`
      select ${shownColumns} from imports.rows where ${where}
      order by line limit ${importPageSize} offset ${offset}`.execute(db);
    return read.rows;
  });
  return { ...counted, rows: await withRecords(db, noun, rows) };
}

/** One row; throws `not_found`. */
export async function readRow(
  db: Database,
  { id, noun }: Pick<Import, "id" | "noun">,
  line: number,
): Promise<ImportRow> {
  const { rows } = await sql<ReadRow>`
    select ${shownColumns} from imports.rows where import_id = ${id} and line = ${line}`.execute(db);
  const [row] = await withRecords(db, noun, rows);
  if (!row) throw new AppError("not_found");
  return row;
}
