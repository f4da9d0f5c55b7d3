import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useState } from "react";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { asApiError } from "../api/api-error.ts";
import { newId } from "../api/new-id.ts";
import { holdUnsavedWork } from "../api/unsaved-work.ts";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import { SubmitActions } from "../ui/dialog/SubmitActions.tsx";
import { ErrorBanner } from "../ui/message/ErrorBanner.tsx";
import { isUncertain } from "../ui/message/outcome.ts";
import { toast } from "../ui/message/toast.ts";
import { HeldFields } from "./HeldFields.tsx";
import { advisesRetry, firstMessage, showFieldErrors } from "./server-errors.ts";
import { useDoubts } from "./useDoubts.tsx";
import { useLeaveQuestion } from "./useLeaveQuestion.tsx";

type Props<Input extends FieldValues, Output, Saved> = {
  title: string;
  description?: string;
  /** The input's schema from `@rounds/domain`, which the route uses too. */
  schema: z.ZodType<Output, Input>;
  defaultValues: DefaultValues<Input>;
  /** Sentences about values that are unlikely but possible: the dialog asks about them before it sends anything. */
  doubts?: (values: Output) => readonly string[];
  /** Saves under an id that is the same for every attempt, so that a repeated request creates no second row. */
  onSave: (values: Output, id: string) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  onClose: () => void;
  /** The toast if the server refuses, or a field needs attention. Without a connection, and if the row is gone, the dialog says it alone. */
  errorText: string;
  /** Left out: Save. */
  submitLabel?: string;
  /** Left out: Saving... */
  busyLabel?: string;
  children: (form: UseFormReturn<Input, unknown, Output>) => ReactNode;
};

const savedBefore =
  "This was saved already, before your last changes. Close this and choose it from the list.";

/**
 * Adds a row from within another screen, which stays open underneath. Render it outside the form that opened it: forms
 * can't be nested.
 */
export function FormDialog<Input extends FieldValues, Output, Saved>(props: Props<Input, Output, Saved>) {
  const [id] = useState(newId);
  const [error, setError] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(props.schema),
    defaultValues: props.defaultValues,
  });
  const [ask, doubtsDialog] = useDoubts();
  const { isDirty, isSubmitting } = form.formState;
  const [close, leaveQuestion] = useLeaveQuestion(isDirty, isUnknown, props.onClose);
  useEffect(
    () => (isDirty || isSubmitting ? holdUnsavedWork(isUnknown) : undefined),
    [isDirty, isSubmitting, isUnknown],
  );

  const save = form.handleSubmit(
    async (values) => {
      setError(null);
      if (!(await ask(props.doubts?.(values) ?? []))) return;
      try {
        props.onSaved(await props.onSave(values, id));
      } catch (thrown) {
        const problem = asApiError(thrown);
        // An earlier attempt was saved, and only its answer was lost: no other attempt can succeed.
        if (problem.code === "id_taken") return setError(savedBefore);
        setUnknown((was) => isUncertain(problem, was));
        if (advisesRetry(problem)) toast.error(props.errorText);
        setError([problem.message, ...showFieldErrors(form, problem)].join(" "));
      }
    },
    (errors) => toast.error(props.errorText, { lead: firstMessage(errors) }),
  );

  return (
    <Dialog
      title={props.title}
      description={props.description}
      size="medium"
      busy={isSubmitting}
      onClose={close}
    >
      <form noValidate onSubmit={save} aria-label={props.title} className="flex flex-col gap-4">
        <ErrorBanner message={error} />
        <HeldFields held={isSubmitting}>{props.children(form)}</HeldFields>
        <SubmitActions onCancel={close} busy={isSubmitting} busyLabel={props.busyLabel ?? "Saving..."}>
          {props.submitLabel ?? "Save"}
        </SubmitActions>
      </form>
      {doubtsDialog}
      {leaveQuestion}
    </Dialog>
  );
}
