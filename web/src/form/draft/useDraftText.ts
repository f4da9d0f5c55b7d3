import { useState } from "react";
import { useDraft } from "./useDraft.ts";

/** A single text of a dialog, kept on this device like a form's fields until it is saved or discarded. */
export function useDraftText(form: string, initial: string) {
  const draft = useDraft(form);
  const [before, setBefore] = useState(() => textOf(draft.restored));
  const [text, setText] = useState(before ?? initial);
  const waiting = draft.offers.find(({ content }) => textOf(content) !== null);

  const change = (next: string) => {
    setText(next);
    if (next === initial) draft.forget();
    else draft.keep(next);
  };

  return {
    text,
    change,
    /** Removes the draft once it is saved or discarded. */
    saved: draft.forget,
    isKept: draft.isKept,
    /** For the `DraftNotice`. */
    notice: {
      restored: before !== null,
      startOver: () => {
        draft.begin();
        setBefore(null);
        setText(initial);
      },
      offer: waiting
        ? {
            at: waiting.at,
            isUnanswered: false,
            onContinue: () => {
              draft.take(waiting, text === initial ? null : text);
              setText(textOf(waiting.content) ?? initial);
            },
            onDiscard: () => draft.discard(waiting),
          }
        : null,
    },
  };
}

function textOf(content: unknown): string | null {
  return typeof content === "string" ? content : null;
}
