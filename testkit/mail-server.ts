import { setTimeout as wait } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A received mail: its parts, its envelope, and every byte of it. */
export type ParsedMail = Email & { envelope: { from: string; to: string[] }; raw: string };

export type MailServer = {
  /** For `SMTP_URL`. */
  url: string;
  port: number;
  /** All received mails, oldest first. */
  messages: ParsedMail[];
  /** The oldest mail to an address that was not returned yet; waits for it up to 10 seconds. */
  next(to: string): Promise<ParsedMail>;
  stop(): Promise<void>;
};

type Options = {
  port?: number;
  /** The SMTP code (450, 550) with which a recipient is refused, if any. */
  refuse?: (recipient: string) => number | undefined;
  /** How long it takes to accept a mail, in milliseconds. */
  pause?: number;
};

/** A real SMTP server on this machine that keeps what it receives. */
export async function startMailServer({ port = 0, refuse, pause = 0 }: Options = {}): Promise<MailServer> {
  const messages: ParsedMail[] = [];
  const given = new Set<ParsedMail>();
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    closeTimeout: 200,
    onRcptTo({ address }, _, done) {
      const code = refuse?.(address);
      if (code === undefined) return done();
      done(Object.assign(new Error(`${address} is not welcome`), { responseCode: code }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = envelope;
        const named = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map((recipient) => recipient.address),
        };
        PostalMime.parse(raw).then((email) => {
          messages.push({ ...email, envelope: named, raw: raw.toString("latin1") });
          setTimeout(done, pause);
        }, done);
      });
    },
  });
  await new Promise<void>((listening, failed) => {
    server.on("error", failed);
    server.listen(port, "127.0.0.1", listening);
  });
  const address = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    messages,
    async next(to) {
      for (let tries = 0; tries < 500; tries++) {
        const found = messages.find((mail) => !given.has(mail) && mail.envelope.to.includes(to));
        if (found) {
          given.add(found);
          return found;
        }
        await wait(20);
      }
      throw new Error(`No mail to ${to} within 10 seconds`);
    },
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}
