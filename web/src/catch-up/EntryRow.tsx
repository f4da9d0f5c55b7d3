import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import type { CatchUpRow } from "@rounds/domain/catch-up/catch-up.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { ProductChoice } from "@rounds/domain/products/product-list.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { type QuickEntry, quickTotal } from "@rounds/domain/visits/quick-entry.ts";
import { type VisitStatus, visitStatuses } from "@rounds/domain/visits/statuses.ts";
import { memo, useId, useRef } from "react";
import { controlClass } from "../ui/control/control-class.ts";
import { DayInput } from "../ui/control/DayInput.tsx";
import { Select } from "../ui/control/Select.tsx";
import { useCancelledItems } from "../visits/items/CancelledItemsDialog.tsx";
import { DoctorOfRow } from "./DoctorOfRow.tsx";
import { keptEntry, MeanwhileOfRow } from "./MeanwhileOfRow.tsx";
import { QuickEntryField } from "./QuickEntryField.tsx";
import type { ShownRow } from "./refused-plans.ts";
import { meanwhileOf, type RowEntry, type RowProblem, startOf, statusOf } from "./row-entry.ts";

type Props = {
  row: ShownRow;
  day: Day;
  today: Day;
  entry: RowEntry | undefined;
  read: QuickEntry<ProductChoice> | undefined;
  problem: RowProblem | undefined;
  /** Whether it is being saved now. */
  saving: boolean;
  onEdit: (row: CatchUpRow, part: Partial<RowEntry>) => void;
  onDrop: (doctor_id: string) => void;
};

/** The columns of a row on wide screens; on phones a row is a card. */
export const rowGrid =
  "grid gap-x-3 gap-y-2 lg:grid-cols-[1.75rem_minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)_8.5rem_5.5rem]";

/** One doctor of the day: met or not, what was sold, notes, and the visit's status. */
export const EntryRow = memo(function EntryRow(props: Props) {
  const { row, day, today, entry, read, problem, saving, onEdit } = props;
  const { doctor, planned } = row;
  const id = useId();
  const notesField = useRef<HTMLTextAreaElement>(null);
  const start = startOf(row);
  const status = statusOf(row, entry);
  const isMet = status === "completed";
  const products = entry?.products ?? start.products;
  const notes = entry?.notes ?? start.notes;
  const total = quickTotal(read?.lines ?? []);
  const items = read?.lines.length ?? 0;
  const cancelledItems = useCancelledItems(
    items,
    () => onEdit(row, { products: "" }),
    () => onEdit(row, { kept: products }),
  );
  const meanwhile = entry?.sent === null ? meanwhileOf(row, entry) : null;
  const problemAt = (field: RowProblem["at"]) => (problem?.at === field ? problem.text : undefined);
  const mark = () =>
    onEdit(row, { status: isMet ? (planned ? "scheduled" : "none") : "completed", move_to: null });

  return (
    <li
      data-row={doctor.id}
      aria-label={doctor.name}
      aria-busy={saving || undefined}
      className={`${rowGrid} max-sm:grid-cols-[minmax(0,1fr)_auto] sm:max-lg:grid-cols-[2rem_minmax(0,1fr)_9rem_7rem] px-4 py-3 lg:py-2 ${isMet ? "bg-accent-soft/40" : ""}`}
    >
      <label className="flex min-h-11 items-center justify-end gap-2 max-sm:order-2 sm:min-h-9 sm:justify-center sm:self-start">
        <span className="sm:sr-only">Met</span>
        <input
          data-field="met"
          type="checkbox"
          // Reached by the arrow key left of the products: on the way to the next text it would be one key more.
          tabIndex={-1}
          aria-label={`Met ${doctor.name}`}
          checked={isMet}
          disabled={saving}
          onChange={mark}
          className="size-5 accent-accent"
        />
      </label>
      <DoctorOfRow row={row} day={day} />
      <div className="max-sm:order-3 max-sm:col-span-2 sm:max-lg:order-5 sm:max-lg:col-start-2 sm:max-lg:col-span-3">
        <QuickEntryField
          label={`Products for ${doctor.name}`}
          value={products}
          read={read}
          usual={row.usual}
          problem={problemAt("products")}
          disabled={saving}
          onType={(text) => onEdit(row, { products: text })}
          onChoose={(letters, product) =>
            onEdit(row, { chosen: { ...entry?.chosen, [letters]: product.id } })
          }
          onMark={mark}
        />
      </div>
      <div className="max-sm:order-4 max-sm:col-span-2 sm:max-lg:order-6 sm:max-lg:col-start-2 sm:max-lg:col-span-3">
        <textarea
          ref={notesField}
          data-field="notes"
          rows={1}
          aria-label={`Notes for ${doctor.name}`}
          aria-invalid={problem?.at === "notes" || undefined}
          aria-describedby={problemAt("notes") && `${id}-notes`}
          placeholder="Notes"
          enterKeyHint="next"
          disabled={saving}
          value={notes}
          onChange={(event) => onEdit(row, { notes: event.target.value })}
          className={`${controlClass(problem?.at === "notes")} field-sizing-content max-h-40 resize-none py-2.75 leading-5 sm:py-1.75 touch:py-2.75`}
        />
        <FieldProblem id={`${id}-notes`} text={problemAt("notes")} />
        {planned?.notes && (
          <PlanNote
            text={planned.notes}
            onUse={
              notes
                ? undefined
                : () => {
                    onEdit(row, { notes: planned.notes ?? "" });
                    // The button goes. On a touch screen a keyboard would cover the rows.
                    if (!window.matchMedia("(hover: none)").matches) notesField.current?.focus();
                  }
            }
            doctor={doctor.name}
            disabled={saving}
          />
        )}
      </div>
      <div className="flex flex-col gap-2 max-sm:order-5 sm:max-lg:order-3">
        <Select
          data-field="status"
          // Reached by the arrow key right of the notes; it follows from what is typed.
          tabIndex={-1}
          aria-label={`Status of the visit to ${doctor.name}`}
          disabled={saving}
          value={entry?.move_to !== null && entry?.move_to !== undefined ? "move" : (status ?? "none")}
          onChange={({ target: { value } }) => {
            if (value === "move") return onEdit(row, { status: "scheduled", move_to: "" });
            onEdit(row, { status: value as VisitStatus | "none", move_to: null });
            cancelledItems.ask(value);
          }}
        >
          {!planned && <option value="none">Not met</option>}
          {visitStatuses
            .filter((name) => planned || name !== "scheduled")
            .map((name) => (
              <option key={name} value={name}>
                {capitalized(name)}
              </option>
            ))}
          {planned && <option value="move">Move…</option>}
        </Select>
        {entry?.move_to !== null && entry?.move_to !== undefined && (
          <div>
            <DayInput
              missingYear="next"
              data-field="move_to"
              aria-label={`New day of the visit to ${doctor.name}`}
              placeholder="New day"
              min={day < today ? today : addDays(day, 1)}
              value={entry.move_to}
              wrong={problem?.at === "move_to"}
              aria-describedby={problemAt("move_to") && `${id}-move_to`}
              disabled={saving}
              onDay={(move_to) => onEdit(row, { move_to })}
            />
            <FieldProblem id={`${id}-move_to`} text={problemAt("move_to")} />
          </div>
        )}
      </div>
      <p className="self-start text-right font-medium tabular-nums max-sm:order-6 max-sm:self-center sm:min-h-9 sm:py-1.5 sm:max-lg:order-4">
        {total > 0n && formatRupees(total)}
      </p>
      {cancelledItems.question}
      {row.refusal && (
        <p className="order-last col-span-full text-small text-muted">
          Somebody else planned this visit. {row.refusal} What you enter here is saved as a visit of your own.
        </p>
      )}
      {(problemAt("row") || meanwhile) && (
        <div role="alert" className="order-last col-span-full flex flex-col gap-2 text-small text-danger">
          {problemAt("row") && <p>{problemAt("row")}</p>}
          {meanwhile && (
            <MeanwhileOfRow
              doctor_name={doctor.name}
              meanwhile={meanwhile}
              onKeep={() => onEdit(row, keptEntry(meanwhile))}
              onDiscard={() => props.onDrop(doctor.id)}
            />
          )}
        </div>
      )}
    </li>
  );
});

/** Why a field is refused. */
function FieldProblem({ id, text }: { id: string; text: string | undefined }) {
  return (
    text && (
      <p id={id} className="mt-1 text-small text-danger">
        {text}
      </p>
    )
  );
}

type PlanNoteProps = {
  text: string;
  doctor: string;
  /** Takes it as the note of the visit; left out once there is another. */
  onUse: (() => void) | undefined;
  disabled: boolean;
};

/** What was noted when the visit was planned. It is no note of the visit until the person takes it. */
function PlanNote({ text, doctor, onUse, disabled }: PlanNoteProps) {
  return (
    <p className="mt-1 flex items-baseline gap-x-2 text-small text-muted">
      <span className="line-clamp-2 min-w-0 wrap-anywhere" title={text}>
        Plan: {text}
      </span>
      {onUse && (
        <button
          type="button"
          aria-label={`Use the plan's note for ${doctor}`}
          disabled={disabled}
          className="-my-3 min-h-11 shrink-0 rounded-control px-1 font-medium text-accent hover:underline sm:-my-1.5 sm:min-h-8"
          onClick={onUse}
        >
          Use
        </button>
      )}
    </p>
  );
}
