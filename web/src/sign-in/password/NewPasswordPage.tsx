import { useEffect, useRef, useState } from "react";
import { mail, productName } from "../../api/page-settings.ts";
import { dropLink, requireSecondStep, useSession } from "../../api/session/session.ts";
import { PasswordField } from "../../form/field/PasswordField.tsx";
import { paths } from "../../paths.ts";
import { useNavigate } from "../../router/RouterProvider.tsx";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { FullScreenSpinner } from "../../ui/message/FullScreenSpinner.tsx";
import { toast } from "../../ui/message/toast.ts";
import { LinkNotice } from "../LinkNotice.tsx";
import { dropSent, forgetProgress } from "../progress.ts";
import { QuietLink } from "../QuietLink.tsx";
import { SignInForm } from "../SignInForm.tsx";
import { cardClass, SignInFrame } from "../SignInFrame.tsx";
import { safeRedirect } from "../safe-redirect.ts";
import { SecondStep } from "../second-step/SecondStep.tsx";
import { useSignInSearch } from "../useSignInSearch.ts";
import { type NewPasswordProblem, saveNewPassword } from "./new-password.ts";

/**
 * Opened by links of mails after which a password is chosen: a forgotten one, or the first one of an invited person.
 * It needs a session with its second step done.
 */
export function NewPasswordPage() {
  const { redirect } = useSignInSearch();
  const { user, loading, secondStep } = useSession();
  // Kept while the second step replaces the form.
  const [password, setPassword] = useState("");
  if (loading) return <FullScreenSpinner />;
  if (!user) return <NoSession redirect={redirect} />;
  if (secondStep) return <SecondStep />;
  return (
    <ChoosePassword
      email={user.email ?? ""}
      redirect={redirect}
      password={password}
      onPassword={setPassword}
    />
  );
}

/** The link did not work, or somebody came here without one. */
function NoSession({ redirect }: { redirect: string | undefined }) {
  const { link } = useSession();
  const failed = link?.kind === "failed";
  return (
    <SignInFrame
      title="Choose a new password"
      foot={
        <>
          {mail !== "nothing" && (
            <QuietLink target={paths.signInByCode(redirect)}>Sign in with a code</QuietLink>
          )}
          <QuietLink target={paths.signIn(redirect)}>Back to sign in</QuietLink>
        </>
      }
    >
      <div className={cardClass}>
        {failed ? (
          <LinkNotice />
        ) : (
          <p>
            This page opens from the link in a mail. The link is invalid or has expired, or it was opened in
            another browser.
          </p>
        )}
        {mail === "nothing" ? (
          <p className="text-muted">Ask your administrator for a new one.</p>
        ) : (
          <span className="grid" onClickCapture={dropSent}>
            <ButtonLink target={paths.forgotPassword(redirect)} variant="primary" wide>
              Send a new link
            </ButtonLink>
          </span>
        )}
      </div>
    </SignInFrame>
  );
}

type Props = {
  email: string;
  redirect: string | undefined;
  password: string;
  onPassword: (password: string) => void;
};

function ChoosePassword({ email, redirect, password, onPassword }: Props) {
  const navigate = useNavigate();
  const { link } = useSession();
  const [invited] = useState(link?.kind === "session" && link.type === "invite");
  const [problem, setProblem] = useState<NewPasswordProblem>();
  const [current, setCurrent] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const title = invited ? `Welcome to ${productName}: choose a password` : "Choose a new password";
  const onwards = safeRedirect(redirect, location.origin);

  useEffect(() => {
    forgetProgress();
    field.current?.focus();
  }, []);

  const submit = async () => {
    setBusy(true);
    setProblem(undefined);
    const found = await saveNewPassword(password, current);
    setBusy(false);
    if (!found) {
      toast.success(invited ? `Welcome to ${productName}!` : "Your new password is saved.");
      dropLink();
      return void navigate({ ...onwards, replace: true });
    }
    if (found.kind === "second-step") return requireSecondStep();
    if (found.kind === "current") setCurrent(current ?? "");
    else if (found.kind === "password") field.current?.focus();
    setProblem(found);
  };

  return (
    <SignInForm
      title={title}
      lead={email}
      foot={<QuietLink target={onwards}>Not now</QuietLink>}
      notices={<LinkNotice closable />}
      error={problem?.kind === "other" && problem.message}
      submitLabel="Save Password"
      busyLabel="Saving..."
      busy={busy}
      onSubmit={() => void submit()}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {current !== undefined && (
        <PasswordField
          label="Current password"
          name="current-password"
          required
          autoComplete="current-password"
          value={current}
          error={problem?.kind === "current" ? problem.message : undefined}
          onChange={(event) => setCurrent(event.target.value)}
        />
      )}
      <PasswordField
        ref={field}
        label="New password"
        name="new-password"
        required
        autoComplete="new-password"
        placeholder="Enter your new password"
        value={password}
        error={problem?.kind === "password" ? problem.message : undefined}
        onChange={(event) => onPassword(event.target.value)}
      />
    </SignInForm>
  );
}
