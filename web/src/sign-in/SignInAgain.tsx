import { type FormEvent, useState } from "react";
import { leaveEndedSession, useSession } from "../api/session/session.ts";
import { PasswordField } from "../form/field/PasswordField.tsx";
import { Button } from "../ui/control/Button.tsx";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import { DialogActions } from "../ui/dialog/DialogActions.tsx";
import { ErrorBanner } from "../ui/message/ErrorBanner.tsx";
import { SecondStepForm } from "./second-step/SecondStepForm.tsx";
import { secondStepTitle } from "./second-step/second-factors.ts";
import { submitCredentials } from "./sign-in.ts";
import { waitWords } from "./WaitLine.tsx";

/**
 * Asks for the password, the second step or both over a page whose session has ended, so that what was typed on it
 * stays.
 */
export function SignInAgain({ email }: { email: string }) {
  const { secondStep } = useSession();
  return secondStep ? (
    <Dialog
      key="second-step"
      title={secondStepTitle}
      description="Nothing you typed is lost."
      role="alertdialog"
      plain
      busy
      onClose={() => undefined}
    >
      <SecondStepForm />
    </Dialog>
  ) : (
    <Password email={email} />
  );
}

function Password({ email }: { email: string }) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // For the browser the form is within the dialog, but in React's tree it is within the page's own form.
    event.stopPropagation();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    const submitted = await submitCredentials("sign-in", email, String(fields.get("password")));
    setBusy(false);
    if (submitted.result === "refused") setError(`${submitted.message} ${waitWords(submitted.wait)}`.trim());
    if (submitted.result === "confirm") setError("Your address is no longer confirmed. Use another account.");
  };

  return (
    <Dialog
      title="Sign in again"
      description="Your session has ended. Sign in again to continue; nothing you typed is lost."
      role="alertdialog"
      plain
      busy
      onClose={() => undefined}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <ErrorBanner message={error} />
        <p>
          <span className="text-muted">Email address: </span>
          <span className="font-medium break-all">{email}</span>
        </p>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Password"
          name="password"
          required
          autoComplete="current-password"
          placeholder="Enter your password"
        />
        <DialogActions>
          <Button variant="quiet" onClick={leaveEndedSession} disabled={busy}>
            Use another account
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Signing in...">
            Sign In
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
