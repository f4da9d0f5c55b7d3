import type { BulkChange, BulkEdit, BulkEditCreation } from "@rounds/domain/bulk-edits/bulk-edit.ts";
import { useEffect, useRef, useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { newId } from "../api/new-id.ts";
import { usePeople } from "../api/people.ts";
import { holdUnsavedWork } from "../api/unsaved-work.ts";
import { toast } from "../ui/message/toast.ts";
import { undoLink } from "../ui/message/undo-link.ts";
import { doneWords } from "./bulk-edit-words.ts";
import { follow, prepare, undoWithMessages } from "./run.ts";

/** What a dialog for selected doctors is given. */
export type SelectedDoctors = {
  /** How many they are. */
  count: number;
  selection: BulkEditCreation["selection"];
  /** Closes it; `done` if anything was changed. */
  onClose: (done: boolean) => void;
};

export type BulkEditing = ReturnType<typeof useBulkEdit>;

/**
 * Prepares and runs a bulk edit, and knows how far it is. If everything was done, a message says so and offers Undo, and it
 * closes; otherwise it is `finished`, and what could not be done is for a dialog to show. `onClose` hears whether anything was
 * changed.
 */
export function useBulkEdit(selection: BulkEditCreation["selection"], onClose: (done: boolean) => void) {
  // The same for every attempt, so that a repeated request prepares nothing else.
  const [id, setId] = useState(newId);
  const [edit, setEdit] = useState<BulkEdit>();
  // How many there were to do, and how many the person may not change so, before anything was done.
  const [ready, setReady] = useState({ waiting: 0, staying: 0 });
  const [running, setRunning] = useState(false);
  const [finished, setFinished] = useState(false);
  const [error, setError] = useState<string>();
  const [valueError, setValueError] = useState<string>();
  const stopped = useRef(false);
  const { people } = usePeople();
  useEffect(() => (running ? holdUnsavedWork() : undefined), [running]);

  async function attempt(work: () => Promise<void>) {
    setError(undefined);
    setValueError(undefined);
    setFinished(false);
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
  async function prepareIt(change: BulkChange) {
    const prepared = await prepare({ id, change, selection });
    setEdit(prepared);
    // A server of the release before counts whom a deletion would leave out beside what it takes.
    setReady({ waiting: prepared.waiting, staying: prepared.refused + (prepared.effect?.refused ?? 0) });
    return prepared;
  }
  async function runIt(prepared: BulkEdit) {
    stopped.current = false;
    const done = await follow("run", prepared.id, setEdit, () => stopped.current);
    if (done.refused > 0 || done.waiting > 0 || done.done === 0) return setFinished(true);
    toast.success(
      doneWords(done.change, done.done, people),
      undoLink(done.id, () => void undoWithMessages(done.id)),
    );
    onClose(true);
  }
  /** Prepares it and does it; if some doctors stay as they are, that is said first, and it waits for another press. */
  async function prepareAndRun(change: BulkChange) {
    const prepared = await prepareIt(change);
    if (prepared.refused === 0) await runIt(prepared);
  }
  const started = edit !== undefined && edit.waiting < ready.waiting;
  return {
    edit,
    running,
    /** How many of the chosen doctors stay as they are, because the person may not change them so. */
    staying: edit ? ready.staying : 0,
    /** Whether it has changed something, so that it can't become another edit. */
    started,
    finished,
    error,
    valueError,
    /** Stores what is to be done, and does nothing yet. */
    prepare: (change: BulkChange) => void attempt(async () => void (await prepareIt(change))),
    /** Does it, or goes on with it after an error or a stop. */
    run: (change: BulkChange) =>
      running ? undefined : void attempt(() => (edit ? runIt(edit) : prepareAndRun(change))),
    stop: () => {
      stopped.current = true;
    },
    /** Says what is wrong with the new value. */
    refuse: setValueError,
    /** Another value is another edit. */
    changed: () => {
      setValueError(undefined);
      setEdit(undefined);
      setId(newId());
    },
    close: () => onClose(started),
  };
}
