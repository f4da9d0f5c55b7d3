import { type FormEvent, useRef, useState } from "react";
import { wordsOf } from "../api/attempt.ts";
import { TextField } from "../form/TextField.tsx";
import { Button } from "../ui/Button.tsx";
import { useWait } from "../ui/useWait.ts";
import { showRecoveryCode } from "./recovery-code.ts";
import { WaitLine } from "./WaitLine.tsx";

/** Asks for a recovery code instead of the code from a device. The changed session then opens the page. */
export function RecoveryCodeForm() {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const wait = useWait();
  const input = useRef<HTMLInputElement>(null);

  const check = async () => {
    if (busy || wait.seconds > 0) return;
    setError(undefined);
    if (code.trim() === "") {
      setError("Enter one of your recovery codes.");
      return input.current?.focus();
    }
    setBusy(true);
    const problem = await showRecoveryCode(code);
    setBusy(false);
    if (!problem) return;
    setError(wordsOf(problem));
    wait.start(problem.wait);
    input.current?.select();
  };

  return (
    <form
      noValidate
      aria-label="Use a recovery code"
      className="flex flex-col gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        // In React's tree this form may be within another one's dialog.
        event.stopPropagation();
        void check();
      }}
    >
      <div>
        <TextField
          ref={input}
          label="Recovery code"
          hint="One of the ten you saved when you set up the second step. Each works once."
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
          placeholder="xxxx-xxxx-xxxx-xxxx"
          maxLength={60}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          readOnly={busy}
          error={error}
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
        Continue
      </Button>
    </form>
  );
}
