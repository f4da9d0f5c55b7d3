import type { Database } from "@rounds/database/connect.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Actor } from "./context.ts";
import { foundToWrite, sayingWhatIsGone } from "./gone.ts";
import { withEditKey } from "./operation-key.ts";
import { creationDigest, found, requireVersion, type Versioned } from "./record.ts";

/** Tables whose rows are one person's, who alone can repeat a creation, by the column that says whose. */
const owners = { "lists.views": "owner_id", "bulk.edits": "made_by", "imports.imports": "made_by" } as const;

/** Tables whose rows a phone creates too, which may send its request again after days: those are known by the key as well. */
type Kept = "doctors" | "products" | "visits";

/**
 * Creates a row under the id that the client chose, and gives its `columns`. The same request again gives the row as it
 * is by then, which is not new; locked, in a transaction. Throws `id_taken` for another request with the id, and `gone`
 * if the row was deleted. `content` is what the client sent.
 *
 * Every noun creates single rows here, but for two. A movement of stock looks for its repetition once it has locked the
 * product, because a correction may have nothing to write. A skip has no id, and its keys outlive it (`skipDoctor`).
 * Recording a visit tries one statement first, and comes here if that is refused; imports write many rows at once.
 */
export async function createOnce<Row extends object>(
  db: Database,
  table: Kept | keyof typeof owners,
  { id, ...values }: { id: string } & Record<string, unknown>,
  actor: Actor,
  { content, columns = sql`id` }: { content: unknown; columns?: RawBuilder<unknown> },
): Promise<{ row: Row; isNew: boolean }> {
  const name = sql.table(table);
  const creation_digest = creationDigest(content);
  const operation_key = actor.operation_key ?? null;
  const owner = table in owners ? owners[table as keyof typeof owners] : undefined;
  const by = owner ? { [owner]: actor.id } : { operation_key, created_by: actor.id, updated_by: actor.id };
  const all = Object.entries({ id, ...values, creation_digest, ...by });
  const insert = sql<Row>`
    insert into ${name} (${sql.join(all.map(([column]) => sql.ref(column)))})
    values (${sql.join(all.map(([, value]) => value))})
    on conflict (id) do nothing
    returning ${columns}`;
  const made = await sayingWhatIsGone(db, { id }, () => insert.execute(db));
  if (made.rows[0]) return { row: made.rows[0], isNew: true };
  const isSame = owner
    ? sql`creation_digest = ${creation_digest} and ${sql.ref(owner)} = ${actor.id}`
    : sql`(creation_digest = ${creation_digest} or operation_key = ${operation_key}::uuid) is true`;
  const { rows } = await sql<Row & { is_same: boolean }>`
    select ${columns}, ${isSame} as is_same from ${name} where id = ${id} for key share`.execute(db);
  // It may have been deleted since the insert met it.
  const { is_same, ...row } = await foundToWrite(db, rows[0], id);
  if (!is_same) throw new AppError("id_taken");
  // Without the flag it is a row again.
  return { row: row as unknown as Row, isNew: false };
}

/** What an edit sets besides the person's input. */
export function edited(actor: Actor) {
  return {
    version: sql<number>`version + 1`,
    updated_at: sql<string>`now()`,
    updated_by: actor.id,
    changed: sql<string>`pg_current_xact_id()`,
    edit_keys: withEditKey(actor.operation_key ?? null),
  };
}

/** The fields that were sent: a page of an earlier release does not know them all. */
function sentOf<Input extends object>(input: Input): Partial<Input> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as Partial<Input>;
}

/**
 * Reading, creating and editing whole rows of a table by id, for nouns with independent rows. `schema` is the noun's
 * row shape: its keys are the columns.
 */
export function recordsOf<Row extends Versioned, Input extends object>(
  table: "doctors" | "products",
  schema: z.ZodObject & z.ZodType<Row>,
) {
  const name = sql.table(table);
  const columns = sql.join(Object.keys(schema.shape).map((key) => sql.ref(key)));

  /** One row; throws `not_found`. */
  async function read(db: Database, id: string): Promise<Row> {
    const { rows } = await sql<Row>`select ${columns} from ${name} where id = ${id}`.execute(db);
    return found(rows[0]);
  }

  /** Creates a row; see `createOnce`. `defaults` are for fields that were not sent; they are no part of the content. */
  async function create(
    db: Database,
    { id, ...input }: Input & { id: string },
    actor: Actor,
    defaults: Partial<Input> = {},
  ): Promise<Row> {
    const values = { id, ...defaults, ...sentOf(input) };
    return (await createOnce<Row>(db, table, values, actor, { content: input, columns })).row;
  }

  /** Saves an edit that started from `version`, leaving fields that were not sent as they are. One that is saved already, known by its key, gives the row. Throws `not_found`, `gone` or `changed_meanwhile`. */
  async function update(
    db: Database,
    id: string,
    { version, ...input }: Input & { version: number },
    actor: Actor,
  ): Promise<Row> {
    const set = Object.entries({ ...sentOf(input), ...edited(actor) }).map(
      ([key, value]) => sql`${sql.ref(key)} = ${value}`,
    );
    const saved = await sql<Row>`
      update ${name} set ${sql.join(set)} where id = ${id} and version = ${version} returning ${columns}`.execute(
      db,
    );
    if (saved.rows[0]) return saved.rows[0];
    const { rows } = await sql<Row & { is_saved: boolean }>`
      select ${columns}, ${actor.operation_key ?? null}::uuid = any(edit_keys) as is_saved
      from ${name} where id = ${id}`.execute(db);
    const { is_saved, ...current } = await foundToWrite(db, rows[0], id);
    // Without the flag it is a row again.
    if (is_saved) return current as unknown as Row;
    await requireVersion(db, current, version);
    // A version that did not exist at the first read but did at the second: somebody saved in between.
    throw new AppError("unavailable");
  }

  return { read, create, update };
}
