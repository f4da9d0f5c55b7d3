import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FieldErrors, FieldValues } from "react-hook-form";
import { type ApiError, asApiError } from "../api/api-error.ts";
import type { Target } from "../paths.ts";
import { BackHeader } from "../ui/BackHeader.tsx";
import { Button } from "../ui/Button.tsx";
import { hasOpenDialog } from "../ui/dialog-stack.ts";
import { ErrorBanner } from "../ui/ErrorBanner.tsx";
import { NoticeBanner } from "../ui/NoticeBanner.tsx";
import { TextLink } from "../ui/TextLink.tsx";
import { toast } from "../ui/toast.ts";
import { useReturnTo } from "../ui/useReturnTo.ts";
import { FormActions } from "./FormActions.tsx";
import { MeanwhileNotice } from "./MeanwhileNotice.tsx";
import { showFieldErrors } from "./server-errors.ts";
import type { Meanwhile } from "./useConflict.tsx";
import { useDoubts } from "./useDoubts.tsx";
import type { EntryForm } from "./useEntryForm.ts";
import { useUnsavedChanges } from "./useUnsavedChanges.tsx";

type Props<Input extends FieldValues, Output, Saved> = {
  title: string;
  /** Where the arrow, Cancel and Escape lead. */
  back: Target;
  backLabel?: string;
  entry: EntryForm<Input, Output>;
  /** Runs before the fields are checked, for what is typed in a place of its own and belongs to the form. */
  beforeSave?: () => void;
  /** What is unlikely in the values though it may be right, in sentences: they are asked about before anything is sent. */
  doubts?: (values: Output) => readonly string[];
  /** Saves what is typed; what it throws is shown and nothing typed is lost. */
  onSave: (values: Output) => Promise<Saved>;
  /** Goes on, with a toast. The form is no longer guarded then. */
  onSaved: (saved: Saved) => void;
  /** The toast when saving fails: "Error adding doctor. Please try again." */
  errorText: string | ((error: ApiError) => string);
  /** What became of the row that is edited, and both versions to choose from: what `useConflict` gives. */
  meanwhile?: Meanwhile;
  /** The toast when a field needs attention before anything is sent. */
  invalidText?: string | ((errors: FieldErrors<Input>) => string);
  /** Where the new row is, for the case that it was saved already and only the answer was lost. */
  savedTarget?: Target;
  submitLabel: string;
  busyLabel: string;
  /** For forms with a table of items. */
  wide?: boolean;
  children: ReactNode;
};

/** A screen that is one form: Enter saves, Escape leaves (asking first), errors stand where they belong. */
export function FormPage<Input extends FieldValues, Output, Saved>(props: Props<Input, Output, Saved>) {
  const { title, back, backLabel, entry, submitLabel, busyLabel, wide = false, children } = props;
  const { form } = entry;
  const [error, setError] = useState<ApiError | null>(null);
  const [unplaced, setUnplaced] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const returnTo = useReturnTo();
  const leaveQuestion = useUnsavedChanges(form.formState.isDirty && !done, entry.saved);
  const saving = useRef(false);
  const [ask, doubtsDialog] = useDoubts();

  const save = form.handleSubmit(
    async (values) => {
      if (saving.current || done) return;
      saving.current = true;
      if (!(await ask(props.doubts?.(values) ?? []))) {
        saving.current = false;
        return;
      }
      setBusy(true);
      setError(null);
      setUnplaced([]);
      try {
        const saved = await props.onSave(values);
        entry.saved();
        // At once, so that going on to another screen does not ask about leaving this one.
        flushSync(() => setDone(true));
        props.onSaved(saved);
      } catch (thrown) {
        fail(asApiError(thrown));
      } finally {
        saving.current = false;
        setBusy(false);
      }
    },
    (errors) => {
      const { invalidText } = props;
      const text = typeof invalidText === "function" ? invalidText(errors) : invalidText;
      if (text) toast.error(text);
    },
  );

  function fail(problem: ApiError) {
    if (problem.code === "changed_meanwhile" && props.meanwhile) {
      props.meanwhile.onConflict(problem);
      return;
    }
    setUnplaced(showFieldErrors(form, problem));
    setError(problem);
    toast.error(typeof props.errorText === "function" ? props.errorText(problem) : props.errorText);
  }

  useEscape(() => returnTo(back), !busy);

  return (
    <div className={`mx-auto flex w-full flex-col gap-5 ${wide ? "max-w-5xl" : "max-w-2xl"}`}>
      <BackHeader title={title} back={back} backLabel={backLabel} />
      {entry.restored && !done && (
        <NoticeBanner
          action={
            <Button size="small" variant="quiet" onClick={entry.startOver} disabled={busy}>
              Start over
            </Button>
          }
        >
          What you typed before is still here.
        </NoticeBanner>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          props.beforeSave?.();
          void save(event);
        }}
        className="flex flex-col gap-5"
        aria-label={title}
      >
        {error && <SaveProblem error={error} unplaced={unplaced} savedTarget={props.savedTarget} />}
        {children}
        <FormActions
          submitLabel={submitLabel}
          busyLabel={busyLabel}
          busy={busy}
          done={done}
          onCancel={() => returnTo(back)}
        />
        {props.meanwhile?.dialog}
      </form>
      {props.meanwhile && <MeanwhileNotice meanwhile={props.meanwhile} quiet={busy || done} />}
      {leaveQuestion}
      {doubtsDialog}
    </div>
  );
}

function SaveProblem({
  error,
  unplaced,
  savedTarget,
}: {
  error: ApiError;
  unplaced: string[];
  savedTarget?: Target;
}) {
  if (error.code === "id_taken" && savedTarget) {
    return (
      <ErrorBanner
        message={
          <>
            This was saved already, before your last changes.{" "}
            <TextLink target={savedTarget}>Open what was saved</TextLink>
          </>
        }
      />
    );
  }
  return <ErrorBanner message={[error.message, ...unplaced].join(" ")} />;
}

/** Runs on Escape, unless a dialog, an open list of choices or the search box wants it. */
function useEscape(run: () => void, enabled: boolean) {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || hasOpenDialog()) return;
      if (document.activeElement?.getAttribute("aria-expanded") === "true") return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [enabled]);
}
