import { Copy, Smartphone } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { TextField } from "../../form/field/TextField.tsx";
import { copyText } from "../../ui/browser/copy-text.ts";
import { Button } from "../../ui/control/Button.tsx";
import { buttonClass } from "../../ui/control/button-class.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { SubmitActions } from "../../ui/dialog/SubmitActions.tsx";
import { ErrorBanner } from "../../ui/message/ErrorBanner.tsx";
import { codeOf, wordsOf } from "../auth-call.ts";
import { beginAuthenticator, freeName, inFours, type NewAuthenticator } from "../factors.ts";
import { useAsking } from "../useAsking.ts";
import { SetUpFactor, type SetUpProps } from "./SetUpFactor.tsx";

const title = "Set up an authenticator app";

/** Guides through setting up an authenticator app: a name, the key to scan, the first code. */
export function SetUpAuthenticator({ account, onClose, onSetUp }: SetUpProps) {
  return (
    <SetUpFactor<NewAuthenticator>
      first={(onBegun) => <NameIt account={account} onBegun={onBegun} onClose={onClose} />}
      code={(begun) => ({
        title,
        size: "medium",
        above: <ScanIt begun={begun} />,
        label: "Code from the app",
        incomplete: "Please enter the six digits that the app shows",
        done: "The authenticator is set up. Your other devices are signed out.",
      })}
      onClose={onClose}
      onSetUp={onSetUp}
    />
  );
}

type NameProps = Omit<SetUpProps, "onSetUp"> & { onBegun: (begun: NewAuthenticator) => void };

function NameIt({ account, onBegun, onClose }: NameProps) {
  const [suggested] = useState(() => freeName("Authenticator app", account.factors));
  const [name, setName] = useState(suggested);
  const [error, setError] = useState<{ field?: string; form?: string }>({});
  const { busy, run } = useAsking(name !== suggested);
  const input = useRef<HTMLInputElement>(null);

  const begin = (event: FormEvent) => {
    event.preventDefault();
    setError({});
    void run(
      async () => onBegun(await beginAuthenticator(name.trim() || suggested)),
      (thrown) => {
        const ofName = ["mfa_factor_name_conflict", "validation_failed"].includes(codeOf(thrown));
        setError(ofName ? { field: wordsOf(thrown) } : { form: wordsOf(thrown) });
        input.current?.select();
      },
    );
  };

  return (
    <Dialog
      title={title}
      description="You need an app that shows codes: Google Authenticator, Microsoft Authenticator, a password manager."
      busy={busy}
      onClose={onClose}
    >
      <form noValidate onSubmit={begin} aria-label={title} className="flex flex-col gap-4">
        <ErrorBanner message={error.form} />
        <TextField
          ref={input}
          label="Name"
          hint="So that you can tell it from another one later."
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
          onFocus={(event) => event.currentTarget.select()}
          readOnly={busy}
          error={error.field}
        />
        <SubmitActions onCancel={onClose} busy={busy} busyLabel="Preparing...">
          Continue
        </SubmitActions>
      </form>
    </Dialog>
  );
}

function ScanIt({ begun }: { begun: NewAuthenticator }) {
  return (
    <div className="mb-1 flex flex-col gap-4 sm:flex-row sm:items-start sm:gap-5">
      {/* White in both themes: cameras expect dark on light. */}
      <img
        src={begun.picture}
        alt="QR code with the key for your authenticator app"
        width={176}
        height={176}
        className="shrink-0 self-center rounded-control border border-line bg-white p-1 sm:self-start"
      />
      <SecretKey begun={begun} />
    </div>
  );
}

/** The key of a new authenticator for people who can't scan it: because the app is on the same phone, or to type it. */
function SecretKey({ begun: { secret, uri } }: { begun: NewAuthenticator }) {
  return (
    <div className="min-w-0 flex-1">
      <p>Scan the code with the app. On this very phone, open the app instead, or type the key in.</p>
      <dl className="mt-3">
        <dt className="text-small text-muted">Key</dt>
        {/* Selected with one tap, and copied without the gaps between groups. */}
        <dd className="mt-0.5 font-mono text-small font-semibold tracking-wide select-all">
          {inFours(secret)
            .split(" ")
            .map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the groups never move, and two may be alike
              <span key={index} className="mr-2 inline-block">
                {group}
              </span>
            ))}
        </dd>
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" icon={Copy} onClick={() => void copyText(secret, "Key")}>
          Copy key
        </Button>
        <a href={uri} className={buttonClass({ size: "small" })}>
          <Smartphone size={16} aria-hidden="true" className="shrink-0" />
          <span>Open in your authenticator app</span>
        </a>
      </div>
    </div>
  );
}
