import { useCallback, useEffect, useRef, useState } from "react";
import { now } from "../../api/clock.ts";
import { newId } from "../../api/new-id.ts";
import { sessionState } from "../../api/session/session.ts";
import {
  type Draft,
  type DraftPlace,
  draftsOf,
  dropDraft,
  keepDraft,
  noteSlotOfTab,
  slotOfTab,
} from "./drafts.ts";
import { isSending, returnedSlot, type SentForm, sendDraft } from "./sent-forms.ts";
import { holdSlot, isFree } from "./slot-lock.ts";

/**
 * Keeps what is typed into a form on this device, for the signed-in person. `form` names it; the screen's path is a
 * good name. Other tabs with the same form have drafts of their own, which are not offered while those tabs are open.
 */
export function useDraft(form: string) {
  const [owner] = useState(() => sessionState().user?.id ?? "");
  const name = `${owner}:${form}`;
  const [first] = useState(() => {
    const all = draftsOf(name).filter(({ slot }) => !isSending(slot));
    const here = returnedSlot(name) ?? slotOfTab(name);
    return { all, mine: all.find((draft) => draft.slot === here) };
  });
  const [slot, setSlot] = useState(() => first.mine?.slot ?? newId());
  const used = useRef(slot);
  const [offers, setOffers] = useState(() => first.all.filter((draft) => draft !== first.mine));
  const [isKept, setIsKept] = useState(true);

  const move = useCallback((to: string) => {
    used.current = to;
    setSlot(to);
  }, []);

  useEffect(() => holdSlot(slot, () => move(newId())), [slot, move]);

  // A form that came back belongs to this tab again, also after a reload.
  useEffect(() => {
    if (first.mine) noteSlotOfTab(name, first.mine.slot);
  }, [name, first]);

  useEffect(() => {
    for (const offer of first.all) {
      if (offer === first.mine) continue;
      void isFree(offer.slot).then((free) => {
        if (!free) setOffers((offers) => offers.filter((other) => other.slot !== offer.slot));
      });
    }
  }, [first]);

  /** Keeps the current values. */
  const keep = useCallback(
    (content: unknown) => {
      const { user, ended } = sessionState();
      // After signing out, here or in another tab, nothing is stored any more.
      if (ended || (user?.id ?? "") !== owner) return;
      setIsKept(keepDraft(name, used.current, content));
      noteSlotOfTab(name, used.current);
    },
    [name, owner],
  );

  /** Removes the draft: it is saved or discarded. */
  const forget = useCallback(() => {
    dropDraft(name, used.current);
    noteSlotOfTab(name, null);
    setIsKept(true);
  }, [name]);

  /** Continues with an offered draft. What is already typed (`typed`) is then offered instead. */
  const take = useCallback(
    (draft: Draft, typed: unknown) => {
      const left = { slot: used.current, at: now(), content: typed };
      setOffers((offers) => {
        const others = offers.filter((other) => other !== draft);
        return typed === null ? others : [...others, left];
      });
      move(draft.slot);
      noteSlotOfTab(name, draft.slot);
    },
    [name, move],
  );

  const discard = useCallback(
    (draft: Draft) => {
      dropDraft(name, draft.slot);
      setOffers((offers) => offers.filter((other) => other !== draft));
    },
    [name],
  );

  /** Which draft this is, for a form that takes over what is in it, and then drops it. */
  const place = useCallback((): DraftPlace => ({ name, slot: used.current }), [name]);

  /** Lets go of the draft while it is being saved and the form is left; undefined if this device does not keep it. */
  const send = useCallback((): SentForm | undefined => {
    if (!draftsOf(name).some((draft) => draft.slot === used.current)) return undefined;
    return sendDraft(name, used.current);
  }, [name]);

  const begin = useCallback(() => {
    forget();
    move(newId());
  }, [forget, move]);

  return {
    /** Identifies this draft, from the first letter until it is saved; can be used as the id of a new row. */
    slot,
    /** What was typed here before the page was reloaded. */
    restored: first.mine?.content,
    /** Earlier unsaved input that can be continued, newest first. */
    offers,
    /** False if what is typed would be lost with the page. */
    isKept,
    keep,
    forget,
    take,
    discard,
    send,
    place,
    /** Removes the draft, and starts a new slot. */
    begin,
  };
}
