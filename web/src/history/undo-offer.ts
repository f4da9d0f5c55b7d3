import { batchOf } from "../api/batches.ts";
import { wasKept } from "../api/phone/kept.ts";
import { type ToastOptions, toast } from "../ui/message/toast.ts";
import { undoLink } from "../ui/message/undo-link.ts";
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
