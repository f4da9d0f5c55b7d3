import { useState } from "react";
import { mail } from "../api/page-settings.ts";
import { dropLink } from "../api/session.ts";
import { paths } from "../paths.ts";
import { FullScreenSpinner } from "../ui/FullScreenSpinner.tsx";
import { Redirect } from "../ui/Redirect.tsx";
import { AskForMail } from "./AskForMail.tsx";
import { useAuth } from "./AuthProvider.tsx";
import { GoOn } from "./GoOn.tsx";
import { MailedCode } from "./MailedCode.tsx";
import { mailSignIn, showCode } from "./mail-calls.ts";
import { dropSent, sentFor } from "./progress.ts";
import { QuietButton, QuietLink } from "./QuietLink.tsx";
import { safeRedirect } from "./safe-redirect.ts";
import { useSignInSearch } from "./useSignInSearch.ts";

const screen = "code";
const title = "Sign in with a code";

/** Signs in with a code from a mail, or its link, instead of a password. */
export function CodeSignInPage() {
  const { redirect } = useSignInSearch();
  const { user, loading } = useAuth();
  const [sent, setSent] = useState(() => sentFor(screen));

  if (loading) return <FullScreenSpinner />;
  if (user) return <GoOn target={safeRedirect(redirect, location.origin)} />;
  if (mail === "nothing") return <Redirect target={paths.signIn(redirect)} />;
  const send = (email: string) => mailSignIn(email, redirect);
  if (!sent) {
    return (
      <AskForMail
        screen={screen}
        title={title}
        lead="We email you a six-digit code and a link. No password needed."
        submitLabel="Email me a code"
        send={send}
        onSent={(newSent) => {
          dropLink();
          setSent(newSent);
        }}
        foot={<QuietLink target={paths.signIn(redirect)}>Sign in with a password</QuietLink>}
      />
    );
  }
  return (
    <MailedCode
      screen={screen}
      title={title}
      lead={
        <>
          If <strong className="font-medium text-ink">{sent.email}</strong> may sign in here, a mail with a
          link and a six-digit code is on its way.
        </>
      }
      sent={sent}
      onSent={setSent}
      onCode={(email, code) => showCode("email", email, code)}
      send={send}
      other={
        <QuietButton
          onClick={() => {
            dropSent();
            setSent(undefined);
          }}
        >
          Use another address
        </QuietButton>
      }
    />
  );
}
