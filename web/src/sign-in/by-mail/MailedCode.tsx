import { type ReactNode, useState } from "react";
import { type Problem, wordsOf } from "../../api/session/attempt.ts";
import { ErrorBanner } from "../../ui/message/ErrorBanner.tsx";
import { MailPageLine } from "../../ui/message/MailPageLine.tsx";
import { useWait } from "../../ui/message/useWait.ts";
import { CodeForm } from "../CodeForm.tsx";
import { type CodeScreen, noteSent, type Sent } from "../progress.ts";
import { QuietButton } from "../QuietLink.tsx";
import { cardClass, SignInFrame } from "../SignInFrame.tsx";

/** How long no second mail of a kind is sent, in seconds. */
const interval = 60;

type Props = {
  screen: CodeScreen;
  title: string;
  lead: ReactNode;
  sent: Sent;
  onSent: (sent: Sent) => void;
  onCode: (email: string, code: string) => Promise<Problem | undefined>;
  /** Requests the mail again. */
  send: (email: string) => Promise<Problem | undefined>;
  /** An alternative to this mail. */
  other: ReactNode;
};

/** Waits for the code of a mail; its link, opened in this browser, works too. */
export function MailedCode({ screen, title, lead, sent, onSent, onCode, send, other }: Props) {
  const [problem, setProblem] = useState<Problem>();
  const [sending, setSending] = useState(false);
  const [again, setAgain] = useState(false);
  const { seconds, start } = useWait(sent.at > 0 ? sent.at + interval * 1000 : 0);

  const sendAgain = async () => {
    setSending(true);
    setProblem(undefined);
    setAgain(false);
    const found = await send(sent.email);
    setSending(false);
    setProblem(found);
    if (found) return start(found.wait);
    start(interval);
    setAgain(true);
    onSent(noteSent(screen, sent.email));
  };

  return (
    <SignInFrame title={title} lead={lead}>
      <div className={cardClass}>
        <ErrorBanner message={problem && wordsOf(problem)} />
        <CodeForm key={sent.email} name={title} onCode={(code) => onCode(sent.email, code)}>
          <MailPageLine />
        </CodeForm>
        <div className="-my-1 flex flex-wrap items-center justify-between gap-x-3">
          <QuietButton onClick={() => void sendAgain()} disabled={sending || seconds > 0}>
            <span className="tabular-nums">
              {sending ? "Sending..." : seconds > 0 ? `Send again in ${shortly(seconds)}` : "Send again"}
            </span>
          </QuietButton>
          {other}
        </div>
        <p role="status" className="sr-only">
          {again && "Another mail is on its way. Only its code is valid now."}
        </p>
      </div>
    </SignInFrame>
  );
}

function shortly(seconds: number): string {
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
