import { type FormEvent, type ReactNode, useState } from "react";
import { type Problem, wordsOf } from "../api/session/attempt.ts";
import { CodeField, codeLength } from "../form/field/CodeField.tsx";
import { Button } from "../ui/control/Button.tsx";
import { useWait } from "../ui/message/useWait.ts";
import { WaitLine } from "./WaitLine.tsx";

type Props = {
  /** The purpose of the form, for people who can't see what surrounds it. */
  name: string;
  hint?: string;
  /** Checks the code; returns an error, or nothing if it was right and the screen continues by itself. */
  onCode: (code: string) => Promise<Problem | undefined>;
  submitLabel?: string;
  /** Above the field. */
  children?: ReactNode;
};

/** Asks for a code of six digits and checks it as soon as it is complete. What was typed stays if it was wrong. */
export function CodeForm({ name, hint, onCode, submitLabel = "Continue", children }: Props) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const wait = useWait();

  const check = async (whole: string) => {
    if (busy) return;
    setError(undefined);
    if (whole.length < codeLength) return setError("Enter all six digits of the code.");
    if (wait.seconds > 0) return setError("Please wait a moment, then try again.");
    setBusy(true);
    const problem = await onCode(whole);
    setBusy(false);
    if (!problem) return;
    setError(wordsOf(problem));
    wait.start(problem.wait);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // In React's tree this form may be within another one's dialog.
    event.stopPropagation();
    void check(code);
  };

  return (
    <form noValidate aria-label={name} onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <div>
        <CodeField
          label="Six-digit code"
          value={code}
          onChange={setCode}
          onComplete={(whole) => void check(whole)}
          error={error}
          {...(hint !== undefined && { hint })}
          busy={busy}
        />
        <WaitLine seconds={wait.seconds} />
      </div>
      <Button
        type="submit"
        variant="primary"
        wide
        busy={busy}
        busyLabel="Checking..."
        disabled={wait.seconds > 0}
      >
        {submitLabel}
      </Button>
    </form>
  );
}
