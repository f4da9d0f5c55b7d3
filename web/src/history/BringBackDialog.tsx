import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import { type RecordNoun, type ShortLine, shortLine } from "@rounds/domain/history/history.ts";
import { plainQuantity } from "@rounds/domain/money/typed-count.ts";
import { type FormEvent, useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { newId } from "../api/new-id.ts";
import { NumberField } from "../form/field/NumberField.tsx";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import { SubmitActions } from "../ui/dialog/SubmitActions.tsx";
import { ErrorBanner } from "../ui/message/ErrorBanner.tsx";
import { toast } from "../ui/message/toast.ts";
import { bringBack } from "./queries.ts";
import { targetOf, undoProblem } from "./undo.ts";

type Props = {
  record: { noun: RecordNoun; id: string; name: string };
  /** What comes back with it, in words. */
  effect: string;
  onClose: () => void;
};

/** Asks before a deleted record comes back, and, where the stock does not suffice, how many units of each line do. */
export function BringBackDialog({ record, effect, onClose }: Props) {
  const [short, setShort] = useState<readonly ShortLine[]>([]);
  const [units, setUnits] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  // An attempt whose answer was lost may have been done.
  const [key] = useState(newId);
  const chosen = Object.fromEntries(Object.entries(units).map(([id, text]) => [id, countOf(text)]));
  const problemOf = ({ id, available }: ShortLine) => {
    const count = chosen[id] ?? Number.NaN;
    return Number.isInteger(count) && count >= 0 && count <= available
      ? undefined
      : `Please enter a whole number from 0 to ${available}`;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || short.some(problemOf)) return;
    setBusy(true);
    setError(undefined);
    try {
      await bringBack(record.noun, record.id, chosen, key);
      toast.success(`${record.name} is back.`, {
        duration: 10_000,
        link: { label: "Open", target: targetOf(record) },
      });
      onClose();
      return;
    } catch (thrown) {
      const problem = asApiError(thrown);
      const { data: lines } = shortLine.array().safeParse(problem.details.lines);
      if (problem.code === "insufficient_stock" && lines) {
        setShort((before) => [...before.filter(({ id }) => lines.every((line) => line.id !== id)), ...lines]);
        const proposed = Object.fromEntries(lines.map(({ id, available }) => [id, String(available)]));
        setUnits((before) => ({ ...before, ...proposed }));
      } else setError(undoProblem(problem));
    }
    setBusy(false);
  };
  return (
    <Dialog title={`Bring back ${record.name}`} onClose={onClose} busy={busy}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-3">
        <p>{effect ? `Comes back: ${effect}.` : "Nothing else comes back with it."}</p>
        {short.length > 0 && (
          <>
            <p role="alert" className="font-medium text-warn">
              The stock does not suffice for {short.length === 1 ? "one line" : "some lines"}. Choose how many
              units come back; with 0 the line stays away.
            </p>
            {short.map((line) => (
              <NumberField
                key={line.id}
                whole
                min={0}
                max={line.available}
                label={`${line.product_name}, ${formatDay(line.sold_on)}`}
                hint={`${line.quantity} were sold. Available: ${line.available}`}
                error={problemOf(line)}
                value={units[line.id] ?? ""}
                onChange={({ target }) => setUnits({ ...units, [line.id]: target.value })}
              />
            ))}
          </>
        )}
        <ErrorBanner message={error} />
        <SubmitActions onCancel={onClose} busy={busy} busyLabel="Bringing back...">
          Bring back
        </SubmitActions>
      </form>
    </Dialog>
  );
}

function countOf(typed: string): number {
  const count = plainQuantity(typed);
  return typeof count === "number" ? count : Number.NaN;
}
