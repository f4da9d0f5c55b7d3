import { type ReactNode, useEffect, useRef, useState } from "react";
import { now } from "../../api/clock.ts";
import { type Problem, wasSentJustNow, wordsOf } from "../../api/session/attempt.ts";
import { useWait } from "../../ui/message/useWait.ts";
import { EmailField } from "../EmailField.tsx";
import { type CodeScreen, noteEmail, noteSent, type Sent, typedEmail } from "../progress.ts";
import { SignInForm } from "../SignInForm.tsx";

type Props = {
  screen: CodeScreen;
  title: string;
  lead: ReactNode;
  submitLabel: string;
  send: (email: string) => Promise<Problem | undefined>;
  onSent: (sent: Sent) => void;
  /** The link back. */
  foot: ReactNode;
};

/** Asks for the address to which to send a mail with a code and a link. */
export function AskForMail({ screen, title, lead, submitLabel, send, onSent, foot }: Props) {
  const [email, setEmail] = useState(typedEmail);
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const wait = useWait();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.select(), []);

  const submit = async () => {
    const address = email.trim();
    setProblem(undefined);
    const wrong = wrongWith(address);
    setError(wrong);
    if (wrong) return field.current?.focus();
    setBusy(true);
    const found = await send(address);
    setBusy(false);
    if (!found) return onSent(noteSent(screen, address));
    // The mail before this one has arrived, or nearly, and its code is valid.
    if (wasSentJustNow(found)) return onSent(noteSent(screen, address, now() + found.wait * 1000 - 60_000));
    wait.start(found.wait);
    if (found.code !== "validation_failed") return setProblem(found);
    setError("Enter an email address like name@example.com.");
    field.current?.focus();
  };

  return (
    <SignInForm
      title={title}
      lead={lead}
      foot={foot}
      error={problem && wordsOf(problem)}
      submitLabel={submitLabel}
      busyLabel="Sending..."
      busy={busy}
      wait={wait.seconds}
      onSubmit={() => void submit()}
    >
      <EmailField
        ref={field}
        value={email}
        error={error}
        onChange={(event) => {
          setEmail(event.target.value);
          noteEmail(event.target.value.trim());
        }}
      />
    </SignInForm>
  );
}

function wrongWith(address: string): string | undefined {
  if (address === "") return "Enter your email address.";
  return /^\S+@\S+$/.test(address) ? undefined : "Enter an email address like name@example.com.";
}
