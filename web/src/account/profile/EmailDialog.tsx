import { type FormEvent, useRef, useState } from "react";
import { TextField } from "../../form/field/TextField.tsx";
import { useLeaveQuestion } from "../../form/useLeaveQuestion.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { SubmitActions } from "../../ui/dialog/SubmitActions.tsx";
import { toast } from "../../ui/message/toast.ts";
import { wordsOf } from "../auth-call.ts";
import { changeEmail } from "../profile.ts";
import { useAsking } from "../useAsking.ts";

/** Asks for another email address, which is used once it is confirmed. */
export function EmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const { busy, run, isUnknown } = useAsking(typed !== "");
  const [close, leaveQuestion] = useLeaveQuestion(typed !== "", isUnknown, onClose);
  const input = useRef<HTMLInputElement>(null);

  const fail = (message: string) => {
    setError(message);
    input.current?.focus();
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted === "") return fail("Please enter your new email address");
    if (wanted.toLowerCase() === email.toLowerCase()) return fail("This is your email address already");
    setError(undefined);
    void run(
      async () => {
        const waiting = await changeEmail(wanted);
        if (waiting === undefined) toast.success(`Your email address is now ${wanted}.`);
        onClose();
      },
      (thrown) => fail(wordsOf(thrown)),
    );
  };

  return (
    <Dialog
      title="Change email"
      description={
        email && (
          <>
            Now <span className="font-medium wrap-anywhere text-ink">{email}</span>. It stays in force until
            the new one is confirmed.
          </>
        )
      }
      busy={busy}
      onClose={close}
    >
      <form noValidate onSubmit={save} aria-label="Change email" className="flex flex-col gap-4">
        <TextField
          ref={input}
          label="New email address"
          type="email"
          required
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          readOnly={busy}
          error={error}
        />
        <SubmitActions onCancel={close} busy={busy} busyLabel="Sending...">
          Change email
        </SubmitActions>
      </form>
      {leaveQuestion}
    </Dialog>
  );
}
