import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useAuth } from "../api/AuthProvider.tsx";
import { now } from "../api/clock.ts";
import { mail } from "../api/page-settings.ts";
import { dropLink } from "../api/session.ts";
import { PasswordField } from "../form/PasswordField.tsx";
import { TextField } from "../form/TextField.tsx";
import { paths } from "../paths.ts";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { ErrorBanner } from "../ui/ErrorBanner.tsx";
import { FullScreenSpinner } from "../ui/FullScreenSpinner.tsx";
import { useCountdown } from "../ui/useCountdown.ts";
import { GoOn } from "./GoOn.tsx";
import { LinkNotice } from "./LinkNotice.tsx";
import { ProviderButtons } from "./ProviderButtons.tsx";
import { dropSent, noteEmail, noteSent, typedEmail } from "./progress.ts";
import { SessionEndNotice } from "./SessionEndNotice.tsx";
import { cardClass, SignInFrame } from "./SignInFrame.tsx";
import { safeRedirect } from "./safe-redirect.ts";
import { type Mode, submitCredentials } from "./sign-in.ts";
import { useSignInSearch } from "./useSignInSearch.ts";
import { WaitLine } from "./WaitLine.tsx";

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
  const { user, loading } = useAuth();
  if (loading) return <FullScreenSpinner />;
  if (user) return <GoOn target={safeRedirect(search.redirect, location.origin)} />;
  return <Credentials mode={search.mode ?? "sign-in"} redirect={search.redirect} />;
}

const nothingMissing = { email: false, password: false };

const linkClass =
  "font-medium text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent";

function Credentials({ mode, redirect }: { mode: Mode; redirect: string | undefined }) {
  const text = words[mode];
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [until, setUntil] = useState(0);
  const wait = useCountdown(until);
  const [missing, setMissing] = useState<{ email: boolean; password: boolean }>(nothingMissing);
  const email = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);

  useEffect(() => email.current?.focus(), []);

  const keepEmail = () => {
    dropSent();
    noteEmail(email.current?.value.trim() ?? "");
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
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
      setUntil(submitted.wait > 0 ? now() + submitted.wait * 1000 : 0);
    }
    // The link's message was seen.
    if (submitted.result !== "refused") dropLink();
    if (submitted.result !== "confirm") return;
    noteSent("confirm", address.trim(), submitted.mailed ? undefined : 0);
    await navigate(paths.confirmAddress(redirect));
  };

  return (
    <SignInFrame
      title={text.title}
      lead={
        <p>
          {text.prompt}{" "}
          <Link
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
          </Link>
        </p>
      }
    >
      <form noValidate onSubmit={submit} aria-label={text.title} className={cardClass}>
        <SessionEndNotice />
        <LinkNotice again={paths.signInByCode(redirect)} />
        <ErrorBanner message={error} />
        <TextField
          ref={email}
          label="Email address"
          name="email"
          type="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="Enter your email"
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
              <Link
                {...paths.forgotPassword(redirect)}
                onClick={keepEmail}
                // A touch area large enough for a thumb, extending into the gap above.
                className={`relative text-small after:absolute after:-inset-x-1 after:-top-4 after:-bottom-1.5 ${linkClass}`}
              >
                Forgot password?
              </Link>
            </span>
          )}
        </div>
        <div>
          <Button type="submit" variant="primary" wide busy={busy} busyLabel={text.busy} disabled={wait > 0}>
            {text.submit}
          </Button>
          <WaitLine seconds={wait} />
        </div>
        {mode === "sign-in" && mail !== "nothing" && (
          <span className="-mt-1.5 grid" onClickCapture={keepEmail}>
            <ButtonLink target={paths.signInByCode(redirect)} variant="quiet" wide>
              Email me a code instead
            </ButtonLink>
          </span>
        )}
      </form>
      <ProviderButtons redirect={redirect} />
    </SignInFrame>
  );
}
