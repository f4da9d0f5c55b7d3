import { useEffect } from "react";
import { dropLinkAnswer, useLinkAnswer } from "../api/link-answer.ts";
import { mail } from "../api/page-settings.ts";
import type { Target } from "../paths.ts";
import { Button } from "../ui/Button.tsx";
import { NoticeBanner } from "../ui/NoticeBanner.tsx";
import { toast } from "../ui/toast.ts";
import { useAuth } from "./AuthProvider.tsx";
import { failedLinkWords, openedLinkWords } from "./link-words.ts";
import { QuietLink } from "./QuietLink.tsx";

type Props = {
  /** Where another mail can be asked for. */
  again?: Target;
  /** For screens that one stays on. */
  closable?: boolean;
};

/** Tells what came of the link of a mail that opened the page. */
export function LinkNotice({ again, closable = false }: Props) {
  const answer = useLinkAnswer();
  const email = useAuth().user?.email ?? "";
  const told = answer?.kind === "session" && email !== "" ? openedLinkWords(answer.type, email) : undefined;

  useEffect(() => {
    if (!told) return;
    toast.success(told, { duration: 6000 });
    dropLinkAnswer();
  }, [told]);

  if (!answer || answer.kind === "session") return null;
  if (answer.kind === "message") {
    return (
      <NoticeBanner action={closable && <Dismiss />}>
        <p>{answer.text}.</p>
      </NoticeBanner>
    );
  }
  return (
    <NoticeBanner kind="warning" action={closable && <Dismiss />}>
      <p>{failedLinkWords(answer)}</p>
      {answer.code === "unreachable" ? (
        <div className="mt-2">
          <Button size="small" onClick={() => location.reload()}>
            Try again
          </Button>
        </div>
      ) : (
        again && mail !== "nothing" && <QuietLink target={again}>Email me a new one</QuietLink>
      )}
    </NoticeBanner>
  );
}

function Dismiss() {
  return (
    <Button size="small" variant="quiet" onClick={dropLinkAnswer}>
      Close
    </Button>
  );
}
