import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import type { FieldErrors, FieldValues } from "react-hook-form";
import { type ApiError, asApiError } from "../api/api-error.ts";
import { painted } from "../api/painted.ts";
import type { Target } from "../paths.ts";
import { NoticeBanner } from "../ui/message/NoticeBanner.tsx";
import { toast } from "../ui/message/toast.ts";
import { BackHeader } from "../ui/navigation/BackHeader.tsx";
import { TextLink } from "../ui/navigation/TextLink.tsx";
import { useLeave } from "../ui/navigation/useLeave.ts";
import { MeanwhileNotice } from "./conflict/MeanwhileNotice.tsx";
import type { Meanwhile } from "./conflict/useConflict.tsx";
import { useSaveAgain } from "./conflict/useSaveAgain.ts";
import { DraftNotice } from "./draft/DraftNotice.tsx";
import { takeRefusal } from "./draft/sent-forms.ts";
import { FormActions } from "./FormActions.tsx";
import { HeldFields } from "./HeldFields.tsx";
import { SaveProblem, savedLater } from "./SaveProblem.tsx";
import { failureOf, isBusy, isOver } from "./save-state.ts";
import { advisesRetry, firstMessage, showFieldErrors } from "./server-errors.ts";
import { useDoubts } from "./useDoubts.tsx";
import type { EntryForm } from "./useEntryForm.ts";
import { useEscape } from "./useEscape.ts";
import { useSaveState } from "./useSaveState.ts";
import { useUnsavedChanges } from "./useUnsavedChanges.tsx";

/**
 * A form that is saved sooner does not say that it is busy, in milliseconds: a person takes a tenth of a second for at once, and
 * on a slow phone drawing the form takes as long as writing what was typed to the disk.
 */
const busyAfter = 100;

type Props<Input extends FieldValues, Output, Saved> = {
  title: string;
  /** Where the arrow, Cancel and Escape lead. */
  back: Target;
  /** Whether they lead to the screen that opened the form instead, if it is known. */
  toOrigin?: boolean;
  backLabel?: string;
  entry: EntryForm<Input, Output>;
  /** Runs before the fields are checked, to include input that is typed outside the form's fields. */
  beforeSave?: () => void;
  /** Sentences about values that are unlikely but possible: the form asks about them before it sends anything. */
  doubts?: (values: Output) => readonly string[];
  /** Saves the values; an error is shown, and nothing typed is lost. */
  onSave: (values: Output) => Promise<Saved>;
  /** Continues after saving, with a toast. The form no longer asks before leaving, or `wasLeft` already. */
  onSaved: (saved: Saved, wasLeft?: boolean) => void;
  /**
   * Leaves the form as soon as it is sent, before the answer; the returned function leads back to it, which has kept
   * everything, if it is refused. Without this, the form waits for the answer.
   */
  onSent?: (values: Output) => (problem: ApiError) => void;
  /** The toast if the server refuses: "Error adding doctor. Please try again." Without a connection, and if the row is gone, the form says it alone. */
  errorText: string | ((error: ApiError) => string);
  /** Why the person may not save: said at once, and what is typed stays. */
  refusal?: string | undefined;
  /** What happened to the edited row, and both versions to choose from: the result of `useConflict`. */
  meanwhile?: Meanwhile;
  /** The toast if a field needs attention before anything is sent; the first field's message comes first. */
  invalidText?: string | ((errors: FieldErrors<Input>) => string);
  /** The address of the new row, in case it was saved already and only the answer was lost. */
  savedTarget?: Target;
  submitLabel: string;
  busyLabel: string;
  /** What a restored draft holds, in words. */
  restoredContents?: string | undefined;
  /** For forms with a table of items. */
  wide?: boolean;
  children: ReactNode;
};

/** A screen that is one form: Enter saves, Escape leaves (asking first), errors appear where they belong. */
export function FormPage<Input extends FieldValues, Output, Saved>(props: Props<Input, Output, Saved>) {
  const { title, back, backLabel, toOrigin, entry, submitLabel, busyLabel, wide = false, children } = props;
  const { form, isKept } = entry;
  const [state, became] = useSaveState();
  const [busy, done, failure] = [isBusy(state), isOver(state), failureOf(state)];
  const leaveForm = useLeave();
  const leave = () => leaveForm(back, { toOrigin });
  const leaveQuestion = useUnsavedChanges(form.formState.isDirty && !done, entry.saved, {
    isKept,
    // A form that was sent before a reload knows it from what was kept.
    isUnknown: failure?.is === "unknown" || form.getValues().sent === true,
  });
  const again = useSaveAgain(form, entry.element);
  const toastId = useRef(0);

  const tell = (text: string, lead?: string) => {
    toastId.current = toast.error(text, { lead: lead === text ? undefined : lead });
  };
  const [ask, doubtsDialog] = useDoubts();

  const save = form.handleSubmit(
    async (values) => {
      if (!became({ on: "send" })) return;
      const wasOwn = again.begins();
      const sure = ask(props.doubts?.(values) ?? []);
      // Without a doubt nothing is awaited: React would draw the form first, and what was typed would be written after that.
      if (sure !== true && !(await sure)) return void became({ on: "withdraw" });
      // The result of the last attempt is out of date; the form itself still says that it is not saved.
      toast.close(toastId.current);
      const answer = props.onSave(values);
      const telling = setTimeout(() => became({ on: "show" }), busyAfter);
      if (props.onSent && !wasOwn && navigator.onLine) {
        const sent = entry.send();
        if (sent) return void leaveBefore(answer, sent, props.onSent, values);
      }
      try {
        const saved = await answer;
        entry.saved();
        became({ on: "saved" });
        props.onSaved(saved);
        // When this ends, the form library draws the whole form once more.
        await painted();
      } catch (thrown) {
        const problem = asApiError(thrown);
        fail(problem);
        again.failed(problem, wasOwn);
      } finally {
        clearTimeout(telling);
      }
    },
    (errors) => {
      again.begins();
      became({ on: "invalid" });
      const { invalidText } = props;
      const text = typeof invalidText === "function" ? invalidText(errors) : invalidText;
      // Problems that the person can fix come first: they are not an outage.
      if (text) tell(text, firstMessage(errors));
    },
  );

  async function leaveBefore(
    answer: Promise<Saved>,
    sent: NonNullable<ReturnType<typeof entry.send>>,
    onSent: NonNullable<typeof props.onSent>,
    values: Output,
  ) {
    became({ on: "leave" });
    const comeBack = onSent(values);
    try {
      const saved = await answer;
      sent.saved();
      props.onSaved(saved, true);
    } catch (thrown) {
      const problem = asApiError(thrown);
      sent.refused(problem);
      comeBack(problem);
    }
  }

  // What was sent from here and refused: everything is in the fields again.
  const cameBack = useEffectEvent(() => {
    const problem = takeRefusal(entry.id);
    if (!problem) return;
    fail(problem);
    again.failed(problem, false);
  });
  useEffect(() => cameBack(), []);

  function fail(problem: ApiError) {
    if (problem.code === "changed_meanwhile" && props.meanwhile) {
      became({ on: "conflict" });
      props.meanwhile.onConflict(problem);
      return;
    }
    became({ on: "failed", error: problem, unplaced: showFieldErrors(form, problem) });
    // "Please try again" beside what the form says would contradict it.
    if (!advisesRetry(problem)) return;
    const own = problem.code === "validation_failed" ? problem.fieldMessage : undefined;
    tell(typeof props.errorText === "function" ? props.errorText(problem) : props.errorText, own);
  }

  useEscape(leave, !busy);

  const { savedTarget } = props;
  const reason = failure && [failure.error.message, ...failure.unplaced].join(" ");
  const wasSaved = failure?.error.code === "id_taken" && savedTarget && (
    <>
      This was saved already, before your last changes.{" "}
      <TextLink target={savedTarget}>Open what was saved</TextLink>
    </>
  );
  const problem = wasSaved || (again.isWaiting ? savedLater(isKept) : reason);

  return (
    <div
      className={`mx-auto flex w-full flex-col gap-5 max-sm:has-[[data-notice]]:pb-48 ${wide ? "max-w-5xl" : "max-w-2xl"}`}
    >
      <BackHeader title={title} back={back} backLabel={backLabel} onBack={leave} />
      {!done && <DraftNotice entry={entry} contents={props.restoredContents} busy={busy} />}
      <form
        ref={entry.element}
        noValidate
        onSubmit={(event) => {
          if (props.refusal) {
            event.preventDefault();
            toast.info(props.refusal);
            return;
          }
          props.beforeSave?.();
          void save(event);
        }}
        className="flex flex-col gap-5"
        aria-label={title}
      >
        {props.refusal && <NoticeBanner kind="warning">{props.refusal}</NoticeBanner>}
        <HeldFields held={busy || done}>{children}</HeldFields>
        <FormActions {...{ submitLabel, busyLabel, busy, done }} refusal={props.refusal} onCancel={leave}>
          {props.meanwhile && <MeanwhileNotice meanwhile={props.meanwhile} quiet={busy || done} />}
          {!done && (
            <SaveProblem
              problem={problem}
              isUnknown={failure?.is === "unknown"}
              isKept={isKept || !form.formState.isDirty}
            />
          )}
        </FormActions>
      </form>
      {props.meanwhile?.dialog}
      {leaveQuestion}
      {doubtsDialog}
    </div>
  );
}
