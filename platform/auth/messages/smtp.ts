import { asDate } from "@rounds/http/clock.ts";
import nodemailer from "nodemailer";
import type { AuthConfig } from "../base/settings.ts";
import { answerMilliseconds, DeliveryError } from "./delivery-error.ts";
import { oneLine } from "./html.ts";
import type { Mail } from "./templates.ts";

/** How long a mail server may stay silent in the middle of a mail, in milliseconds. */
const socketTimeout = 20_000;
/** The limit for a whole mail: shorter than a claim, so that no other server takes over in the meantime. */
const wholeTimeout = 45_000;

/** Delivers to a recipient by mail. */
type Mailer = {
  /**
   * Delivers one mail; throws a `DeliveryError`. `attemptId` is new for each attempt, because the code is; `now` is in
   * milliseconds since 1970.
   */
  send(attemptId: string, recipient: string, mail: Mail, now: number): Promise<void>;
  /** Closes the connections that are open. */
  close(): void;
};

/** A mailer over SMTP that keeps up to `connections` open, the first one when it is needed. */
export function openMailer(
  config: Pick<AuthConfig, "mail_from" | "public_url" | "answer_milliseconds">,
  url: string,
  connections: number,
): Mailer {
  const { answer_milliseconds = answerMilliseconds } = config;
  const transport = nodemailer.createTransport({
    pool: true,
    url,
    maxConnections: connections,
    // The queue tries again; a second attempt from here would not be counted.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: answer_milliseconds,
    greetingTimeout: answer_milliseconds,
    socketTimeout,
  });
  // Without a listener an error would end the process. The sender of the mail gets its error as well.
  transport.on("error", () => {});
  const from = readSender(config.mail_from);
  const host = new URL(config.public_url).hostname;
  return {
    async send(attemptId, recipient, mail, now) {
      // Addresses are checked where they are entered; this prevents that a bug there sends a mail to somebody else.
      if (!/^[^\s\p{Cc}<>()[\]:;,"\\@]+@[^\s\p{Cc}<>():;,"\\@]+$/u.test(recipient)) {
        throw new DeliveryError("the recipient is not a mail address", { permanent: true });
      }
      try {
        await transport.sendMail({
          // Objects, because strings would be parsed as address lists.
          from,
          to: { name: "", address: recipient },
          envelope: { from: from.address, to: [recipient] },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${attemptId}@${host}>`,
          date: asDate(now),
          headers: { "Auto-Submitted": "auto-generated" },
          xMailer: false,
          signal: AbortSignal.timeout(wholeTimeout),
        });
      } catch (error) {
        throw refusal(error);
      }
    },
    close: () => transport.close(),
  };
}

/** The parts of `Rounds <no-reply@example.com>`. */
function readSender(sender: string): { name: string; address: string } {
  const line = oneLine(sender);
  const [, name = "", address = line] = /^(.*)<([^<>]*)>$/.exec(line) ?? [];
  const unquoted = /^"(.*)"$/.exec(name.trim())?.[1]?.replace(/\\(.)/g, "$1");
  return { name: unquoted ?? name.trim(), address: address.trim() };
}

/** What may be stored of a mail server's refusal: its texts quote addresses, its codes don't. */
function refusal(error: unknown): DeliveryError {
  // nodemailer describes its errors in fields of its own; each is checked before it is used.
  const { name, code, originalCode, timeoutType, command, responseCode, response } = error as Record<
    string,
    unknown
  >;
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(String(response ?? ""))?.[1];
  const known = [code, originalCode, timeoutType, command, responseCode, enhanced].filter(
    (part) => typeof part === "number" || (typeof part === "string" && /^[A-Z0-9_. ]{1,30}$/.test(part)),
  );
  const permanent =
    command === "RCPT TO" &&
    typeof responseCode === "number" &&
    responseCode >= 500 &&
    // Bad sequence, not signed in: our fault, not the recipient's.
    responseCode !== 503 &&
    responseCode !== 530;
  return new DeliveryError(`mail server: ${known.join(" ") || String(name)}`, { permanent });
}
