import type { OwnAccount } from "@rounds/domain/account/account.ts";
import { Check } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { now } from "../api/clock.ts";
import { CodeField } from "../form/field/CodeField.tsx";
import { PasswordField } from "../form/field/PasswordField.tsx";
import { useLeaveQuestion } from "../form/useLeaveQuestion.tsx";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import { SubmitActions } from "../ui/dialog/SubmitActions.tsx";
import { ErrorBanner } from "../ui/message/ErrorBanner.tsx";
import { MailPageLine } from "../ui/message/MailPageLine.tsx";
import { NoticeBanner } from "../ui/message/NoticeBanner.tsx";
import { isUncertain } from "../ui/message/outcome.ts";
import { toast } from "../ui/message/toast.ts";
import { codeOf, wordsOf } from "./auth-call.ts";
import { ruleWords } from "./password-words.ts";
import { changePassword, mailProof } from "./profile.ts";
import { ResendButton } from "./ResendButton.tsx";
import { useAsking } from "./useAsking.ts";

type FieldName = "current" | "password" | "nonce";
type Errors = { [Name in FieldName]?: string | undefined } & { form?: string | undefined };

/** The field that an error belongs to. */
const fieldOf: Record<string, FieldName> = {
  current_password_invalid: "current",
  current_password_required: "current",
  weak_password: "password",
  same_password: "password",
  validation_failed: "password",
  reauthentication_not_valid: "nonce",
};

type Props = { email: string; own: OwnAccount["password"]; onClose: () => void };

/** Asks for a new password, and for the mailed code if the service requires one; what was typed stays. */
export function PasswordDialog({ email, own, onClose }: Props) {
  const title = own.is_set ? "Change password" : "Set a password";
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [nonce, setNonce] = useState("");
  /** When the code was mailed; undefined if none was. */
  const [mailed, setMailed] = useState<number>();
  const [errors, setErrors] = useState<Errors>({});
  const isTyped = current !== "" || password !== "";
  const { busy, run, isUnknown } = useAsking(isTyped);
  const [close, leaveQuestion] = useLeaveQuestion(isTyped, isUnknown, onClose);
  const form = useRef<HTMLFormElement>(null);
  /** The new password of an attempt without an answer: it may be set already. */
  const unanswered = useRef<string>(undefined);

  const show = (found: Errors) => {
    setErrors(found);
    const first = (["current", "password"] as const).find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  const askForProof = async () => {
    await mailProof();
    setMailed(now());
  };

  const save = (code: string) => {
    const missing: Errors = {
      current: own.is_set && current === "" ? "Please enter your current password" : undefined,
      password: password === "" ? "Please enter a new password" : undefined,
      nonce: mailed !== undefined && code.length < 6 ? "Please enter the six digits of the code" : undefined,
    };
    if (Object.values(missing).some(Boolean)) return show(missing);
    setErrors({});
    void run(
      async () => {
        const change = {
          password,
          ...(own.is_set && { current_password: current }),
          ...(code !== "" && { nonce: code }),
        };
        await changePassword(change, unanswered.current === password);
        toast.success(
          own.is_set ? "Password changed. Your other devices are signed out." : "Your password is set.",
        );
        onClose();
      },
      (thrown) => {
        if (thrown instanceof ApiError && isUncertain(thrown)) unanswered.current = password;
        const refused = codeOf(thrown);
        if (refused === "reauthentication_needed") {
          void askForProof().catch((failed: unknown) => show({ form: wordsOf(failed) }));
        } else show({ [fieldOf[refused] ?? "form"]: wordsOf(thrown) });
      },
    );
  };

  return (
    <Dialog
      title={title}
      description="Your other devices are signed out by it. This one stays signed in."
      busy={busy}
      onClose={close}
    >
      <form
        ref={form}
        noValidate
        aria-label={title}
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save(nonce);
        }}
      >
        <ErrorBanner message={errors.form} />
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {own.is_set && (
          <PasswordField
            label="Current password"
            name="current"
            required
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
            readOnly={busy}
            error={errors.current}
          />
        )}
        <PasswordField
          label="New password"
          name="password"
          required
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          readOnly={busy}
          error={errors.password}
          hint={<Rules password={password} rules={own.rules} />}
        />
        {mailed !== undefined && (
          <div className="flex flex-col gap-3">
            <NoticeBanner>
              To be sure that it is you, we sent a code to{" "}
              <b className="font-medium wrap-anywhere">{email}</b>.
            </NoticeBanner>
            <CodeField
              label="Code from the mail"
              value={nonce}
              onChange={setNonce}
              onComplete={save}
              busy={busy}
              error={errors.nonce}
            />
            <ResendButton sent={mailed} onSend={askForProof} done="The mail is on its way again." />
            <MailPageLine />
          </div>
        )}
        <SubmitActions onCancel={close} busy={busy} busyLabel="Saving...">
          {title}
        </SubmitActions>
      </form>
      {leaveQuestion}
    </Dialog>
  );
}

function Rules({ password, rules }: { password: string; rules: OwnAccount["password"]["rules"] }) {
  return (
    <ul>
      {ruleWords(password, rules).map(({ words, kept }) => (
        <li key={words} className={`flex items-start gap-1.5 ${kept ? "text-good" : ""}`}>
          <span aria-hidden="true" className="grid size-4 shrink-0 translate-y-0.5 place-items-center">
            {kept ? <Check size={14} /> : <span className="size-1 rounded-full bg-current" />}
          </span>
          <span>
            {words}
            {kept && <span className="sr-only">: done</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
