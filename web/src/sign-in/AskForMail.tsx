import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type Problem, wasSentJustNow, wordsOf } from "../api/attempt.ts";
import { now } from "../api/clock.ts";
import { TextField } from "../form/TextField.tsx";
import { Button } from "../ui/Button.tsx";
import { ErrorBanner } from "../ui/ErrorBanner.tsx";
import { useCountdown } from "../ui/useCountdown.ts";
import { type CodeScreen, noteEmail, noteSent, type Sent, typedEmail } from "./progress.ts";
import { cardClass, SignInFrame } from "./SignInFrame.tsx";
import { WaitLine } from "./WaitLine.tsx";

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
  const [until, setUntil] = useState(0);
  const wait = useCountdown(until);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.select(), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const address = email.trim();
    setProblem(undefined);
    const wrong = wrongWith(address);
    setError(wrong);
    if (wrong) return field.current?.focus();
    setBusy(true);
    const found = await send(address);
    setBusy(false);
    if (!found) return onSent(noteSent(screen, address));
    const end = found.wait > 0 ? now() + found.wait * 1000 : 0;
    // The mail before this one has arrived, or nearly, and its code is valid.
    if (wasSentJustNow(found)) return onSent(noteSent(screen, address, end - 60_000));
    setUntil(end);
    if (found.code !== "validation_failed") return setProblem(found);
    setError("Enter an email address like name@example.com.");
    field.current?.focus();
  };

  return (
    <SignInFrame title={title} lead={lead} foot={foot}>
      <form noValidate onSubmit={submit} aria-label={title} className={cardClass}>
        <ErrorBanner message={problem && wordsOf(problem)} />
        <TextField
          ref={field}
          label="Email address"
          name="email"
          type="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="Enter your email"
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.target.value);
            noteEmail(event.target.value.trim());
          }}
        />
        <div>
          <Button type="submit" variant="primary" wide busy={busy} busyLabel="Sending..." disabled={wait > 0}>
            {submitLabel}
          </Button>
          <WaitLine seconds={wait} />
        </div>
      </form>
    </SignInFrame>
  );
}

function wrongWith(address: string): string | undefined {
  if (address === "") return "Enter your email address.";
  return /^\S+@\S+$/.test(address) ? undefined : "Enter an email address like name@example.com.";
}
