import { type ReactNode, useState } from "react";
import type { Problem } from "../../api/session/attempt.ts";
import { dropLink } from "../../api/session/session.ts";
import { showCode } from "../mail-calls.ts";
import { type CodeScreen, dropSent, sentFor } from "../progress.ts";
import { QuietButton } from "../QuietLink.tsx";
import { AskForMail } from "./AskForMail.tsx";
import { MailedCode } from "./MailedCode.tsx";

type Props = {
  screen: CodeScreen;
  title: string;
  /** What the mail is for, before it is requested. */
  lead: string;
  submitLabel: string;
  /** Who gets a mail: the end of "If asha@example.com …,". */
  condition: string;
  send: (email: string) => Promise<Problem | undefined>;
  /** What the mail's code is for. */
  type: "email" | "recovery";
  /** The link back. */
  foot: ReactNode;
};

/** Asks for an address, and then for the code of the mail sent to it; its link works too. */
export function ByMail({ screen, title, lead, submitLabel, condition, send, type, foot }: Props) {
  const [sent, setSent] = useState(() => sentFor(screen));
  if (!sent) {
    return (
      <AskForMail
        screen={screen}
        title={title}
        lead={lead}
        submitLabel={submitLabel}
        send={send}
        onSent={(newSent) => {
          dropLink();
          setSent(newSent);
        }}
        foot={foot}
      />
    );
  }
  return (
    <MailedCode
      screen={screen}
      title={title}
      lead={
        <>
          If <strong className="font-medium text-ink">{sent.email}</strong> {condition}, a mail with a link
          and a six-digit code is on its way.
        </>
      }
      sent={sent}
      onSent={setSent}
      onCode={(email, code) => showCode(type, email, code)}
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
