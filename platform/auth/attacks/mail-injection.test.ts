import { type ParsedMail, startMailServer } from "@rounds/testkit/mail-server.ts";
import { afterAll, describe, expect, test } from "vitest";
import { openMailer } from "../messages/smtp.ts";
import { startService } from "../testing/service.ts";

/** Ways to end a line, or to look like the end of one to some parser. */
const ends = [
  "\r\n",
  "\n",
  "\r",
  "\r\n\r\n",
  "\u2028",
  "\u2029",
  "\u0085",
  "\v",
  "\f",
  "\0",
  "%0d%0a",
  "=0D=0A",
];
const injected = ends.map((end) => `x${end}Bcc: eve@evil.example${end}X-Injected: yes`);
const eve = "eve@evil.example";

const server = await startMailServer();
const service = await startService({
  settings: {
    mail: { by: "smtp", url: server.url },
    // As if the operator had pasted them.
    mail_from: `"Rounds\r\nBcc: ${eve}" <no-reply@rounds.test>`,
    email_change: "both",
  },
});
afterAll(async () => {
  await service.close();
  await server.stop();
});

/** The headers of the product's mails. */
const headers = [
  "auto-submitted",
  "content-type",
  "date",
  "from",
  "message-id",
  "mime-version",
  "subject",
  "to",
];

/** Only the addressee gets the mail, and no typed text is among its headers. */
function expectClean(mail: ParsedMail, to: string): void {
  expect(mail.envelope).toEqual({ from: "no-reply@rounds.test", to: [to] });
  expect(mail.to).toEqual([{ address: to, name: "" }]);
  expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
  expect([...new Set(mail.headers.map(({ key }) => key))].sort()).toEqual(headers);
  expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  const [head = ""] = mail.raw.split("\r\n\r\n");
  expect(head).not.toMatch(/^(?:bcc|x-injected)/im);
}

async function sentTo(to: string): Promise<ParsedMail[]> {
  await service.deliver();
  return server.messages.filter((mail) => mail.envelope.to.includes(to));
}

describe("an address that contains more than an address", () => {
  const addresses = [
    ...ends.map((end) => `asha@example.com${end}Bcc: ${eve}`),
    ...ends.map((end) => `asha${end}Bcc: ${eve}@example.com`),
    `asha@example.com,${eve}`,
    `asha@example.com;${eve}`,
    `asha@example.com ${eve}`,
    `asha@example.com%0a${eve}`,
    `<asha@example.com>,${eve}`,
    `Asha <asha@example.com>`,
    `"asha@example.com, ${eve}"@example.com`,
    `asha@example.com(${eve})`,
    `asha@[127.0.0.1]`,
    `asha@example.com>\r\nRCPT TO:<${eve}`,
    `asha@exa\u00admple.com`,
    `asha@ex\u200bample.com`,
    `asha@example.com\u2028`.padStart(300, "a"),
    `${"a".repeat(100_000)}@example.com`,
    `${eve}\0@example.com`,
  ];
  test("is refused everywhere, and nothing is sent", { timeout: 60_000 }, async () => {
    const { access_token } = await service.register("owner@example.com");
    for (const email of addresses) {
      const replies = await Promise.all([
        service.ask("/recover", { body: { email } }),
        service.ask("/otp", { body: { email } }),
        service.ask("/resend", { body: { type: "signup", email } }),
        service.ask("/user", { method: "PUT", bearer: access_token, body: { email } }),
      ]);
      for (const { status, body } of replies) {
        expect([email.slice(0, 80), status, body.code]).toEqual([
          email.slice(0, 80),
          400,
          "validation_failed",
        ]);
      }
    }
    await service.deliver();
    expect(server.messages).toEqual([]);
  });

  test("is refused by the sender too", async () => {
    const mailer = openMailer(
      { mail_from: "no-reply@rounds.test", public_url: "http://rounds.test" },
      server.url,
      1,
    );
    const mail = { subject: "s", text: "t", html: "h" };
    for (const address of addresses.slice(0, 28)) {
      await expect(mailer.send(crypto.randomUUID(), address, mail, service.now())).rejects.toThrow(
        /not a mail address/,
      );
    }
    mailer.close();
    expect(server.messages).toEqual([]);
  });
});

test("user metadata and link targets add no line and no recipient", async () => {
  for (const [at, text] of injected.entries()) {
    const email = `reader${at}@example.com`;
    const data = text.includes("\0") ? {} : { full_name: text, email: eve, [text]: text };
    const query = new URLSearchParams({ redirect_to: `http://rounds.test/${text}` });
    const good = new URLSearchParams({ redirect_to: `http://rounds.test/${encodeURIComponent(text)}` });
    expect((await service.ask(`/otp?${query}`, { body: { email, data } })).status).toBe(200);
    await service.deliver();
    expect((await service.ask(`/otp?${good}`, { body: { email, data } })).status).toBe(200);
    const mails = await sentTo(email);
    expect(mails.length).toBe(2);
    for (const mail of mails) expectClean(mail, email);
  }
});

test("a change of address notifies the old and the new address separately", async () => {
  const { access_token } = await service.register("before@example.com");
  const email = "after'{|}~@example.com";
  const asked = await service.ask("/user", { method: "PUT", bearer: access_token, body: { email } });
  expect(asked.status).toBe(200);
  for (const to of ["before@example.com", email]) {
    const [mail, ...more] = await sentTo(to);
    expect(more).toEqual([]);
    if (mail) expectClean(mail, to);
    expect(mail?.html).toContain("after&#39;{|}~@example.com");
  }
});

test("a product name with line breaks and tags stays one harmless line", async () => {
  const names = [...injected, "<script>alert(1)</script>", "x".repeat(2000)];
  for (const [at, name] of names.entries()) {
    const settings = {
      mail: { by: "smtp", url: server.url } as const,
      mail_from: `${name} <no-reply@rounds.test>`,
      product_name: name,
    };
    const own = await startService({ database: service.database, settings });
    const email = `named${at}@example.com`;
    expect((await own.ask("/otp", { body: { email } })).status).toBe(200);
    await own.deliver();
    const [mail, ...more] = await sentTo(email);
    expect(more).toEqual([]);
    if (mail) expectClean(mail, email);
    expect(mail?.html).not.toContain("<script>");
    await own.close();
  }
});
