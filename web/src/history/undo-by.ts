import { asApiError } from "../api/api-error.ts";
import { savedWords } from "../api/phone/kept.ts";
import { outcomeWords } from "../ui/message/outcome.ts";
import { type ToastOptions, toast } from "../ui/message/toast.ts";
import { undoLink } from "../ui/message/undo-link.ts";

/** Undo, by another command, for the message after a change; `undoes` names what is taken back, and `done` says that it was. */
export function undoOfferBy(undoes: string, work: () => Promise<unknown>, done: string): ToastOptions {
  return undoLink(undoes, () => void takeBack(work, done));
}

async function takeBack(work: () => Promise<unknown>, done: string): Promise<void> {
  toast.info("Undoing…", { duration: 0 });
  try {
    toast.success(savedWords(await work(), done));
  } catch (thrown) {
    const error = asApiError(thrown);
    const again = { label: "Try again", run: () => void takeBack(work, done) };
    toast.error(error.fieldMessage ?? error.message, {
      lead: outcomeWords(error, "This was not undone.", "this was undone"),
      duration: 0,
      ...(error.retryable && { link: again }),
    });
  }
}
