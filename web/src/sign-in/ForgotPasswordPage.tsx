import { useState } from "react";
import { mail } from "../api/page-settings.ts";
import { dropLink } from "../api/session.ts";
import { paths } from "../paths.ts";
import { FullScreenSpinner } from "../ui/FullScreenSpinner.tsx";
import { AskForMail } from "./AskForMail.tsx";
import { useAuth } from "./AuthProvider.tsx";
import { GoOn } from "./GoOn.tsx";
import { MailedCode } from "./MailedCode.tsx";
import { mailNewPassword, showCode } from "./mail-calls.ts";
import { dropSent, sentFor } from "./progress.ts";
import { QuietButton, QuietLink } from "./QuietLink.tsx";
import { cardClass, SignInFrame } from "./SignInFrame.tsx";
import { useSignInSearch } from "./useSignInSearch.ts";

const screen = "forgot";
const title = "Reset your password";

/** For whoever has forgotten the password: a code and a link by mail, with which a new one can be chosen. */
export function ForgotPasswordPage() {
  const { redirect } = useSignInSearch();
  const { user, loading } = useAuth();
  const [sent, setSent] = useState(() => sentFor(screen));

  if (loading) return <FullScreenSpinner />;
  // With the right code, or with the link in another tab. Whoever was signed in anyway needs no mail.
  if (user) return <GoOn target={paths.newPassword(redirect)} />;
  const back = <QuietLink target={paths.signIn(redirect)}>Back to sign in</QuietLink>;
  if (mail === "nothing") {
    return (
      <SignInFrame title={title} foot={back}>
        <p className={cardClass}>
          This server can't send mail. Ask your administrator: they can give you a new password.
        </p>
      </SignInFrame>
    );
  }
  const send = (email: string) => mailNewPassword(email, redirect);
  if (!sent) {
    return (
      <AskForMail
        screen={screen}
        title={title}
        lead="We email you a link and a six-digit code. Either lets you choose a new password."
        submitLabel="Send the mail"
        send={send}
        onSent={(newSent) => {
          dropLink();
          setSent(newSent);
        }}
        foot={back}
      />
    );
  }
  return (
    <MailedCode
      screen={screen}
      title={title}
      lead={
        <>
          If <strong className="font-medium text-ink">{sent.email}</strong> has an account, a mail with a link
          and a six-digit code is on its way.
        </>
      }
      sent={sent}
      onSent={setSent}
      onCode={(email, code) => showCode("recovery", email, code)}
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
