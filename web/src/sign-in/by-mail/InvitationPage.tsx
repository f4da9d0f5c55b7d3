import { useRef, useState } from "react";
import { useAuth } from "../../api/session/AuthProvider.tsx";
import { paths } from "../../paths.ts";
import { FullScreenSpinner } from "../../ui/message/FullScreenSpinner.tsx";
import { Redirect } from "../../ui/navigation/Redirect.tsx";
import { CodeForm } from "../CodeForm.tsx";
import { EmailField } from "../EmailField.tsx";
import { showCode } from "../mail-calls.ts";
import { noteEmail, typedEmail } from "../progress.ts";
import { QuietLink } from "../QuietLink.tsx";
import { cardClass, SignInFrame } from "../SignInFrame.tsx";

const title = "Accept your invitation";

/**
 * Accepts the code of an invitation's mail, for people who read the mail on another device; then they choose a
 * password.
 */
export function InvitationPage() {
  const { user, loading } = useAuth();
  const [problem, setProblem] = useState<string>();
  const email = useRef<HTMLInputElement>(null);
  const accepting = useRef(false);
  if (loading) return <FullScreenSpinner />;
  if (user) return <Redirect target={accepting.current ? paths.newPassword() : { to: "/" }} />;

  const accept = async (code: string) => {
    const address = email.current?.value.trim() ?? "";
    setProblem(address === "" ? "Please enter the address that was invited" : undefined);
    if (address === "") {
      email.current?.focus();
      return { code: "no_address", message: "Enter the address above first.", wait: 0 };
    }
    noteEmail(address);
    accepting.current = true;
    return await showCode("invite", address, code);
  };

  return (
    <SignInFrame
      title={title}
      lead="Enter the address that was invited and the six-digit code of the mail. Then you choose a password."
      foot={<QuietLink target={paths.signIn()}>Back to sign in</QuietLink>}
    >
      <div className={cardClass}>
        <CodeForm name={title} onCode={accept} submitLabel="Accept the invitation">
          <EmailField ref={email} defaultValue={typedEmail()} error={problem} />
        </CodeForm>
      </div>
    </SignInFrame>
  );
}
