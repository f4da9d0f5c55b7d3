import { useAuth } from "../api/AuthProvider.tsx";
import { mail } from "../api/page-settings.ts";
import { paths } from "../paths.ts";
import { FullScreenSpinner } from "../ui/FullScreenSpinner.tsx";
import { Redirect } from "../ui/Redirect.tsx";
import { ByMail } from "./ByMail.tsx";
import { GoOn } from "./GoOn.tsx";
import { mailSignIn } from "./mail-calls.ts";
import { QuietLink } from "./QuietLink.tsx";
import { safeRedirect } from "./safe-redirect.ts";
import { useSignInSearch } from "./useSignInSearch.ts";

/** Signs in with a code from a mail, or its link, instead of a password. */
export function CodeSignInPage() {
  const { redirect } = useSignInSearch();
  const { user, loading } = useAuth();

  if (loading) return <FullScreenSpinner />;
  if (user) return <GoOn target={safeRedirect(redirect, location.origin)} />;
  if (mail === "nothing") return <Redirect target={paths.signIn(redirect)} />;
  return (
    <ByMail
      screen="code"
      title="Sign in with a code"
      lead="We email you a six-digit code and a link. No password needed."
      submitLabel="Email me a code"
      condition="may sign in here"
      send={(email) => mailSignIn(email, redirect)}
      type="email"
      foot={<QuietLink target={paths.signIn(redirect)}>Sign in with a password</QuietLink>}
    />
  );
}
