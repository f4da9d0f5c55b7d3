import { Link, useSearch } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { productName } from "../api/page-settings.ts";
import { PasswordField } from "../form/PasswordField.tsx";
import { TextField } from "../form/TextField.tsx";
import { paths } from "../paths.ts";
import { signInSearch } from "../search.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorBanner } from "../ui/ErrorBanner.tsx";
import { FullScreenSpinner } from "../ui/FullScreenSpinner.tsx";
import { ProductMark } from "../ui/ProductMark.tsx";
import { Redirect } from "../ui/Redirect.tsx";
import { useDocumentTitle } from "../ui/useDocumentTitle.ts";
import { useAuth } from "./AuthProvider.tsx";
import { safeRedirect } from "./safe-redirect.ts";
import { type Mode, submitCredentials } from "./sign-in.ts";

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

/** The one screen for signing in and signing up. Whoever is signed in goes on to the page first asked for. */
export function SignInPage() {
  const search = signInSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const { user, loading } = useAuth();
  if (loading) return <FullScreenSpinner />;
  if (user) return <Redirect target={safeRedirect(search.redirect, location.origin)} />;
  return <Credentials mode={search.mode ?? "sign-in"} redirect={search.redirect} />;
}

function Credentials({ mode, redirect }: { mode: Mode; redirect: string | undefined }) {
  const text = words[mode];
  useDocumentTitle(text.title);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const email = useRef<HTMLInputElement>(null);

  useEffect(() => email.current?.focus(), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    const problem = await submitCredentials(
      mode,
      String(fields.get("email")),
      String(fields.get("password")),
    );
    setBusy(false);
    setError(problem);
  };

  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex flex-col items-center gap-3 text-center">
          <ProductMark size={40} />
          <p className="sr-only">{productName}</p>
          <div>
            <h1 className="text-xl font-semibold tracking-tight">{text.title}</h1>
            <p className="mt-1 text-muted">
              {text.prompt}{" "}
              <Link
                {...(mode === "sign-in" ? paths.signUp(redirect) : paths.signIn(redirect))}
                replace
                disabled={busy}
                onClick={() => setError(null)}
                className="font-medium text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
              >
                {text.other}
              </Link>
            </p>
          </div>
        </div>
        <form
          noValidate
          onSubmit={submit}
          aria-label={text.title}
          className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5 sm:p-6"
        >
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
          />
          <PasswordField
            label="Password"
            name="password"
            required
            autoComplete={mode === "sign-in" ? "current-password" : "new-password"}
            placeholder="Enter your password"
          />
          <Button type="submit" variant="primary" wide busy={busy} busyLabel={text.busy}>
            {text.submit}
          </Button>
        </form>
      </div>
    </main>
  );
}
