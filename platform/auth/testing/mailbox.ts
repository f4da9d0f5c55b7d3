import type { TestService } from "./service.ts";

/** The content of a mail for its reader. */
type Letter = { kind: string; subject: string; code: string; link: URL };

/** Whose mails are read. */
type Mailing = Pick<TestService, "deliver" | "mails">;

/** Sends what is due and returns the newest mail to an address; throws if there is none. */
export async function readMail(service: Mailing, to: string): Promise<Letter> {
  const [newest] = await lettersTo(service, to);
  if (!newest) throw new Error(`No mail to ${to}`);
  return newest;
}

/** Sends what is due and returns the mails to an address, newest first. */
export async function lettersTo(service: Mailing, to: string): Promise<Letter[]> {
  await service.deliver();
  const mails = (await service.mails()).filter((mail) => mail.to === to);
  return mails.map(({ kind, subject, text }) => ({
    kind,
    subject,
    code: /\b\d{6}\b/.exec(text)?.[0] ?? "",
    link: new URL(/https?:\/\/\S+\/verify\?\S+/.exec(text)?.[0] ?? "http://no-link.test"),
  }));
}

/** Where a mailed link led, without following it further. */
export type Landing = { status: number; to: URL; fragment: URLSearchParams };

/** Opens a mailed link as a browser would. */
export async function open(service: Pick<TestService, "url">, link: URL): Promise<Landing> {
  const answer = await fetch(`${service.url}/verify${link.search}`, { redirect: "manual" });
  const to = new URL(answer.headers.get("location") ?? "http://nowhere.test");
  return { status: answer.status, to, fragment: new URLSearchParams(to.hash.slice(1)) };
}
