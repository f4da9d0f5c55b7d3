import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { CodeField, codeLength } from "../../form/field/CodeField.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { SubmitActions } from "../../ui/dialog/SubmitActions.tsx";
import { toast } from "../../ui/message/toast.ts";
import { codeOf, wordsOf } from "../auth-call.ts";
import { dropUnfinished, showCode } from "../factors.ts";
import type { Account } from "../queries.ts";
import { useAsking } from "../useAsking.ts";

/** What the card of second steps gives each kind that can be set up. */
export type SetUpProps = { account: Account; onClose: () => void; onSetUp: () => void };

/** A second step that was begun; `challenge` is the text message that its code answers. */
export type BegunFactor = { id: string; challenge?: string };

/** The form that asks for the first code. */
type CodeStep = {
  title: string;
  description?: string;
  size?: "small" | "medium";
  label: string;
  /** What to say about fewer digits than a code has. */
  incomplete: string;
  above?: ReactNode;
  below?: ReactNode;
  /** The toast once the code was right. */
  done: string;
};

type Props<Begun extends BegunFactor> = Omit<SetUpProps, "account"> & {
  /** What comes before the code, with what it calls once the second step is begun. */
  first: (onBegun: (begun: Begun) => void) => ReactNode;
  /** The form for the code; `onResent` takes the challenge of another text message. */
  code: (begun: Begun, onResent: (challenge: string) => void) => CodeStep;
};

/** Guides through setting up a second step: what it needs, then its first code. */
export function SetUpFactor<Begun extends BegunFactor>({ first, code, onClose, onSetUp }: Props<Begun>) {
  const [begun, setBegun] = useState<Begun>();
  const finished = useRef(false);

  // If the dialog closes before the end, for any reason, the unfinished factor is removed.
  const id = begun?.id;
  useEffect(() => {
    if (id === undefined) return;
    return () => {
      if (!finished.current) dropUnfinished(id).catch(() => {});
    };
  }, [id]);

  if (!begun) return first(setBegun);
  const step = code(begun, (challenge) => setBegun((last) => last && { ...last, challenge }));
  return (
    <EnterCode
      step={step}
      begun={begun}
      onDone={() => {
        finished.current = true;
        toast.success(step.done);
        onSetUp();
      }}
      onGone={() => setBegun(undefined)}
      onClose={onClose}
    />
  );
}

type EnterCodeProps = {
  step: CodeStep;
  begun: BegunFactor;
  onDone: () => void;
  /** The unfinished factor is gone on the server: it expired, or another one was started elsewhere. */
  onGone: () => void;
  onClose: () => void;
};

function EnterCode({ step, begun, onDone, onGone, onClose }: EnterCodeProps) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const { busy, run } = useAsking(true);

  const send = (typed: string) => {
    if (typed.length < codeLength) return setError(step.incomplete);
    setError(undefined);
    void run(
      async () => {
        await showCode(begun.id, typed, begun.challenge);
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

  const { title, description, size } = step;
  return (
    <Dialog title={title} description={description} size={size ?? "small"} busy={busy} onClose={onClose}>
      <form
        noValidate
        aria-label={title}
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send(code);
        }}
      >
        {step.above}
        <CodeField
          label={step.label}
          hint="Turning it on signs your other devices out."
          value={code}
          onChange={setCode}
          onComplete={send}
          busy={busy}
          error={error}
        />
        {step.below}
        <SubmitActions onCancel={onClose} busy={busy} busyLabel="Checking...">
          Turn on
        </SubmitActions>
      </form>
    </Dialog>
  );
}
