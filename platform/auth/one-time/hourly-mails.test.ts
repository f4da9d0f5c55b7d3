import { describe, expect, test } from "vitest";
import { startService } from "../testing/service.ts";

describe("an hour's mails", () => {
  const hourly = (count: number) => ({ per: "key", count, seconds: 3600, burst: count }) as const;
  const from = (n: number) => ({ "x-forwarded-for": `192.0.2.${n}` });
  const exceeded = { code: "over_email_send_rate_limit", message: "email rate limit exceeded" };

  test("are used up by those that are sent, and the others wait", async () => {
    const own = await startService({ limits: { mails: hourly(2) } });
    try {
      const emails = ["one@example.com", "two@example.com", "three@example.com"];
      for (const email of emails) await own.register(email);
      const recover = async (email: string, n: number) =>
        (await own.ask("/recover", { body: { email }, headers: from(n) })).status;
      for (let n = 0; n < 20; n++) expect(await recover(`invented${n}@example.com`, n)).toBe(200);
      await own.deliver();
      for (const [n, email] of emails.entries()) expect(await recover(email, n)).toBe(200);
      await own.deliver();
      // Any two, because they are sent in parallel.
      expect(await own.mails()).toHaveLength(2);
      // A request for nobody holds a turn for a moment, and a mail that is refused then waits for the next one.
      for (let hour = 0; hour < 4; hour++) {
        own.pass(3600);
        await own.deliver();
      }
      expect((await own.mails()).map(({ to }) => to).sort()).toEqual(emails.toSorted());
    } finally {
      await own.close();
    }
  });

  test.each(["/recover", "/otp", "/resend"])(
    "limits %s by who asks and by who receives them",
    async (path) => {
      const own = await startService({ limits: { mails_asker: hourly(3), message_recipient: hourly(2) } });
      const ask = async (email: string, n: number) => {
        const reply = await own.ask(path, { body: { email, type: "signup" }, headers: from(n) });
        own.pass(61);
        return reply.status === 429 ? reply.body : reply.status;
      };
      try {
        for (let n = 0; n < 3; n++) expect(await ask(`someone${n}@example.com`, 1)).toBe(200);
        expect(await ask("someone3@example.com", 1)).toEqual(exceeded);
        expect(await ask("someone3@example.com", 2)).toBe(200);
        expect(await ask("someone3@example.com", 3)).toBe(200);
        expect(await ask("someone3@example.com", 4)).toEqual(exceeded);
      } finally {
        await own.close();
      }
    },
  );
});
