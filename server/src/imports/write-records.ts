import type { Database } from "@rounds/database/connect.ts";
import { asRows, namesOf } from "@rounds/database/select.ts";
import { sql } from "kysely";
import type { Actor } from "../api/context.ts";
import { withEditKey } from "../api/operation-key.ts";
import { edited } from "../api/records.ts";

/** The fields of a table that an import writes, with the types of their columns. */
type FieldTypes<Fields> = Readonly<Record<keyof Fields & string, "text" | "integer" | "numeric" | "uuid">>;
export type FieldValues = Record<string, string | number | null>;

/** A new row. */
export type Made<Fields> = Fields & { id: string; creation_digest: string };
/** A row with all its fields after a change, which is in the history under its `batch_id`. */
export type Changed<Fields> = { id: string; batch_id: string; fields: Fields };

export type RecordWriter<Fields extends FieldValues> = ReturnType<typeof recordWriter<Fields>>;

/** A table whose rows an import creates and updates. */
export function recordWriter<Fields extends FieldValues>(
  table: "doctors" | "products",
  fieldTypes: FieldTypes<Fields>,
) {
  const types: FieldTypes<FieldValues> = fieldTypes;
  const name = sql.table(table);

  /** Its fields alone. */
  const fieldsOf = (record: Fields): Fields =>
    Object.fromEntries(Object.keys(types).map((field) => [field, record[field]])) as Fields;

  return {
    table,

    /** The fields of rows with these ids. */
    async read(tx: Database, ids: readonly string[]): Promise<Map<string, Fields & { id: string }>> {
      const { rows } = await sql<Fields & { id: string }>`
        select id, ${namesOf(types)} from ${name} where id = any(${ids}::uuid[])`.execute(tx);
      return new Map(rows.map((row) => [row.id, row]));
    },

    /** Creates rows. */
    async create(tx: Database, made: readonly Made<Fields>[], actor: Actor): Promise<void> {
      if (made.length === 0) return;
      const all = { id: "uuid", creation_digest: "text", ...types } as const;
      await sql`
        insert into ${name} (${namesOf(all)}, created_by, updated_by)
        select ${namesOf(all)}, ${actor.id}::uuid, ${actor.id}::uuid from ${asRows(made, all, "made")}`.execute(
        tx,
      );
    },

    /** Writes all fields of locked rows. */
    async update(tx: Database, changed: readonly Changed<Fields>[], actor: Actor): Promise<void> {
      if (changed.length === 0) return;
      const { edit_keys: _, ...stamp } = edited(actor);
      const set = {
        ...Object.fromEntries(Object.keys(types).map((field) => [field, sql.ref(`given.${field}`)])),
        ...stamp,
        version: sql`${name}.version + 1`,
        edit_keys: withEditKey(sql.ref("batch_id")),
      };
      const given = changed.map(({ id, batch_id, fields }) => ({
        ...fieldsOf(fields),
        given_id: id,
        batch_id,
      }));
      await sql`
        update ${name} set ${sql.join(Object.entries(set).map(([field, value]) => sql`${sql.ref(field)} = ${value}`))}
        from ${asRows(given, { given_id: "uuid", batch_id: "uuid", ...types }, "given")}
        where ${name}.id = given_id`.execute(tx);
    },
  };
}
