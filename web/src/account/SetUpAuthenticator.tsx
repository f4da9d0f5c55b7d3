import { type FormEvent, useEffect, useRef, useState } from "react";
import { CodeField } from "../form/CodeField.tsx";
import { TextField } from "../form/TextField.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorBanner } from "../ui/ErrorBanner.tsx";
import { SubmitActions } from "../ui/SubmitActions.tsx";
import { toast } from "../ui/toast.ts";
import { codeOf, wordsOf } from "./auth-call.ts";
import { beginAuthenticator, dropUnfinished, freeName, type NewAuthenticator, showCode } from "./factors.ts";
import type { Account } from "./queries.ts";
import { SecretKey } from "./SecretKey.tsx";
import { useAsking } from "./useAsking.ts";

const title = "Set up an authenticator app";

type Props = { account: Account; onClose: () => void; onSetUp: () => void };

/** Guides through setting up an authenticator app: a name, the key to scan, the first code. */
export function SetUpAuthenticator({ account, onClose, onSetUp }: Props) {
  const [begun, setBegun] = useState<NewAuthenticator>();
  const finished = useRef(false);

  // If the dialog closes before the end, for any reason, the unfinished factor is removed.
  const id = begun?.id;
  useEffect(() => {
    if (id === undefined) return;
    return () => {
      if (!finished.current) dropUnfinished(id).catch(() => {});
    };
  }, [id]);

  if (!begun) return <NameIt account={account} onBegun={setBegun} onClose={onClose} />;
  return (
    <ScanIt
      begun={begun}
      onDone={() => {
        finished.current = true;
        toast.success("The authenticator is set up. Your other devices are signed out.");
        onSetUp();
      }}
      onGone={() => setBegun(undefined)}
      onClose={onClose}
    />
  );
}

type NameProps = Omit<Props, "onSetUp"> & { onBegun: (begun: NewAuthenticator) => void };

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

type ScanProps = {
  begun: NewAuthenticator;
  onDone: () => void;
  /** The unfinished factor is gone on the server: it expired, or another one was started elsewhere. */
  onGone: () => void;
  onClose: () => void;
};

function ScanIt({ begun, onDone, onGone, onClose }: ScanProps) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const { busy, run } = useAsking(true);

  const send = (typed: string) => {
    if (typed.length < 6) return setError("Please enter the six digits that the app shows");
    setError(undefined);
    void run(
      async () => {
        await showCode(begun.id, typed);
        onDone();
      },
      (thrown) => {
        if (codeOf(thrown) === "mfa_factor_not_found") {
          toast.warning("That took too long. Please begin again.");
          onGone();
        } else setError(wordsOf(thrown));
      },
    );
  };

  return (
    <Dialog title={title} size="medium" busy={busy} onClose={onClose}>
      <form
        noValidate
        aria-label={title}
        className="flex flex-col gap-5"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send(code);
        }}
      >
        <div className="flex flex-col gap-4 sm:flex-row sm:items-start sm:gap-5">
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
        <CodeField
          label="Code from the app"
          hint="Turning it on signs your other devices out."
          value={code}
          onChange={setCode}
          onComplete={send}
          busy={busy}
          error={error}
        />
        <SubmitActions onCancel={onClose} busy={busy} busyLabel="Checking...">
          Turn on
        </SubmitActions>
      </form>
    </Dialog>
  );
}
