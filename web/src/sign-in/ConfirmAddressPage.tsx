import { useState } from "react";
import { useAuth } from "../api/AuthProvider.tsx";
import { paths } from "../paths.ts";
import { FullScreenSpinner } from "../ui/FullScreenSpinner.tsx";
import { Redirect } from "../ui/Redirect.tsx";
import { GoOn } from "./GoOn.tsx";
import { MailedCode } from "./MailedCode.tsx";
import { mailConfirmation, showCode } from "./mail-calls.ts";
import { dropSent, sentFor } from "./progress.ts";
import { QuietLink } from "./QuietLink.tsx";
import { safeRedirect } from "./safe-redirect.ts";
import { useSignInSearch } from "./useSignInSearch.ts";

const screen = "confirm";

/** Waits until a new account's address is confirmed, with the mail's code or its link. */
export function ConfirmAddressPage() {
  const { redirect } = useSignInSearch();
  const { user, loading } = useAuth();
  const [sent, setSent] = useState(() => sentFor(screen));

  if (loading) return <FullScreenSpinner />;
  if (user) return <GoOn target={safeRedirect(redirect, location.origin)} />;
  if (!sent) return <Redirect target={paths.signIn(redirect)} />;
  const address = <strong className="font-medium text-ink">{sent.email}</strong>;
  return (
    <MailedCode
      screen={screen}
      title="Confirm your email address"
      lead={
        sent.at > 0 ? (
          <>
            We sent a six-digit code and a link to {address}. If you already have an account, sign in instead.
          </>
        ) : (
          <>Enter the six-digit code that we sent to {address}, or ask for a new one.</>
        )
      }
      sent={sent}
      onSent={setSent}
      onCode={(email, code) => showCode("email", email, code)}
      send={(email) => mailConfirmation(email, redirect)}
      other={
        <QuietLink target={paths.signIn(redirect)} onClick={dropSent}>
          Back to sign in
        </QuietLink>
      }
    />
  );
}
