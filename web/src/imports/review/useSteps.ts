import type { Import } from "@rounds/domain/imports/import.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { queryClient } from "../../api/query-client.ts";
import { holdUnsavedWork } from "../../api/unsaved-work.ts";
import { follow, importQueries, type Step } from "../queries.ts";

/**
 * Checks, applies and undoes an import, one at a time. Checking starts by itself; the others when a person says so. Leaving the
 * screen stops it after the portion that is running. A step stays after an error that may pass, and ends when the server refuses it.
 */
export function useSteps({ id, noun, state }: Pick<Import, "id" | "noun" | "state">) {
  const [step, setStep] = useState<Step>();
  const [problem, setProblem] = useState<string>();
  const left = useRef(false);
  const running = step !== undefined && problem === undefined;
  useEffect(() => (running ? holdUnsavedWork() : undefined), [running]);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  async function run(next: Step) {
    setStep(next);
    setProblem(undefined);
    try {
      await follow(next, { id, noun }, () => left.current);
      setStep(undefined);
    } catch (error) {
      const { message, retryable } = asApiError(error);
      setProblem(message);
      if (retryable) return;
      // The same would be refused again. What the import is by now may be the reason.
      setStep(undefined);
      void queryClient.invalidateQueries({ queryKey: importQueries.row(id).queryKey });
    }
  }
  const check = useEffectEvent(() => {
    if (step === undefined) void run("check");
  });
  useEffect(() => {
    if (state === "checking") check();
  }, [state]);
  return { step, problem, run: (next: Step) => (running ? undefined : void run(next)) };
}
