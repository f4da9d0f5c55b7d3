import { CircleCheck, MailOpen } from "lucide-react";
import { type FormEvent, useState } from "react";
import { CodeField } from "../../form/field/CodeField.tsx";
import { Button } from "../../ui/control/Button.tsx";
import { ErrorBanner } from "../../ui/message/ErrorBanner.tsx";
import { MailPageLine } from "../../ui/message/MailPageLine.tsx";
import { toast } from "../../ui/message/toast.ts";
import { wordsOf } from "../auth-call.ts";
import { cancelEmailChange, confirmEmail, resendEmailChange } from "../profile.ts";
import { ResendButton } from "../ResendButton.tsx";
import { useAsking } from "../useAsking.ts";

type Props = {
  email: string;
  new_email: string;
  /** When the mails were sent, in milliseconds since 1970. */
  sent: number;
  /** Whether the present address must confirm too. */
  both: boolean;
};

/** A pending change of address: what it waits for, and fields for the codes, for people who don't open the link. */
export function PendingEmail({ email, new_email, sent, both }: Props) {
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const cancelling = useAsking(false);
  const cancel = () => {
    setProblem(undefined);
    void cancelling.run(
      async () => {
        await cancelEmailChange();
        toast.success(`The change is cancelled. Your email address stays ${email}.`);
      },
      (thrown) => setProblem(wordsOf(thrown)),
    );
  };

  return (
    <section
      aria-label="Waiting for confirmation"
      className="mt-4 flex flex-col gap-4 rounded-control border border-info-line bg-info-soft p-4"
    >
      <div className="flex items-start gap-2.5">
        <MailOpen size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-info" />
        <p className="min-w-0">
          <span className="font-medium">Waiting for confirmation:</span> open the mail we sent to{" "}
          <b className="font-medium wrap-anywhere">{new_email}</b>
          {both && (
            <>
              {" "}
              and the one to <b className="font-medium wrap-anywhere">{email}</b>
            </>
          )}
          , or enter the {both ? "codes" : "code"} here. Until then you sign in with{" "}
          {both ? "the old one" : email}.
        </p>
      </div>
      <div className={`grid gap-4 ${both ? "sm:grid-cols-2" : ""}`}>
        {(both ? [new_email, email] : [new_email]).map((address) => (
          <OneCode
            key={address}
            address={address}
            confirmed={confirmed.includes(address)}
            onConfirmed={() => setConfirmed((earlier) => [...earlier, address])}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <ResendButton
          sent={sent}
          onSend={() => resendEmailChange(new_email)}
          done={both ? "Both mails are on their way again." : "The mail is on its way again."}
        />
        <Button
          size="small"
          variant="quiet"
          busy={cancelling.busy}
          busyLabel="Cancelling..."
          onClick={cancel}
        >
          Cancel this change
        </Button>
      </div>
      <ErrorBanner message={problem} />
      <MailPageLine />
    </section>
  );
}

type OneCodeProps = { address: string; confirmed: boolean; onConfirmed: () => void };

function OneCode({ address, confirmed, onConfirmed }: OneCodeProps) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const { busy, run } = useAsking(code !== "" && !confirmed);

  const send = (typed: string) => {
    if (typed.length < 6) return setError("Please enter the six digits of the code");
    setError(undefined);
    void run(
      async () => {
        const outcome = await confirmEmail(address, typed);
        onConfirmed();
        toast.success(
          outcome === "done"
            ? "Your email address is changed."
            : "Confirmed. The other address has to be confirmed too.",
        );
      },
      (thrown) => {
        setError(wordsOf(thrown));
      },
    );
  };

  if (confirmed) {
    return (
      <p className="flex items-start gap-2 text-good">
        <CircleCheck size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{address} is confirmed</span>
      </p>
    );
  }
  return (
    <form
      noValidate
      className="min-w-0"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send(code);
      }}
    >
      <CodeField
        label={`Code sent to ${address}`}
        value={code}
        onChange={setCode}
        onComplete={send}
        busy={busy}
        takesFocus={false}
        error={error}
      />
    </form>
  );
}
