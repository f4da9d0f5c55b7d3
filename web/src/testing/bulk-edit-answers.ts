import type { BulkEdit, BulkEditCreation } from "@rounds/domain/bulk-edits/bulk-edit.ts";
import { bulkEditRoutes } from "@rounds/domain/bulk-edits/routes.ts";
import type { StandInServer } from "./server.ts";

/**
 * Answers bulk edits of `total` doctors, each of which becomes what `outcome` says; all of them are done otherwise. `staying` are
 * refused when it is prepared.
 */
export function answerBulkEdits(
  server: StandInServer,
  total: number,
  outcome: Partial<BulkEdit> = {},
  staying = 0,
) {
  let edit: BulkEdit | undefined;
  const now = (counts: Partial<BulkEdit>): BulkEdit => {
    if (!edit) throw new Error("Nothing is prepared");
    edit = { ...edit, ...counts };
    return edit;
  };
  server.answer(bulkEditRoutes.prepare, ({ body }) => {
    const { id, change } = body as BulkEditCreation;
    edit = {
      ...{
        id,
        change: change as BulkEdit["change"],
        made_at: "2025-11-20T06:30:00.000Z",
        total,
        waiting: total - staying,
      },
      ...{ done: 0, same: 0, refused: staying, undone: 0, kept: 0, effect: null, problems: [] },
    };
    return edit;
  });
  server.answer(bulkEditRoutes.run, () => now({ waiting: 0, done: total - staying, ...outcome }));
  server.answer(bulkEditRoutes.undo, () => now({ done: 0, undone: edit?.done ?? 0 }));
  return { prepared: () => server.asked(bulkEditRoutes.prepare).map(({ body }) => body as BulkEditCreation) };
}
