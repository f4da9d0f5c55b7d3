import { useState } from "react";
import { paths } from "../../paths.ts";
import { Redirect } from "../../ui/navigation/Redirect.tsx";
import { mailConfirmation, showCode } from "../mail-calls.ts";
import { dropSent, type Sent, sentFor } from "../progress.ts";
import { QuietLink } from "../QuietLink.tsx";
import { SignedOutOnly } from "../SignedOutOnly.tsx";
import { safeRedirect } from "../safe-redirect.ts";
import { useSignInSearch } from "../useSignInSearch.ts";
import { MailedCode } from "./MailedCode.tsx";

const screen = "confirm";

/** Waits until a new account's address is confirmed, with the mail's code or its link. */
export function ConfirmAddressPage() {
  const { redirect } = useSignInSearch();
  const [sent, setSent] = useState(() => sentFor(screen));
  return (
    <SignedOutOnly onwards={safeRedirect(redirect, location.origin)}>
      {sent ? (
        <MailedCode
          screen={screen}
          title="Confirm your email address"
          lead={<Lead sent={sent} />}
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
      ) : (
        <Redirect target={paths.signIn(redirect)} />
      )}
    </SignedOutOnly>
  );
}

function Lead({ sent }: { sent: Sent }) {
  const address = <strong className="font-medium text-ink">{sent.email}</strong>;
  return sent.at > 0 ? (
    <>We sent a six-digit code and a link to {address}. If you already have an account, sign in instead.</>
  ) : (
    <>Enter the six-digit code that we sent to {address}, or ask for a new one.</>
  );
}
