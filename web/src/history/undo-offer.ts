import { asApiError } from "../api/api-error.ts";
import { batchOf } from "../api/batches.ts";
import { wasKept } from "../api/kept.ts";
import { type ToastOptions, toast } from "../ui/toast.ts";
import { undoLink } from "../ui/undo-link.ts";
import type { Undoable } from "./undo.ts";

/** Undo for the message after a change; nothing as long as the server has not said that it was done. */
export function undoOffer(saved: unknown, record: Undoable): ToastOptions | undefined {
  const batch = batchOf(saved);
  if (batch === undefined || wasKept(saved)) return undefined;
  return undoLink("op" in record ? record.id : record.noun, () => void undoLater(batch, record));
}

async function undoLater(batch: string, record: Undoable): Promise<void> {
  try {
    const { undo } = await import("./undo.ts");
    await undo(batch, record);
  } catch {
    toast.error("This could not be undone. Please check your connection and try again.", {
      duration: 0,
      link: { label: "Try again", run: () => void undoLater(batch, record) },
    });
  }
}

/** The same for what another command takes back; `undoes` names what that is, and `done` says that it was. */
export function undoOfferBy(undoes: string, work: () => Promise<unknown>, done: string): ToastOptions {
  return undoLink(undoes, () => void takeBack(work, done));
}

async function takeBack(work: () => Promise<unknown>, done: string): Promise<void> {
  toast.info("Undoing…", { duration: 0 });
  try {
    await work();
    toast.success(done);
  } catch (thrown) {
    const error = asApiError(thrown);
    const [ofField] = Object.values(error.fields);
    const again = { label: "Try again", run: () => void takeBack(work, done) };
    toast.error(ofField ?? error.message, {
      lead: "This was not undone.",
      duration: 0,
      ...(error.retryable && { link: again }),
    });
  }
}
