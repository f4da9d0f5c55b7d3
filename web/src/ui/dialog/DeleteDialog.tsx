import { type QueryKey, type UseQueryOptions, useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type ApiError, asApiError, isMissing } from "../../api/api-error.ts";
import { type ToastOptions, toast } from "../message/toast.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

type Props<Effect, Deleted, Key extends QueryKey> = {
  /** "Delete doctor". */
  title: string;
  /** The sentence to confirm. */
  question: string;
  /** What is deleted, where the question does not name it. */
  name?: string;
  /** Reads what else will be deleted. */
  effect: UseQueryOptions<Effect, Error, Effect, Key>;
  describe: (effect: Effect) => string;
  /** What can be done instead or before, under that. */
  instead?: (effect: Effect) => ReactNode;
  /** Whether it may be deleted with that effect; it always may when left out. */
  isAllowed?: (effect: Effect) => boolean;
  /** "This doctor was deleted already." */
  goneText: string;
  checkingText?: string | undefined;
  uncheckedText?: string | undefined;
  /** Deletes it, with the effect that was shown; undefined if it was gone already. */
  onDelete: (confirmed: Effect | undefined) => Promise<Deleted>;
  /** The toast once it is deleted, from the answer and what was known before. */
  doneText: (deleted: Deleted, effect: Effect | undefined) => string;
  /** How long that toast stays, and what it offers. */
  offer?: (deleted: Deleted) => ToastOptions | undefined;
  /** The toast when the server refuses; without a connection, or when left out, the dialog alone says so. */
  failedText?: (error: ApiError) => string;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks before a row is deleted, and says what else will be deleted, or why it can't be. */
export function DeleteDialog<Effect, Deleted, Key extends QueryKey>(props: Props<Effect, Deleted, Key>) {
  const { name, isAllowed = () => true, failedText } = props;
  const effect = useQuery(props.effect);
  const deletion = useMutation({
    mutationFn: () => props.onDelete(effect.data),
    onSuccess: (deleted) => {
      toast.success(props.doneText(deleted, effect.data), props.offer?.(deleted));
      props.onDeleted();
    },
    onError: (thrown) => {
      const error = asApiError(thrown);
      // What else would be deleted may have changed, which may be why. Then it is asked again, with the new figures.
      const isChanged = error.code === "changed_meanwhile";
      if (failedText && !isChanged && !error.isOutage) toast.error(failedText(error));
      if (props.isAllowed || isChanged) return effect.refetch();
    },
  });
  const gone = isMissing(effect.error);
  const allowed = effect.data === undefined ? gone : isAllowed(effect.data);
  // Why it can't be deleted is shown already.
  const isShownBelow = effect.data === undefined || allowed;
  return (
    <ConfirmDialog
      title={props.title}
      question={props.question}
      details={
        <>
          {name && <p className="font-medium break-words">{name}</p>}
          <p className={name && "text-muted"} aria-live="polite">
            {words()}
          </p>
          {effect.data !== undefined && props.instead?.(effect.data)}
        </>
      }
      onDetailsRetry={effect.error && !gone ? () => void effect.refetch() : undefined}
      ready={allowed || gone}
      busy={deletion.isPending}
      error={deletion.error && isShownBelow ? asApiError(deletion.error).message : null}
      onConfirm={() => deletion.mutate()}
      onCancel={props.onClose}
    />
  );

  function words(): string {
    if (effect.data !== undefined) return props.describe(effect.data);
    if (gone) return props.goneText;
    if (effect.error) return props.uncheckedText ?? "What else will be deleted could not be checked.";
    return props.checkingText ?? "Checking what else will be deleted…";
  }
}
