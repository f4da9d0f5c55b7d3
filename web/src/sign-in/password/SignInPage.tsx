import { useEffect, useRef, useState } from "react";
import { mail } from "../../api/page-settings.ts";
import { dropLink } from "../../api/session/session.ts";
import { type SessionEnd, sessionEnd } from "../../api/session/session-end.ts";
import { PasswordField } from "../../form/field/PasswordField.tsx";
import { paths } from "../../paths.ts";
import { useNavigate } from "../../router/RouterProvider.tsx";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { NoticeBanner } from "../../ui/message/NoticeBanner.tsx";
import { useWait } from "../../ui/message/useWait.ts";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import { EmailField } from "../EmailField.tsx";
import { LinkNotice } from "../LinkNotice.tsx";
import { dropSent, noteEmail, noteSent, typedEmail } from "../progress.ts";
import { SignedOutOnly } from "../SignedOutOnly.tsx";
import { SignInForm } from "../SignInForm.tsx";
import { safeRedirect } from "../safe-redirect.ts";
import { type Mode, submitCredentials } from "../sign-in.ts";
import { useSignInSearch } from "../useSignInSearch.ts";
import { ProviderButtons } from "./ProviderButtons.tsx";

const words = {
  "sign-in": {
    title: "Sign in to your account",
    prompt: "Don't have an account?",
    other: "Sign up",
    submit: "Sign In",
    busy: "Signing in...",
  },
  "sign-up": {
    title: "Create your account",
    prompt: "Already have an account?",
    other: "Sign in",
    submit: "Create Account",
    busy: "Creating account...",
  },
} as const;

/** The one screen for signing in and signing up. People who are signed in continue to the page they requested first. */
export function SignInPage() {
  const search = useSignInSearch();
  return (
    <SignedOutOnly onwards={safeRedirect(search.redirect, location.origin)}>
      <Credentials mode={search.mode ?? "sign-in"} redirect={search.redirect} />
    </SignedOutOnly>
  );
}

const nothingMissing = { email: false, password: false };

const linkClass =
  "font-medium text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent";

function Credentials({ mode, redirect }: { mode: Mode; redirect: string | undefined }) {
  const text = words[mode];
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const wait = useWait();
  const [missing, setMissing] = useState<{ email: boolean; password: boolean }>(nothingMissing);
  const email = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);

  useEffect(() => email.current?.focus(), []);

  const keepEmail = () => {
    dropSent();
    noteEmail(email.current?.value.trim() ?? "");
  };

  const submit = async (fields: FormData) => {
    const address = String(fields.get("email"));
    const password = String(fields.get("password"));
    const lacks = { email: address.trim() === "", password: password === "" };
    setMissing(lacks);
    if (lacks.email) email.current?.focus();
    else if (lacks.password) secret.current?.focus();
    setBusy(true);
    setError(null);
    const submitted = await submitCredentials(mode, address, password, redirect);
    setBusy(false);
    if (submitted.result === "refused") {
      setError(submitted.message);
      wait.start(submitted.wait);
    }
    // The link's message was seen.
    if (submitted.result !== "refused") dropLink();
    if (submitted.result !== "confirm") return;
    noteSent("confirm", address.trim(), submitted.mailed ? undefined : 0);
    await navigate(paths.confirmAddress(redirect));
  };

  return (
    <SignInForm
      title={text.title}
      lead={
        <p>
          {text.prompt}{" "}
          <ScreenLink
            {...(mode === "sign-in" ? paths.signUp(redirect) : paths.signIn(redirect))}
            replace
            disabled={busy}
            onClick={() => {
              setError(null);
              setMissing(nothingMissing);
            }}
            className={linkClass}
          >
            {text.other}
          </ScreenLink>
        </p>
      }
      notices={
        <>
          <SessionEndNotice />
          <LinkNotice again={paths.signInByCode(redirect)} />
        </>
      }
      error={error}
      submitLabel={text.submit}
      busyLabel={text.busy}
      busy={busy}
      wait={wait.seconds}
      onSubmit={(fields) => void submit(fields)}
      other={
        mode === "sign-in" &&
        mail !== "nothing" && (
          <span className="-mt-1.5 grid" onClickCapture={keepEmail}>
            <ButtonLink target={paths.signInByCode(redirect)} variant="quiet" wide>
              Email me a code instead
            </ButtonLink>
          </span>
        )
      }
      below={<ProviderButtons redirect={redirect} />}
    >
      <EmailField
        ref={email}
        defaultValue={typedEmail()}
        error={missing.email ? "Please enter your email address" : undefined}
      />
      <div className="relative">
        <PasswordField
          ref={secret}
          label="Password"
          name="password"
          required
          autoComplete={mode === "sign-in" ? "current-password" : "new-password"}
          placeholder="Enter your password"
          error={missing.password ? "Please enter your password" : undefined}
        />
        {mode === "sign-in" && (
          <span className="absolute top-0 right-0">
            <ScreenLink
              {...paths.forgotPassword(redirect)}
              onClick={keepEmail}
              // A touch area large enough for a thumb, extending into the gap above.
              className={`relative text-small after:absolute after:-inset-x-1 after:-top-4 after:-bottom-1.5 ${linkClass}`}
            >
              Forgot password?
            </ScreenLink>
          </span>
        )}
      </div>
    </SignInForm>
  );
}

const endWords: Record<SessionEnd, string> = {
  disabled: "Your account was disabled, so you were signed out. Please ask your administrator.",
  expired: "Your session has expired. Please sign in again.",
  reused:
    "You were signed out because your session was used in two places. Sign in again, and change your password if that was not you.",
  ended:
    "You were signed out on another device or by an administrator, or your password was changed. Please sign in again.",
};

/** Explains why the session has ended; nothing if the person chose to sign out. */
function SessionEndNotice() {
  const reason = sessionEnd();
  return (
    reason && <NoticeBanner kind={reason === "expired" ? "info" : "warning"}>{endWords[reason]}</NoticeBanner>
  );
}
