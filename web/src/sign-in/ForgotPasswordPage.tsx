import { useAuth } from "../api/AuthProvider.tsx";
import { mail } from "../api/page-settings.ts";
import { paths } from "../paths.ts";
import { FullScreenSpinner } from "../ui/FullScreenSpinner.tsx";
import { ByMail } from "./ByMail.tsx";
import { GoOn } from "./GoOn.tsx";
import { mailNewPassword } from "./mail-calls.ts";
import { QuietLink } from "./QuietLink.tsx";
import { cardClass, SignInFrame } from "./SignInFrame.tsx";
import { useSignInSearch } from "./useSignInSearch.ts";

const title = "Reset your password";

/** For people who forgot their password: a mailed code and link with which to choose a new one. */
export function ForgotPasswordPage() {
  const { redirect } = useSignInSearch();
  const { user, loading } = useAuth();

  if (loading) return <FullScreenSpinner />;
  // With the right code, or with the link in another tab. People who are signed in need no mail.
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
  return (
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
  );
}
