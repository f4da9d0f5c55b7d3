import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { ApiError } from "../../api/api-error.ts";
import { untilReachable } from "../../api/reachable.ts";
import { hasOpenDialog } from "../../ui/dialog/dialog-stack.ts";

/**
 * Saves a form again automatically, once, when the server answers again after an outage; not if the form was changed
 * since, nor while a dialog asks something. A repeated save is safe: rows and lines have ids of their own.
 */
export function useSaveAgain<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  element: RefObject<HTMLFormElement | null>,
) {
  const [isWaiting, setIsWaiting] = useState(false);
  const isOwn = useRef(false);

  useEffect(() => {
    if (!isWaiting) return;
    const failed = JSON.stringify(form.getValues());
    const end = new AbortController();
    const stopWatching = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (JSON.stringify(values) !== failed) setIsWaiting(false);
      },
    });
    void untilReachable(end.signal).then((isBack) => {
      if (!isBack) return;
      setIsWaiting(false);
      // A dialog over the form is about to decide what happens to it.
      if (hasOpenDialog() && !element.current?.closest("dialog")) return;
      isOwn.current = true;
      element.current?.requestSubmit();
    });
    return () => {
      end.abort();
      stopWatching();
    };
  }, [isWaiting, form, element]);

  /** Call it when a save begins; returns whether it was started automatically. */
  const begins = useCallback(() => {
    setIsWaiting(false);
    const wasOwn = isOwn.current;
    isOwn.current = false;
    return wasOwn;
  }, []);

  /** Call it when a save failed; `wasOwn` is the result of `begins`. */
  const failed = useCallback((error: ApiError, wasOwn: boolean) => {
    if (!wasOwn && error.isOutage) setIsWaiting(true);
  }, []);

  return { isWaiting, begins, failed };
}
