import { type FormEvent, useState } from "react";
import { now } from "../../api/clock.ts";
import { TextField } from "../../form/field/TextField.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { SubmitActions } from "../../ui/dialog/SubmitActions.tsx";
import { wordsOf } from "../auth-call.ts";
import { beginPhone, dropUnfinished, freeName, textCode } from "../factors.ts";
import { ResendButton } from "../ResendButton.tsx";
import { useAsking } from "../useAsking.ts";
import { type BegunFactor, SetUpFactor, type SetUpProps } from "./SetUpFactor.tsx";

const title = "Use text messages";
const description = "After your password we text a code to your phone.";

type BegunPhone = Required<BegunFactor> & { sent: number };

/** Guides through setting up a phone as the second step: its number, then the code sent to it. */
export function SetUpPhone({ account, onClose, onSetUp }: SetUpProps) {
  const [number, setNumber] = useState("");
  return (
    <SetUpFactor<BegunPhone>
      first={(onBegun) => (
        <EnterNumber
          account={account}
          number={number}
          onChange={setNumber}
          onBegun={onBegun}
          onClose={onClose}
        />
      )}
      code={(begun, onResent) => ({
        title,
        description,
        label: `Code sent to ${number}`,
        incomplete: "Please enter the six digits of the code",
        below: (
          <ResendButton
            sent={begun.sent}
            onSend={async () => onResent(await textCode(begun.id))}
            done="The text message is on its way again."
          />
        ),
        done: "Text messages are set up. Your other devices are signed out.",
      })}
      onClose={onClose}
      onSetUp={onSetUp}
    />
  );
}

type NumberProps = Omit<SetUpProps, "onSetUp"> & {
  number: string;
  onChange: (number: string) => void;
  onBegun: (begun: BegunPhone) => void;
};

function EnterNumber({ account, number, onChange, onBegun, onClose }: NumberProps) {
  const [error, setError] = useState<string>();
  const { busy, run } = useAsking(number !== "");

  const begin = (event: FormEvent) => {
    event.preventDefault();
    const phone = number.replace(/[^\d+]/g, "").replace(/^00/, "+");
    // Without a country code, the first digits would be taken for one.
    if (!/^\+\d{8,15}$/.test(phone)) {
      return setError("Please enter the number with its country code, such as +91 98765 43210");
    }
    setError(undefined);
    void run(
      async () => {
        const id = await beginPhone(freeName("Text message", account.factors), phone);
        try {
          onBegun({ id, challenge: await textCode(id), sent: now() });
        } catch (thrown) {
          await dropUnfinished(id);
          throw thrown;
        }
      },
      (thrown) => setError(wordsOf(thrown)),
    );
  };

  return (
    <Dialog title={title} description={description} busy={busy} onClose={onClose}>
      <form noValidate onSubmit={begin} aria-label={title} className="flex flex-col gap-4">
        <TextField
          label="Mobile number"
          type="tel"
          required
          autoComplete="tel"
          placeholder="+91 98765 43210"
          value={number}
          onChange={(event) => onChange(event.target.value)}
          readOnly={busy}
          error={error}
        />
        <SubmitActions onCancel={onClose} busy={busy} busyLabel="Sending...">
          Send code
        </SubmitActions>
      </form>
    </Dialog>
  );
}
