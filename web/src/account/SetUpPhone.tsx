import { type FormEvent, useEffect, useRef, useState } from "react";
import { now } from "../api/clock.ts";
import { CodeField } from "../form/CodeField.tsx";
import { TextField } from "../form/TextField.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { SubmitActions } from "../ui/SubmitActions.tsx";
import { toast } from "../ui/toast.ts";
import { codeOf, wordsOf } from "./auth-call.ts";
import { beginPhone, dropUnfinished, freeName, showCode, textCode } from "./factors.ts";
import type { Account } from "./queries.ts";
import { ResendButton } from "./ResendButton.tsx";
import { useAsking } from "./useAsking.ts";

const title = "Use text messages";

type Props = { account: Account; onClose: () => void; onSetUp: () => void };

/** Guides through setting up a phone as the second step: its number, then the code sent to it. */
export function SetUpPhone({ account, onClose, onSetUp }: Props) {
  const [number, setNumber] = useState("");
  const [begun, setBegun] = useState<{ id: string; challenge: string; sent: number }>();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const { busy, run } = useAsking(number !== "");
  const finished = useRef(false);

  const id = begun?.id;
  useEffect(() => {
    if (id === undefined) return;
    return () => {
      if (!finished.current) dropUnfinished(id).catch(() => {});
    };
  }, [id]);

  const begin = () => {
    const phone = number.replace(/[^\d+]/g, "").replace(/^00/, "+");
    // Without a country code, the first digits would be taken for one.
    if (!/^\+\d{8,15}$/.test(phone)) {
      return setError("Please enter the number with its country code, such as +91 98765 43210");
    }
    setError(undefined);
    void run(
      async () => {
        const factor = await beginPhone(freeName("Text message", account.factors), phone);
        try {
          setBegun({ id: factor, challenge: await textCode(factor), sent: now() });
        } catch (thrown) {
          await dropUnfinished(factor);
          throw thrown;
        }
      },
      (thrown) => setError(wordsOf(thrown)),
    );
  };

  const send = (typed: string) => {
    if (!begun) return;
    if (typed.length < 6) return setError("Please enter the six digits of the code");
    setError(undefined);
    void run(
      async () => {
        await showCode(begun.id, typed, begun.challenge);
        finished.current = true;
        toast.success("Text messages are set up. Your other devices are signed out.");
        onSetUp();
      },
      (thrown) => {
        if (codeOf(thrown) === "mfa_factor_not_found") setBegun(undefined);
        setError(wordsOf(thrown));
      },
    );
  };

  return (
    <Dialog
      title={title}
      description="After your password we text a code to your phone."
      busy={busy}
      onClose={onClose}
    >
      <form
        noValidate
        aria-label={title}
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (begun) send(code);
          else begin();
        }}
      >
        {begun ? (
          <>
            <CodeField
              label={`Code sent to ${number}`}
              hint="Turning it on signs your other devices out."
              value={code}
              onChange={setCode}
              onComplete={send}
              busy={busy}
              error={error}
            />
            <ResendButton
              sent={begun.sent}
              onSend={async () => {
                const challenge = await textCode(begun.id);
                setBegun((last) => last && { ...last, challenge });
              }}
              done="The text message is on its way again."
            />
          </>
        ) : (
          <TextField
            label="Mobile number"
            type="tel"
            required
            autoComplete="tel"
            placeholder="+91 98765 43210"
            value={number}
            onChange={(event) => setNumber(event.target.value)}
            readOnly={busy}
            error={error}
          />
        )}
        <SubmitActions onCancel={onClose} busy={busy} busyLabel={begun ? "Checking..." : "Sending..."}>
          {begun ? "Turn on" : "Send code"}
        </SubmitActions>
      </form>
    </Dialog>
  );
}
