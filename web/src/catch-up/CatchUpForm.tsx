import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { CatchUp, CatchUpRow } from "@rounds/domain/catch-up/catch-up.ts";
import { maxAddedDoctors } from "@rounds/domain/catch-up/limits.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { productMatcher } from "@rounds/domain/products/match-products.ts";
import type { ProductChoice } from "@rounds/domain/products/product-list.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { newId } from "../api/new-id.ts";
import { useRefusals } from "../api/permissions.ts";
import { usePending } from "../api/phone/pending-rows.ts";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { DoctorPicker } from "../doctors/DoctorPicker.tsx";
import { DraftNotice } from "../form/draft/DraftNotice.tsx";
import { FormActions } from "../form/FormActions.tsx";
import { SaveProblem } from "../form/SaveProblem.tsx";
import { useEscape } from "../form/useEscape.ts";
import { useUnsavedChanges } from "../form/useUnsavedChanges.tsx";
import { paths } from "../paths.ts";
import { Card } from "../ui/figure/Card.tsx";
import { counted } from "../ui/figure/counted.ts";
import { useLeave } from "../ui/navigation/useLeave.ts";
import { DoneRow } from "./DoneRow.tsx";
import { EntryRow, rowGrid } from "./EntryRow.tsx";
import { focusRow, moveFocus } from "./move-focus.ts";
import { besideRefusedPlans } from "./refused-plans.ts";
import { blankEntry, isToSave, type RowEntry, readEntries, totalOf } from "./row-entry.ts";
import type { useRowEntries } from "./useRowEntries.ts";
import { useSaveRows } from "./useSaveRows.ts";
import { withWaiting } from "./with-waiting.ts";

type Props = {
  data: CatchUp;
  today: Day;
  products: readonly ProductChoice[];
  typed: ReturnType<typeof useRowEntries>;
  /** The doctors that were asked for besides those of the day. */
  asked: readonly string[];
};

/** The rows of a day, and what saves them. */
export function CatchUpForm({ data, today, products, typed, asked }: Props) {
  const { day } = data;
  const refusal = useRefusals().of("edit_visits_of_others");
  const { user } = useAuth();
  const waiting = usePending<VisitRow>("visits");
  const rows = useMemo(
    () => besideRefusedPlans(withWaiting(data.rows, day, waiting, user?.id), refusal, user?.id),
    [data.rows, day, waiting, refusal, user],
  );
  const { entries, added } = typed;
  const form = useRef<HTMLFormElement>(null);
  const leave = useLeave();
  /** Counts the doctors added by hand: each begins with an empty field. */
  const [pickers, setPickers] = useState(0);
  /** The doctor whose row gets the focus as soon as it is there. */
  const [wanted, setWanted] = useState<string | null>(null);

  const match = useMemo(() => productMatcher(products), [products]);
  const open = useMemo(
    () =>
      rows.filter(
        ({ doctor, planned, visits, refusal }) =>
          planned || refusal || visits.length === 0 || entries[doctor.id] || added.includes(doctor.id),
      ),
    [rows, entries, added],
  );
  const done = rows.filter((row) => !open.includes(row));
  const read = useMemo(
    () =>
      readEntries(
        open.map((row) => ({ row, entry: entries[row.doctor.id] })),
        products,
        match,
      ),
    [open, entries, products, match],
  );
  const toSave = open.filter((row) => {
    const entry = entries[row.doctor.id];
    return entry !== undefined && isToSave(row, entry);
  }).length;

  const saving = useSaveRows({
    day,
    today,
    form,
    typed,
    asked,
    rows: open,
    read,
    products,
    person: user?.id,
  });
  const { clear } = saving;
  const clearLatest = useRef(clear);
  clearLatest.current = clear;
  const { edit, drop } = typed;
  const onEdit = useCallback(
    (row: CatchUpRow, part: Partial<RowEntry>) => {
      clearLatest.current(row.doctor.id);
      edit(row, part);
    },
    [edit],
  );

  useEffect(() => {
    for (const row of rows) {
      const entry = entries[row.doctor.id];
      // Typed before it was known that the plan is not to be completed: it becomes a visit beside it.
      if (entry?.version && row.refusal && entry.sent === null)
        edit(row, {
          ...blankEntry(row, newId),
          products: entry.products,
          chosen: entry.chosen,
          notes: entry.notes,
        });
    }
  }, [rows, entries, edit]);

  const goBack = () => leave(paths.today(), { toOrigin: true });
  const question = useUnsavedChanges(toSave > 0, typed.forget, {
    isKept: typed.isKept,
    isUnknown: Object.values(entries).some(({ sent }) => sent !== null),
    isSameScreen: isSameDay,
  });
  useEscape(goBack, !saving.isBusy);

  const begin = useEffectEvent(() => {
    // Typing can start at once; on a touch screen this would cover the rows with a keyboard.
    const [first] = open;
    if (first && !window.matchMedia("(hover: none)").matches)
      focusRow(form.current, first.doctor.id, "products");
  });
  useEffect(() => begin(), []);

  useEffect(() => {
    if (wanted === null || !rows.some(({ doctor }) => doctor.id === wanted)) return;
    setWanted(null);
    focusRow(form.current, wanted, "products");
  }, [wanted, rows]);

  const focusPicker = () => form.current?.querySelector<HTMLInputElement>("[data-add] input")?.focus();

  return (
    <form
      ref={form}
      noValidate
      aria-label="Visits of the day"
      className="flex flex-col gap-5 max-sm:pb-40"
      onKeyDown={(event) => moveFocus(event, focusPicker)}
      onSubmit={(event) => {
        event.preventDefault();
        void saving.save();
      }}
    >
      <DraftNotice entry={typed.notice} busy={saving.isBusy} />
      <Card flush>
        <div
          aria-hidden="true"
          className={`${rowGrid} border-b border-line px-4 py-2 text-small font-medium text-muted max-lg:hidden`}
        >
          <span>Met</span>
          <span>Doctor</span>
          <span>Products</span>
          <span>Notes</span>
          <span>Status</span>
          <span className="text-right">Total</span>
        </div>
        <ul aria-label="Visits to enter" className="divide-y divide-line">
          {open.map((row) => (
            <EntryRow
              key={row.doctor.id}
              row={row}
              day={day}
              today={today}
              entry={entries[row.doctor.id]}
              read={read.get(row.doctor.id)}
              problem={saving.problems.get(row.doctor.id)}
              saving={saving.saving.has(row.doctor.id)}
              onEdit={onEdit}
              onDrop={drop}
            />
          ))}
        </ul>
        {open.length === 0 && (
          <p className="px-4 py-6 text-center text-muted">
            {done.length > 0
              ? "Everything planned for this day is recorded."
              : "Nothing is planned for this day."}{" "}
            Add a doctor to enter a visit.
          </p>
        )}
        <div data-add className="border-t border-line px-4 py-3 sm:pr-[calc(100%-28rem)]">
          <DoctorPicker
            key={pickers}
            label="Add a doctor"
            value={null}
            hint={
              asked.length >= maxAddedDoctors ? "Save these visits before you add more doctors." : undefined
            }
            onChange={(doctor) => {
              if (!doctor || asked.length >= maxAddedDoctors) return;
              setPickers((count) => count + 1);
              typed.add(doctor.id);
              setWanted(doctor.id);
            }}
          />
        </div>
      </Card>
      {done.length > 0 && (
        <Card title="Recorded" flush>
          <ul aria-label="Recorded visits" className="divide-y divide-line">
            {done.map((row) => (
              <DoneRow key={row.doctor.id} row={row} day={day} />
            ))}
          </ul>
        </Card>
      )}
      <FormActions
        submitLabel={toSave === 0 ? "Save" : `Save ${counted(toSave, "visit")}`}
        busyLabel="Saving..."
        busy={saving.isBusy}
        onCancel={goBack}
      >
        <SaveProblem problem={null} isKept={typed.isKept || toSave === 0} />
        <p className="flex items-baseline justify-between gap-4 sm:justify-end">
          <span className="text-muted">Total of the day</span>
          <output className="text-lg font-semibold tabular-nums">
            {formatRupees(totalOf(rows, entries, read, user?.id))}
          </output>
        </p>
      </FormActions>
      {question}
      {saving.doubtsDialog}
    </form>
  );
}

/** Another day is another screen: its rows are others. */
function isSameDay(
  current: { pathname: string; search: object },
  next: { pathname: string; search: object },
): boolean {
  const dayIn = ({ search }: { search: object }) => ("day" in search ? search.day : undefined);
  return current.pathname === next.pathname && dayIn(current) === dayIn(next);
}
