import type { ApiError } from "../../api/api-error.ts";
import { sessionState } from "../../api/session/session.ts";
import { holdUnsavedWork } from "../../api/unsaved-work.ts";
import { dropDraft, keepDraft, noteSlotOfTab, slotOfTab } from "./drafts.ts";
import { holdSlot } from "./slot-lock.ts";

/** The drafts of forms that were left while they are being saved: nobody else may continue with them meanwhile. */
const sending = new Set<string>();
/** The drafts that came back because they could not be saved, by the form's name: with the reason. */
const returned = new Map<string, { slot: string; error: ApiError }>();

/** A form that was left, and waits for its answer. */
export type SentForm = {
  /** It is saved: nothing of it is kept. */
  saved: () => void;
  /** It is not: it is kept with these contents, and the form continues with it when it is opened the next time. */
  refused: (error: ApiError, content: unknown) => void;
};

/**
 * Lets go of a form's draft while it is being saved. It stays on this device, and counts as unsaved work, until the
 * server has answered. After a reload in between, the form has it again: saving it again is safe.
 */
export function sendDraft(name: string, slot: string): SentForm {
  sending.add(slot);
  const { search } = location;
  const release = holdSlot(slot, () => {});
  const settled = holdUnsavedWork(true);
  const end = () => {
    sending.delete(slot);
    release();
    settled();
  };
  return {
    saved: () => {
      end();
      dropDraft(name, slot);
      if (slotOfTab(name, search) === slot) noteSlotOfTab(name, null, search);
    },
    refused: (error, content) => {
      end();
      // After signing out, nothing of that person is kept on this device.
      if (!name.startsWith(`${sessionState().user?.id}:`)) return;
      keepDraft(name, slot, content);
      returned.set(name, { slot, error });
    },
  };
}

/** Whether a draft is being saved, so that it must not be offered. */
export function isSending(slot: string): boolean {
  return sending.has(slot);
}

/** The slot of the draft that came back to this form, if one did. */
export function returnedSlot(name: string): string | undefined {
  return returned.get(name)?.slot;
}

/** Why the form with this slot came back, once. */
export function takeRefusal(slot: string): ApiError | undefined {
  for (const [name, { slot: own, error }] of returned) {
    if (own !== slot) continue;
    returned.delete(name);
    return error;
  }
  return undefined;
}
