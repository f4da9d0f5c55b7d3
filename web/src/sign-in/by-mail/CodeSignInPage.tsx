import { mail } from "../../api/page-settings.ts";
import { paths } from "../../paths.ts";
import { Redirect } from "../../ui/navigation/Redirect.tsx";
import { mailSignIn } from "../mail-calls.ts";
import { QuietLink } from "../QuietLink.tsx";
import { SignedOutOnly } from "../SignedOutOnly.tsx";
import { safeRedirect } from "../safe-redirect.ts";
import { useSignInSearch } from "../useSignInSearch.ts";
import { ByMail } from "./ByMail.tsx";

/** Signs in with a code from a mail, or its link, instead of a password. */
export function CodeSignInPage() {
  const { redirect } = useSignInSearch();
  return (
    <SignedOutOnly onwards={safeRedirect(redirect, location.origin)}>
      {mail === "nothing" ? (
        <Redirect target={paths.signIn(redirect)} />
      ) : (
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
      )}
    </SignedOutOnly>
  );
}
