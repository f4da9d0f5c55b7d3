import type { Database } from "@rounds/database/connect.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Actor } from "./context.ts";
import { creationDigest, found, requireVersion, type Versioned } from "./record.ts";

/** What an edit sets besides the person's input. */
export function edited(actor: Actor) {
  return { version: sql<number>`version + 1`, updated_at: sql<string>`now()`, updated_by: actor.id };
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

  /**
   * Creates a row under the id that the client chose. The same id with the same content gives the first answer again;
   * with other content it throws `id_taken`. `defaults` are for fields that were not sent; they are no part of the content.
   */
  async function create(
    db: Database,
    { id, ...input }: Input & { id: string },
    actor: Actor,
    defaults: Partial<Input> = {},
  ): Promise<Row> {
    const creation_digest = creationDigest(input);
    const given = { ...defaults, ...sentOf(input) };
    const values = { id, ...given, creation_digest, created_by: actor.id, updated_by: actor.id };
    const made = await sql<Row>`
      insert into ${name} (${sql.join(Object.keys(values).map((key) => sql.ref(key)))})
      values (${sql.join(Object.values(values))})
      on conflict (id) do nothing
      returning ${columns}`.execute(db);
    if (made.rows[0]) return made.rows[0];
    const same = await sql<Row>`
      select ${columns} from ${name} where id = ${id} and creation_digest = ${creation_digest}`.execute(db);
    if (!same.rows[0]) throw new AppError("id_taken");
    return same.rows[0];
  }

  /** Saves an edit that started from `version`, leaving fields that were not sent as they are; throws `not_found` or `changed_meanwhile`. */
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
    const current = await read(db, id);
    await requireVersion(db, current, version);
    // A version that did not exist at the first read but did at the second: somebody saved in between.
    throw new AppError("unavailable");
  }

  return { read, create, update };
}
