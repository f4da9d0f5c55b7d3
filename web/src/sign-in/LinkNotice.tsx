import { useEffect } from "react";
import { mail } from "../api/page-settings.ts";
import type { LinkAnswer } from "../api/session/link-answer.ts";
import { dropLink, useSession } from "../api/session/session.ts";
import type { Target } from "../paths.ts";
import { Button } from "../ui/control/Button.tsx";
import { NoticeBanner } from "../ui/message/NoticeBanner.tsx";
import { toast } from "../ui/message/toast.ts";
import { dropSent } from "./progress.ts";
import { providerTitle } from "./providers.ts";
import { QuietLink } from "./QuietLink.tsx";

type Props = {
  /** Where to request another mail. */
  again?: Target;
  /** For screens on which the person stays. */
  closable?: boolean;
};

/** Shows the result of the mailed link, or of the sign-in with another provider, that opened the page. */
export function LinkNotice({ again, closable = false }: Props) {
  const { user, link } = useSession();
  const email = user?.email ?? "";
  const words = link?.kind === "session" && email !== "" ? openedLinkWords(link.type, email) : undefined;

  useEffect(() => {
    if (!words) return;
    toast.success(words, { duration: 6000 });
    dropLink();
  }, [words]);

  if (!link || link.kind === "session" || link.kind === "code") return null;
  if (link.kind === "message") {
    return (
      <NoticeBanner action={closable && <Dismiss />}>
        <p>{link.text}.</p>
      </NoticeBanner>
    );
  }
  return (
    <NoticeBanner kind="warning" action={closable && <Dismiss />}>
      <p>{failedLinkWords(link)}</p>
      {link.retry ? (
        <div className="mt-2">
          <Button size="small" onClick={link.retry}>
            Try again
          </Button>
        </div>
      ) : (
        again &&
        link.provider === undefined &&
        mail !== "nothing" && (
          <QuietLink target={again} onClick={dropSent}>
            Email me a new one
          </QuietLink>
        )
      )}
    </NoticeBanner>
  );
}

function Dismiss() {
  return (
    <Button size="small" variant="quiet" onClick={dropLink}>
      Close
    </Button>
  );
}

type Failed = LinkAnswer & { kind: "failed" };

/** The words for a link, or a provider, with which signing in failed. */
function failedLinkWords({ code, message, provider }: Failed): string {
  if (provider !== undefined && code !== "user_banned") {
    const failed = `Signing in with ${providerTitle(provider)} did not work`;
    if (code === "unreachable") return `${failed}: the server can't be reached. Please try again.`;
    return message === "" ? `${failed}.` : `${failed}: ${message.replace(/\.$/, "")}.`;
  }
  switch (code) {
    case "otp_expired":
      return "This link is no longer valid. A link works once, within 24 hours, and only in the newest mail.";
    case "user_banned":
      return "This account is disabled. Please ask your administrator.";
    case "unreachable":
      return "The server can't be reached, so the link could not be opened. Please check your connection and try again.";
    default:
      return message === "" ? "This link could not be opened." : `This link could not be opened: ${message}.`;
  }
}

/** What else to say about a link that signed the person in; nothing if the screen says it. */
function openedLinkWords(type: string, email: string): string | undefined {
  switch (type) {
    case "signup":
      return "Your email address is confirmed.";
    case "email_change":
      return `Your email address is now ${email}.`;
    default:
      return undefined;
  }
}
