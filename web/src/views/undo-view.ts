import type { View } from "@rounds/domain/views/view.ts";
import { undoOfferBy } from "../history/undo-by.ts";
import { createView, updateView } from "./queries.ts";

/** Undo for the message after a view was saved in the place of a former one. */
export const undoOfView = (saved: View, { name, filters, columns }: View) =>
  undoOfferBy(
    saved.id,
    () => updateView(saved, { name, filters, columns }),
    `Undone: the view “${name}” is as before.`,
  );

/** Undo for the message after a view was deleted: it is made again under its id. */
export const undoOfDeletedView = ({ id, list, name, shared, filters, columns }: View) =>
  undoOfferBy(
    id,
    () => createView({ id, list, name, shared, filters, columns }),
    `Undone: the view “${name}” is back.`,
  );
