import type { AuthSettings } from "@rounds/auth/base/settings.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { type MailServer, type ParsedMail, startMailServer } from "@rounds/testkit/mail-server.ts";
import { askAuth } from "@rounds/testkit/sign-in.ts";
import { TOTP } from "otpauth";
import { test as base, expect } from "../kit/fixtures.ts";
import type { Person } from "../kit/person.ts";
import { type Product, startProduct } from "../kit/product.ts";

type MailFixtures = {
  /** Settings in addition to those of a product with a mail server; a test sets it with `test.use`. */
  settings: Partial<AuthSettings> & { signup?: string };
  mailServer: MailServer;
  /**
   * Moves the server's clock forward, once every mail that was received counts as sent: a claim to a mail that is being
   * sent would run out, and the mail would be sent a second time, with another code.
   */
  pass: (seconds: number) => Promise<void>;
  /** Sets an authenticator with some name up for a person, whose session has then done the second step. */
  addAuthenticator: (person: Person, name: string) => Promise<Authenticator>;
};

/** As `test`, for a product that sends its mail over SMTP. */
export const test = base.extend<MailFixtures & { ahead: { seconds: number } }>({
  settings: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  mailServer: async ({}, use) => {
    const server = await startMailServer();
    await use(server);
    await server.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  ahead: async ({}, use) => use({ seconds: 0 }),
  pass: async ({ ahead, product }, use) =>
    use(async (seconds) => {
      await expect.poll(() => claimed(product)).toBe(0);
      ahead.seconds += seconds;
    }),
  addAuthenticator: async ({ product, ahead, pass }, use) =>
    use(async (person, friendly_name) => {
      const bearer = person.session.access_token;
      const body = { factor_type: "totp", friendly_name };
      const { id, totp } = await askAuth<Enrolled>(product.url, "POST", "/factors", { bearer, body });
      const generator = new TOTP({ secret: totp.secret });
      const code = async () => {
        await pass(30);
        return generator.generate({ timestamp: systemClock() + ahead.seconds * 1000 });
      };
      await raise(product, person, id, code);
      return { id, code };
    }),
  product: async ({ postgres, mailServer, settings, ahead }, use) => {
    const product = await startProduct(postgres, () => systemClock() + ahead.seconds * 1000, {
      mail: { by: "smtp", url: mailServer.url },
      ...settings,
    });
    await use(product);
    await product.stop();
  },
});

/** How many messages a sender is at work on. */
async function claimed({ database }: Product): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    "select count(*)::int as count from auth.messages where claimed_until is not null",
  );
  return rows[0]?.count ?? 0;
}

/** The next mail to an address with such a subject. */
export async function mailAbout(mails: MailServer, address: string, subject: RegExp): Promise<ParsedMail> {
  for (;;) {
    const mail = await mails.next(address);
    if (subject.test(mail.subject ?? "")) return mail;
  }
}

/** The six digits of a mail. */
export function codeOf({ text = "" }: ParsedMail): string {
  const code = /^\s*(\d{6})\s*$/m.exec(text)?.[1];
  if (!code) throw new Error(`No code in this mail: ${text}`);
  return code;
}

/** The address that a mail's link leads to. */
export function linkOf({ text = "" }: ParsedMail): string {
  const link = /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0];
  if (!link) throw new Error(`No link in this mail: ${text}`);
  return link;
}

/** A person's authenticator. Each code works once, so each is of a later half minute. */
type Authenticator = { id: string; code: () => Promise<string> };

type Enrolled = { id: string; totp: { secret: string } };

/** Verifies a factor's code; the person's session has then done the second step. */
async function raise(
  product: Product,
  person: Person,
  id: string,
  code: () => Promise<string>,
): Promise<void> {
  const bearer = person.session.access_token;
  const path = `/factors/${id}`;
  const challenge = await askAuth<{ id: string }>(product.url, "POST", `${path}/challenge`, {
    bearer,
    body: {},
  });
  const body = { challenge_id: challenge.id, code: await code() };
  person.session = await askAuth(product.url, "POST", `${path}/verify`, { bearer, body });
}
