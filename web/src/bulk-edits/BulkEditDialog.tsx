import type { BulkEdit, BulkEditCreation } from "@rounds/domain/bulk-edits/bulk-edit.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { newId } from "../api/new-id.ts";
import { holdUnsavedWork } from "../api/unsaved-work.ts";
import { Button } from "../ui/Button.tsx";
import { counted } from "../ui/counted.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { DialogActions } from "../ui/DialogActions.tsx";
import { ErrorBanner } from "../ui/ErrorBanner.tsx";
import { SubmitActions } from "../ui/SubmitActions.tsx";
import { toast } from "../ui/toast.ts";
import { BulkProgress } from "./BulkProgress.tsx";
import { BulkResult } from "./BulkResult.tsx";
import { doneWords, effectWords } from "./bulk-edit-words.ts";
import { ChangeFields, type ChangeInput, changeOf, missingOf } from "./ChangeFields.tsx";
import { follow, prepare, undoOffer, undoWithMessages } from "./run.ts";

type Props = {
  kind: "change" | "delete";
  /** How many doctors are selected. */
  count: number;
  selection: BulkEditCreation["selection"];
  /** Closes it; `done` if anything was changed. */
  onClose: (done: boolean) => void;
};

/** Asks what to do with the selected doctors, does it portion by portion, and shows what could not be done. */
export function BulkEditDialog({ kind, count, selection, onClose }: Props) {
  // The same for every attempt, so that a repeated request prepares nothing else.
  const [id, setId] = useState(newId);
  const [input, setInput] = useState<ChangeInput>({ kind: "doctor_class", value: "" });
  const [edit, setEdit] = useState<BulkEdit>();
  const [running, setRunning] = useState(false);
  const [finished, setFinished] = useState(false);
  const [error, setError] = useState<string>();
  const [valueError, setValueError] = useState<string>();
  const stopped = useRef(false);
  useEffect(() => (running ? holdUnsavedWork() : undefined), [running]);

  async function attempt(work: () => Promise<void>) {
    setError(undefined);
    setValueError(undefined);
    setRunning(true);
    try {
      await work();
    } catch (thrown) {
      const problem = asApiError(thrown);
      const { "change.value": ofValue, ...others } = problem.fields;
      setValueError(ofValue);
      if (!ofValue) setError(Object.values(others)[0] ?? problem.message);
    } finally {
      setRunning(false);
    }
  }
  const prepareIt = async () => {
    const change = kind === "delete" ? ({ kind } as const) : changeOf(input);
    const prepared = await prepare({ id, change, selection });
    setEdit(prepared);
    return prepared;
  };
  const runIt = async (prepared: BulkEdit) => {
    stopped.current = false;
    const done = await follow("run", prepared.id, setEdit, () => stopped.current);
    if (done.refused > 0 || done.waiting > 0 || done.done === 0) return setFinished(true);
    toast.success(doneWords(done.change, done.done), {
      duration: undoOffer,
      link: { label: "Undo", run: () => void undoWithMessages(done.id) },
    });
    onClose(true);
  };
  const run = () => attempt(async () => runIt(edit ?? (await prepareIt())));
  // What a deletion takes is said before it is asked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (kind === "delete") void attempt(async () => void (await prepareIt()));
  }, []);

  const started = edit !== undefined && edit.waiting < edit.total;
  const close = () => onClose(started);
  const goOn = () => {
    setFinished(false);
    void run();
  };
  if (finished && edit) return <BulkResult edit={edit} onContinue={goOn} onClose={close} />;

  const isDelete = kind === "delete";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (running) return;
    const missing = isDelete ? undefined : missingOf(input);
    if (missing) setValueError(missing);
    else void run();
  };
  const doctors = counted(edit?.total ?? count, "doctor");
  return (
    <Dialog
      title={isDelete ? `Delete ${doctors}` : `Change ${doctors}`}
      role={isDelete ? "alertdialog" : "dialog"}
      description={isDelete ? question(edit?.total ?? count) : undefined}
      busy={running && (started || !isDelete)}
      onClose={close}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4" aria-label="Bulk edit">
        <ErrorBanner message={error} />
        {isDelete ? (
          <p className="rounded-control bg-sunken px-3.5 py-3 text-small" aria-live="polite">
            {edit?.effect ? effectWords(edit.effect) : "Checking what else will be deleted…"}
          </p>
        ) : (
          <ChangeFields
            input={input}
            error={valueError}
            disabled={running || started}
            onChange={(next) => {
              setInput(next);
              // It is another edit now.
              setEdit(undefined);
              setId(newId());
            }}
          />
        )}
        {edit && (running || started) && <BulkProgress done={edit.total - edit.waiting} total={edit.total} />}
        {running && started ? (
          <DialogActions>
            <Button
              onClick={() => {
                stopped.current = true;
              }}
            >
              Stop
            </Button>
          </DialogActions>
        ) : isDelete ? (
          <DialogActions>
            <Button onClick={close} data-autofocus>
              Cancel
            </Button>
            <Button type="submit" variant="danger" disabled={!edit} busy={running} busyLabel="Checking…">
              {error ? "Try again" : `Delete ${doctors}`}
            </Button>
          </DialogActions>
        ) : (
          <SubmitActions onCancel={close} busy={running} busyLabel="Changing…">
            {error && started ? "Continue" : `Change ${doctors}`}
          </SubmitActions>
        )}
      </form>
    </Dialog>
  );
}

function question(count: number): string {
  const these = count === 1 ? "this doctor" : `these ${counted(count, "doctor")}`;
  return `Are you sure you want to delete ${these}? This will also delete all associated visits and sales.`;
}
