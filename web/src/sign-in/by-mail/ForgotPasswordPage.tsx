import { mail } from "../../api/page-settings.ts";
import { paths } from "../../paths.ts";
import { mailNewPassword } from "../mail-calls.ts";
import { QuietLink } from "../QuietLink.tsx";
import { SignedOutOnly } from "../SignedOutOnly.tsx";
import { cardClass, SignInFrame } from "../SignInFrame.tsx";
import { useSignInSearch } from "../useSignInSearch.ts";
import { ByMail } from "./ByMail.tsx";

const title = "Reset your password";

/** For people who forgot their password: a mailed code and link with which to choose a new one. */
export function ForgotPasswordPage() {
  const { redirect } = useSignInSearch();
  const back = <QuietLink target={paths.signIn(redirect)}>Back to sign in</QuietLink>;
  return (
    // With the right code, or with the link in another tab. People who are signed in need no mail.
    <SignedOutOnly onwards={paths.newPassword(redirect)}>
      {mail === "nothing" ? (
        <SignInFrame title={title} foot={back}>
          <p className={cardClass}>
            This server can't send mail. Ask your administrator: they can give you a new password.
          </p>
        </SignInFrame>
      ) : (
        <ByMail
          screen="forgot"
          title={title}
          lead="We email you a link and a six-digit code. With either, you can choose a new password."
          submitLabel="Send the mail"
          condition="has an account"
          send={(email) => mailNewPassword(email, redirect)}
          type="recovery"
          foot={back}
        />
      )}
    </SignedOutOnly>
  );
}
