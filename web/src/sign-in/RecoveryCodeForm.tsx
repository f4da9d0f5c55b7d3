import { type FormEvent, useRef, useState } from "react";
import { wordsOf } from "../api/attempt.ts";
import { now } from "../api/clock.ts";
import { TextField } from "../form/TextField.tsx";
import { Button } from "../ui/Button.tsx";
import { useCountdown } from "../ui/useCountdown.ts";
import { showRecoveryCode } from "./recovery-code.ts";
import { WaitLine } from "./WaitLine.tsx";

/** Asks for a recovery code instead of the code from a device. The changed session then opens the page. */
export function RecoveryCodeForm() {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [until, setUntil] = useState(0);
  const wait = useCountdown(until);
  const input = useRef<HTMLInputElement>(null);

  const check = async () => {
    if (busy || wait > 0) return;
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
    setUntil(problem.wait > 0 ? now() + problem.wait * 1000 : 0);
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
        <WaitLine seconds={wait} />
      </div>
      <Button type="submit" variant="primary" wide busy={busy} busyLabel="Checking..." disabled={wait > 0}>
        Continue
      </Button>
    </form>
  );
}
