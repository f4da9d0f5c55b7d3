import type { Database } from "@rounds/database/connect.ts";
import { brokenConstraint, transaction } from "@rounds/database/transaction.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { mostViews } from "@rounds/domain/views/lists.ts";
import type { View, ViewConfirmation, Views, viewCreation, viewUpdate } from "@rounds/domain/views/view.ts";
import { sql } from "kysely";
import type { z } from "zod";
import { isAdministrator } from "../api/administrator.ts";
import type { Actor } from "../api/context.ts";
import { found, requireVersion } from "../api/record.ts";
import { createOnce } from "../api/records.ts";

const columns = sql`id, list, name, shared, filters, columns, version, updated_at`;

/** One's own views in one's own order, then those for everybody. */
export async function listViews(db: Database, actor: Actor): Promise<Views> {
  const { rows } = await sql<View>`
    select ${columns} from lists.views where owner_id = ${actor.id} or shared
    order by shared, position, id`.execute(db);
  return { rows };
}

/**
 * Saves a view. The same request again gives the view. Throws `forbidden` for one for everybody if the person is no
 * administrator, `validation_failed` for a name that is used or beyond the limit, and `id_taken`.
 */
export async function createView(
  db: Database,
  { id, ...given }: z.output<typeof viewCreation>,
  actor: Actor,
): Promise<View> {
  const { list, name, shared, filters, columns: shown } = given;
  return await namedOnce(() =>
    transaction(db, async (tx) => {
      if (shared && !(await isAdministrator(tx, actor.id))) throw new AppError("forbidden");
      // One at a time for each limit, so that it holds.
      await sql`select pg_advisory_xact_lock(hashtext(${`views ${shared ? "" : actor.id}`}))`.execute(tx);
      const values = {
        ...{ id, list, name, shared, filters: JSON.stringify(filters) },
        columns: shown && JSON.stringify(shown),
      };
      const { row, isNew } = await createOnce<View>(tx, "lists.views", values, actor, {
        content: given,
        columns,
      });
      if (!isNew) return row;
      const over = await sql`
        select from lists.views where shared = ${shared} and (shared or owner_id = ${actor.id})
        offset ${mostViews} limit 1`.execute(tx);
      if (over.rows.length > 0) {
        const message = `There can be at most ${mostViews} views. Please delete one first.`;
        throw new AppError("validation_failed", { fields: { name: message } });
      }
      return row;
    }),
  );
}

/** Changes a view. Throws `not_found`, `forbidden`, `changed_meanwhile`, and `validation_failed` for a name that is used. */
export async function updateView(
  db: Database,
  id: string,
  { list, name, shared, filters, columns: shown, version }: z.output<typeof viewUpdate>,
  actor: Actor,
): Promise<View> {
  return await namedOnce(() =>
    transaction(db, async (tx) => {
      const current = await lockView(tx, id, actor);
      if (current.list !== list || current.shared !== shared) {
        const message = "A view stays in its list, and for whom it is";
        throw new AppError("validation_failed", {
          fields: { [current.list === list ? "shared" : "list"]: message },
        });
      }
      await requireVersion(tx, current, version);
      const { rows } = await sql<View>`
        update lists.views set name = ${name}, filters = ${JSON.stringify(filters)}::jsonb,
          columns = ${shown && JSON.stringify(shown)}::jsonb, version = version + 1, updated_at = now()
        where id = ${id} returning ${columns}`.execute(tx);
      return found(rows[0]);
    }),
  );
}

/** Deletes a view, and returns it. Throws `not_found`, `forbidden`, and `changed_meanwhile` if another version was confirmed. */
export async function deleteView(
  db: Database,
  id: string,
  { version }: ViewConfirmation,
  actor: Actor,
): Promise<View> {
  return await transaction(db, async (tx) => {
    const view = await lockView(tx, id, actor);
    // Undo brings back what was shown: it must be what was deleted.
    if (version !== undefined) await requireVersion(tx, view, version);
    await sql`delete from lists.views where id = ${id}`.execute(tx);
    return view;
  });
}

/** Puts views in the order of their ids, at the places that they have among all. Unknown ones and others' are left out. */
export async function orderViews(db: Database, ids: readonly string[], actor: Actor): Promise<Views> {
  return await transaction(db, async (tx) => {
    const isAdmin = await isAdministrator(tx, actor.id);
    await sql`
      with wanted as (
        select id, row_number() over (order by given.place) as place
        from lists.views join unnest(${ids}::uuid[]) with ordinality as given (view_id, place) on view_id = id
        where owner_id = ${actor.id} and not shared or shared and ${isAdmin}
      ), places as (
        select position, row_number() over (order by shared, position, id) as place
        from lists.views where id in (select id from wanted)
      )
      update lists.views set position = places.position
      from wanted join places using (place) where views.id = wanted.id`.execute(tx);
    return await listViews(tx, actor);
  });
}

/** A view that the person may change, locked. One that is somebody else's own is not found. */
async function lockView(tx: Database, id: string, actor: Actor): Promise<View> {
  const { rows } = await sql<View>`
    select ${columns} from lists.views where id = ${id} and (owner_id = ${actor.id} or shared) for update`.execute(
    tx,
  );
  const view = found(rows[0]);
  if (view.shared && !(await isAdministrator(tx, actor.id))) throw new AppError("forbidden");
  return view;
}

/** Says at the field that a name is used. */
async function namedOnce<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (!/^(own|shared)_views_have_names$/.test(brokenConstraint(error) ?? "")) throw error;
    const message = "There is a view with this name";
    throw new AppError("validation_failed", { fields: { name: message }, cause: error });
  }
}
