import type { BulkEdit, BulkEditCreation } from "@rounds/domain/bulk-edits/bulk-edit.ts";
import { bulkEditRoutes } from "@rounds/domain/bulk-edits/routes.ts";
import { asApiError, isMissing } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { refetchAfterWrite } from "../api/live/stored-rows.ts";
import { queryClient } from "../api/query-client.ts";
import { fresh, readQuery } from "../api/reading.ts";
import { outcomeWords } from "../ui/message/outcome.ts";
import { toast } from "../ui/message/toast.ts";
import { undoMs } from "../ui/message/undo-link.ts";
import { undoneWords } from "./bulk-edit-words.ts";

/** The person's latest bulk edits. */
export const latestBulkEdits = readQuery(["bulkEdits", "list"], bulkEditRoutes.list, {}, fresh);

/** Stores what is to be changed, and changes nothing. */
export function prepare(body: BulkEditCreation): Promise<BulkEdit> {
  return call(bulkEditRoutes.prepare, { body });
}

/**
 * Runs or undoes a bulk edit portion by portion, and tells of each. Ends when nothing is left, or `isStopped`. After an
 * error it can be called again: it goes on where it ended.
 */
export async function follow(
  step: "run" | "undo",
  id: string,
  tell: (edit: BulkEdit) => void,
  isStopped: () => boolean = () => false,
): Promise<BulkEdit> {
  try {
    for (;;) {
      const edit = await call(bulkEditRoutes[step], { params: { id } });
      tell(edit);
      if (isStopped() || edit[step === "run" ? "waiting" : "done"] === 0) return edit;
    }
  } finally {
    void refetchAfterWrite("doctors");
    void queryClient.invalidateQueries({ queryKey: ["bulkEdits"] });
  }
}

/** Undoes a bulk edit, and tells of it in messages, so that other work can go on. */
export async function undoWithMessages(id: string): Promise<void> {
  const progress = ({ undone, done }: { undone: number; done: number }) =>
    toast.info(`Undoing… ${undone} of ${undone + done}`, { duration: 0 });
  toast.info("Undoing…", { duration: 0 });
  try {
    const edit = await follow("undo", id, (now) => now.done > 0 && progress(now));
    if (edit.kept === 0) toast.success(undoneWords(edit));
    else toast.warning(`${undoneWords(edit)} ${edit.problems[0]?.message ?? ""}`, { duration: undoMs });
  } catch (thrown) {
    const error = asApiError(thrown);
    toast.error(error.message, {
      lead: outcomeWords(error, "Not everything was undone.", "everything was undone"),
      duration: 0,
      ...(!isMissing(error) && { link: { label: "Try again", run: () => void undoWithMessages(id) } }),
    });
  }
}
