import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { newId } from "../api/new-id.ts";
import { DoctorPicker } from "../doctors/DoctorPicker.tsx";
import { timeWords } from "../offline/reading/as-of-words.ts";
import type { Entry, Operation } from "../phone/entry.ts";
import type { Phone, PhoneState } from "../phone/phone-state.ts";
import { ProductPicker } from "../products/ProductPicker.tsx";
import { copyText } from "../ui/browser/copy-text.ts";
import { Button } from "../ui/control/Button.tsx";
import { ConfirmDialog } from "../ui/dialog/ConfirmDialog.tsx";
import { toast } from "../ui/message/toast.ts";
import { ConflictOfEntry } from "./ConflictOfEntry.tsx";
import { EditDoctorEntry } from "./EditDoctorEntry.tsx";
import { EditSkipEntry } from "./EditSkipEntry.tsx";
import { EditVisitEntry } from "./EditVisitEntry.tsx";
import { factsOf, lossOf, reasonOf, textOf, titleOf, waitForStock, waitWords } from "./entry-words.ts";
import { shortagesOf, wholeOf } from "./lines.ts";
import { type Repair, repairsOf, withBody, withLines, withProduct } from "./repairs.ts";
import { ShortLines } from "./ShortLines.tsx";

type Props = {
  entry: Entry;
  phone: Phone;
  state: PhoneState;
  /** Milliseconds since 1970, for what it waits for. */
  moment: number;
};

/** An entry in the sheet: what it is, why it waits, and what can be done about it, in place. */
export function EntryCard({ entry: kept, phone, state, moment }: Props) {
  const [asking, setAsking] = useState<Repair | "give_up">();
  const [busy, setBusy] = useState(false);
  const isRefused = kept.state === "needs_you";
  // What only the person can decide is decided about the whole visit.
  const entry = isRefused ? wholeOf(kept) : kept;
  const world = { base: state.base, newId, person: entry.user_id };
  const repairs = isRefused ? repairsOf(kept, world) : [];
  const title = titleOf(entry, state);
  const isShort = isRefused && entry.error?.code === "insufficient_stock";
  // A single line has its buttons among the entry's.
  const hasShortLines = isShort && shortagesOf(entry, state.base).length > 1;

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      setAsking(undefined);
    } catch {
      toast.error("This could not be kept on this phone. Nothing has changed; please try again.");
    } finally {
      setBusy(false);
    }
  };
  const send = (...operations: Operation[]) => run(() => phone.replace(entry.key, operations));
  const press = (repair: Repair) => {
    switch (repair.does) {
      case "replace":
        return void send(...repair.operations);
      case "end":
        return void run(() => phone.giveUp(entry.key));
      case "try_again":
        return void run(() => phone.tryAgain(entry.key));
      case "await_stock":
        return void run(() => phone.tryWithStock(entry.key));
      default:
        setAsking(repair);
    }
  };
  const close = () => setAsking(undefined);
  const does = typeof asking === "object" ? asking.does : asking;
  const Edit = editors[entry.noun];

  return (
    <li className={`rounded-control border p-3 ${isRefused ? "border-warn-line" : "border-line"}`}>
      <h4 className="font-medium wrap-anywhere">{title}</h4>
      <p className="text-small wrap-anywhere text-muted empty:hidden">{factsOf(entry, state)}</p>
      {isRefused &&
        (hasShortLines ? waitForStock(entry) : reasonOf(entry, state)).map((line) => (
          <p key={line} className="mt-1 flex items-start gap-1.5 wrap-anywhere text-warn">
            <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
            <span className="min-w-0">{line}</span>
          </p>
        ))}
      <p className="mt-1 text-small text-muted">
        {isRefused ? "Waiting" : `${waitWords(entry, state, moment)} ·`} since {timeWords(entry.made_at)}
        {!isRefused && entry.merged_with && ` · Merged with the change by ${entry.merged_with}`}
      </p>
      {hasShortLines && (
        <ShortLines
          entry={entry}
          base={state.base}
          busy={busy}
          onWait={(items) => void run(() => phone.tryWithStock(entry.key, { ...entry.body, items }))}
          onSend={(items) => void send(withLines(entry, items))}
        />
      )}
      {does === "choose_doctor" && (
        <div className="mt-3">
          <DoctorPicker
            opensAtOnce
            value={null}
            onChange={(doctor) => doctor && void send(withBody(entry, { doctor_id: doctor.id }))}
          />
        </div>
      )}
      {typeof asking === "object" && asking.does === "choose_product" && (
        <div className="mt-3">
          <ProductPicker
            label="Product"
            opensAtOnce
            onTake={({ id }) => void send(withProduct(entry, asking.line, id))}
          />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {repairs.map((repair, at) => (
          <Button
            key={repair.label}
            size="small"
            variant={at === 0 ? "primary" : "secondary"}
            busy={busy && at === 0}
            disabled={busy}
            onClick={() => press(repair)}
          >
            {repair.label}
          </Button>
        ))}
        <Button size="small" variant="quiet" onClick={() => void handOver(title, textOf(entry, state))}>
          Hand over as text
        </Button>
        <Button size="small" variant="quiet" disabled={busy} onClick={() => setAsking("give_up")}>
          Give up
        </Button>
      </div>
      {does === "edit" && (
        <Edit
          entry={entry}
          rows={state.rows}
          onSave={(body) => phone.replace(entry.key, [withBody(entry, body)])}
          onClose={close}
        />
      )}
      {does === "merge" && (
        <ConflictOfEntry
          entry={entry}
          world={world}
          onSave={(operation) => void send(operation)}
          onClose={close}
        />
      )}
      {asking === "give_up" && (
        <ConfirmDialog
          title="Give this up?"
          question={title}
          details={lossOf(entry, state)}
          confirmLabel="Give up"
          cancelLabel="Keep"
          busy={busy}
          busyLabel="Giving up..."
          onConfirm={() => void run(() => phone.giveUp(entry.key))}
          onCancel={close}
        />
      )}
    </li>
  );
}

/** The form of each noun's refused entries. */
const editors = { doctors: EditDoctorEntry, visits: EditVisitEntry, skips: EditSkipEntry };

/** Hands a text to another app of the phone; where there is no such way, copies it. */
async function handOver(title: string, text: string): Promise<void> {
  if (!("share" in navigator)) return await copyText(text, "Text");
  try {
    await navigator.share({ title, text });
  } catch (error) {
    // The person has closed the list of apps.
    if (error instanceof DOMException && error.name === "AbortError") return;
    await copyText(text, "Text");
  }
}
