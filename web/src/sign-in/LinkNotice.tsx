import { useEffect } from "react";
import { mail } from "../api/page-settings.ts";
import { dropLink, useSession } from "../api/session.ts";
import type { Target } from "../paths.ts";
import { Button } from "../ui/Button.tsx";
import { NoticeBanner } from "../ui/NoticeBanner.tsx";
import { toast } from "../ui/toast.ts";
import { failedLinkWords, openedLinkWords } from "./link-words.ts";
import { dropSent } from "./progress.ts";
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
  const told = link?.kind === "session" && email !== "" ? openedLinkWords(link.type, email) : undefined;

  useEffect(() => {
    if (!told) return;
    toast.success(told, { duration: 6000 });
    dropLink();
  }, [told]);

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
