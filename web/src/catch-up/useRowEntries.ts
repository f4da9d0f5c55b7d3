import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { CatchUpRow } from "@rounds/domain/catch-up/catch-up.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { newId } from "../api/new-id.ts";
import { useDraft } from "../form/draft/useDraft.ts";
import { blankEntry, isChanged, type RowEntry } from "./row-entry.ts";

/** What is typed in the rows of a day, by doctor, and the doctors who were added. */
type Typed = { entries: Readonly<Record<string, RowEntry>>; added: readonly string[] };

const nothing: Typed = { entries: {}, added: [] };

/** What is typed in the rows of a day. Kept on this device, row by row, until it is saved. */
export function useRowEntries(day: Day) {
  const draft = useDraft(`today/catch-up/${day}`);
  const { keep, forget } = draft;
  const [restored, setRestored] = useState(() => isTyped(draft.restored));
  const [typed, setTyped] = useState<Typed>(() => (isTyped(draft.restored) ? draft.restored : nothing));
  /** The newest, for what happens between two renders. */
  const newest = useRef(typed);

  const set = useCallback((next: Typed) => {
    newest.current = next;
    setTyped(next);
  }, []);
  const change = useCallback(
    (next: Typed) => {
      set(next);
      if (isUntouched(next)) forget();
      else keep(next);
    },
    [set, keep, forget],
  );

  /** Changes a row's entry, and begins it if nothing was typed yet; one that changes nothing is gone again. */
  const edit = useCallback(
    (row: CatchUpRow, part: Partial<RowEntry>) => {
      const { entries, added } = newest.current;
      const { id } = row.doctor;
      const entry = { ...(entries[id] ?? blankEntry(row, newId)), ...part };
      const isKept = isChanged(row, entry) || entry.sent !== null;
      change({ added, entries: isKept ? { ...entries, [id]: entry } : without(entries, id) });
    },
    [change],
  );

  /** Removes a row's entry: it is discarded. */
  const drop = useCallback(
    (doctor_id: string) => {
      const { entries, added } = newest.current;
      change({ added, entries: without(entries, doctor_id) });
    },
    [change],
  );

  /** Removes what is saved: from now on the day shows it by itself. */
  const saved = useCallback(
    (doctor_id: string) => {
      const { entries, added } = newest.current;
      change({ added: added.filter((id) => id !== doctor_id), entries: without(entries, doctor_id) });
    },
    [change],
  );

  const add = useCallback(
    (doctor_id: string) => {
      const { added } = newest.current;
      if (!added.includes(doctor_id)) change({ ...newest.current, added: [...added, doctor_id] });
    },
    [change],
  );

  const waiting = draft.offers.find(({ content }) => isTyped(content) && !isBlank(content));
  const offer = useMemo(() => {
    const content = waiting?.content;
    if (!waiting || !isTyped(content)) return null;
    return {
      at: waiting.at,
      isUnanswered: Object.values(content.entries).some(({ sent }) => sent !== null),
      onContinue: () => {
        draft.take(waiting, newest.current === nothing ? null : newest.current);
        set(content);
      },
      onDiscard: () => draft.discard(waiting),
    };
  }, [waiting, draft.take, draft.discard, set]);

  const startOver = () => {
    draft.begin();
    setRestored(false);
    set(nothing);
  };

  // A page that shows the whole day again has nothing to continue.
  const isEmpty = isBlank(typed);
  useEffect(() => {
    if (isEmpty) setRestored(false);
  }, [isEmpty]);

  return {
    ...typed,
    isUntouched: isUntouched(typed),
    newest,
    edit,
    drop,
    saved,
    add,
    isKept: draft.isKept,
    forget,
    notice: { restored, offer, startOver },
  };
}

/** Whether nothing is typed: doctors who were added have empty rows. */
function isBlank({ entries }: Typed): boolean {
  return Object.keys(entries).length === 0;
}

/** Whether there is nothing to keep: nothing is typed, nobody was added. */
function isUntouched(typed: Typed): boolean {
  return isBlank(typed) && typed.added.length === 0;
}

function without(entries: Typed["entries"], doctor_id: string): Typed["entries"] {
  const { [doctor_id]: _, ...others } = entries;
  return others;
}

/** Whether a draft is of this screen: kept under its key, it has its fields. */
function isTyped(content: unknown): content is Typed {
  return typeof content === "object" && content !== null && "entries" in content && "added" in content;
}
