import { statusErrors } from "@rounds/domain/errors/status-errors.ts";
import { type FormEvent, useRef, useState } from "react";
import { unreachableError } from "../../api/api-error.ts";
import { apiKey } from "../../api/page-settings.ts";
import { attempt, type Problem, wordsOf } from "../../api/session/attempt.ts";
import { accessToken } from "../../api/session/session.ts";
import { TextField } from "../../form/field/TextField.tsx";
import { Button } from "../../ui/control/Button.tsx";
import { useWait } from "../../ui/message/useWait.ts";
import { WaitLine } from "../WaitLine.tsx";
import { afterLoss } from "./second-factors.ts";

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

/**
 * Submits a recovery code instead of the second step; returns an error, or nothing if the session is now complete. The
 * path is the product's own and the auth client has no method for it, so the client takes over the session of the
 * answer.
 */
async function showRecoveryCode(code: string): Promise<Problem | undefined> {
  const token = await accessToken().catch(() => "");
  const headers = {
    "content-type": "application/json",
    "x-supabase-api-version": "2024-01-01",
    authorization: `Bearer ${token}`,
    ...(apiKey !== "" && { apikey: apiKey }),
  };
  const request = { method: "POST", headers, body: JSON.stringify({ code }) };
  const answer = await fetch("/auth/v1/recovery-codes/verify", request).catch(() => undefined);
  const body = await answer?.json().catch(() => undefined);
  if (!answer || body === undefined) {
    return { code: "unreachable", message: unreachableError().message, wait: 0 };
  }
  if (answer.ok) return (await attempt((auth) => auth.setSession(body))).problem;
  if (answer.status >= 500) return { code: "failed", message: statusErrors.internal.message, wait: 0 };
  if (body.code === "mfa_verification_failed") {
    const message = "This recovery code is not right, or was used already.";
    return { code: "recovery_code_wrong", message, wait: 0 };
  }
  const wait = answer.status === 429 ? Number(answer.headers.get("retry-after")) || 0 : 0;
  return afterLoss({ code: String(body.code), message: String(body.message), wait });
}
