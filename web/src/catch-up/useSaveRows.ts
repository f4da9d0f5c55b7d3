import { type Day, isDay } from "@rounds/domain/calendar/calendar.ts";
import type { CatchUpRow } from "@rounds/domain/catch-up/catch-up.ts";
import type { ProductChoice } from "@rounds/domain/products/product-list.ts";
import type { QuickEntry } from "@rounds/domain/visits/quick-entry.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { asApiError } from "../api/api-error.ts";
import { batchOf } from "../api/batches.ts";
import { refetchAfter, refetchAfterWrite } from "../api/live/stored-rows.ts";
import { newId } from "../api/new-id.ts";
import { painted } from "../api/painted.ts";
import { savedWords, wasKept } from "../api/phone/kept.ts";
import type { Shown } from "../api/phone/pending-rows.ts";
import { waitingRows } from "../api/phone/phone-slot.ts";
import { useDoubts } from "../form/useDoubts.tsx";
import { undoAll } from "../history/queries.ts";
import { undoOfferBy } from "../history/undo-by.ts";
import { counted } from "../ui/figure/counted.ts";
import { toast } from "../ui/message/toast.ts";
import { focusAfterSaving, focusRow } from "./move-focus.ts";
import { readCatchUp, saveRow, showSaved } from "./queries.ts";
import { entryProblem, isToSave, meanwhileOf, type RowProblem, rowDoubts, visitOf } from "./row-entry.ts";
import { forEachOf, refusalOf } from "./save-rows.ts";
import type { useRowEntries } from "./useRowEntries.ts";
import { type DayRow, withWaiting } from "./with-waiting.ts";

type Options = {
  day: Day;
  today: Day;
  form: RefObject<HTMLFormElement | null>;
  typed: ReturnType<typeof useRowEntries>;
  asked: readonly string[];
  rows: readonly CatchUpRow[];
  read: ReadonlyMap<string, QuickEntry<ProductChoice>>;
  products: readonly ProductChoice[];
  person: string | undefined;
};

const asBefore = (visits: number) =>
  `Undone: ${counted(visits, "visit")} ${visits === 1 ? "is" : "are"} as before.`;

/**
 * Saves every row that has something to save, with one request each. A row that is refused stays, with the reason at
 * its field; the others are saved.
 */
export function useSaveRows({
  day,
  today,
  form,
  typed,
  asked: doctors,
  rows,
  read,
  products,
  person,
}: Options) {
  const [problems, setProblems] = useState<ReadonlyMap<string, RowProblem>>(new Map());
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set());
  const isSaving = useRef(false);
  const [ask, doubtsDialog] = useDoubts();

  /** Called when a row is edited: what was wrong with it may be right now. */
  const clear = (doctor_id: string) => {
    setProblems((problems) => {
      if (!problems.has(doctor_id)) return problems;
      const others = new Map(problems);
      others.delete(doctor_id);
      return others;
    });
  };

  const refuse = (found: ReadonlyMap<string, RowProblem>) => {
    flushSync(() => {
      setProblems(found);
      setSaving(new Set());
    });
    const first = rows.find(({ doctor }) => found.has(doctor.id))?.doctor.id;
    if (first) focusRow(form.current, first, found.get(first)?.at ?? "products");
  };

  async function save() {
    if (isSaving.current) return;
    isSaving.current = true;
    let isSent = false;
    try {
      isSent = await saveAll();
    } finally {
      isSaving.current = false;
      setSaving(new Set());
    }
    if (!isSent) return;
    await painted();
    focusAfterSaving(form.current);
  }

  /** Whether it came to sending. Otherwise what is wrong has the focus. */
  async function saveAll(): Promise<boolean> {
    const { entries } = typed.newest.current;
    const asked = rows.filter((row) => {
      const entry = entries[row.doctor.id];
      return entry !== undefined && isToSave(row, entry);
    });
    if (asked.length === 0) return false;
    const found = new Map<string, RowProblem>();
    setSaving(new Set(asked.map(({ doctor }) => doctor.id)));

    // Another device may have recorded some of them: that is shown before anything is sent.
    let newest: ReadonlyMap<string, DayRow>;
    try {
      const { rows: current } = await readCatchUp(day, doctors);
      const waiting = waitingRows("visits") as readonly Shown<VisitRow>[];
      newest = new Map(withWaiting(current, day, waiting, person).map((row) => [row.doctor.id, row]));
    } catch (thrown) {
      const error = asApiError(thrown);
      // Without a connection, each row says so.
      if (!error.isOutage) toast.error(error.message);
      for (const { doctor } of asked) found.set(doctor.id, refusalOf(thrown));
      refuse(found);
      return false;
    }

    const ready: { row: CatchUpRow; id: string }[] = [];
    for (const old of asked) {
      const { id } = old.doctor;
      const row = newest.get(id) ?? old;
      const entry = entries[id];
      const lines = read.get(id) ?? { lines: [], problem: null };
      if (!entry) continue;
      const problem = entryProblem(entry, lines, day, isDay);
      if (problem) found.set(id, problem);
      else if (entry.sent === null && meanwhileOf(row, entry))
        found.set(id, { at: "row", text: "Not saved yet: please choose below." });
      else ready.push({ row: old, id });
    }
    const doubts = ready.flatMap(({ row, id }) => {
      const [entry, lines] = [entries[id], read.get(id)];
      return entry && lines ? rowDoubts(row, entry, lines, { day, today, products }) : [];
    });
    if (!(await ask(doubts))) {
      refuse(found);
      return false;
    }
    setSaving(new Set(ready.map(({ id }) => id)));

    const saved: Visit[] = [];
    // Plans and visits that were there; what is new can be deleted.
    const edited: { id: string; key: string }[] = [];
    let cutOff = 0;
    await forEachOf(ready, async ({ row, id }) => {
      const entry = entries[id];
      const lines = read.get(id) ?? { lines: [], problem: null };
      if (!entry) return;
      const line_ids = lines.lines.map((_, index) => entry.line_ids[index] ?? newId());
      const input = visitOf(row, { ...entry, line_ids }, lines, day);
      // Kept before the request: a reload must know that an answer may have been missed.
      typed.edit(row, { line_ids, sent: JSON.stringify(input) });
      try {
        const visit = await saveRow(entry, input);
        showSaved(day, visit, person);
        typed.saved(id);
        saved.push(visit);
        const batch = wasKept(visit) ? undefined : batchOf(visit);
        if (entry.version !== 0 && batch) edited.push({ id: batch, key: newId() });
      } catch (thrown) {
        const error = asApiError(thrown);
        if (error.isOutage) cutOff++;
        if (!error.retryable || (error.isUnsent && entry.sent === null)) typed.edit(row, { sent: null });
        if (error.code === "insufficient_stock") void refetchAfter(["stock_transactions"]);
        found.set(id, refusalOf(thrown));
      }
      setSaving((saving) => new Set([...saving].filter((other) => other !== id)));
    });

    refuse(found);
    const done = `${counted(saved.length, "visit")} saved`;
    const undo = edited[0]
      ? undoOfferBy(edited[0].id, () => undoAll("visits", edited), asBefore(edited.length))
      : {};
    if (found.size === 0) toast.success(savedWords(saved.find(wasKept), `${done}!`), undo);
    else if (saved.length > 0 || cutOff < found.size)
      toast.error(
        `${done}. ${found.size === 1 ? "1 row needs" : `${found.size} rows need`} your attention.`,
        undo,
      );
    void refetchAfterWrite("visits");
    return true;
  }

  return { problems, saving, clear, save, isBusy: saving.size > 0, doubtsDialog };
}
