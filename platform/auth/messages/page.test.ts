import { createHash, randomUUID } from "node:crypto";
import { request } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { startService } from "../testing/service.ts";

const service = await startService({
  settings: { api_key: undefined },
  limits: { message_interval: { per: "key", count: 1e6, seconds: 1, burst: 1e6 } },
});
afterAll(() => service.close());

type Page = { status: number; headers: Record<string, string | undefined>; text: string };

/** GET /auth/v1/mail with any headers, including those that fetch does not let a caller set. */
function open(headers: Record<string, string> = {}, url = service.url): Promise<Page> {
  const { hostname, port } = new URL(url);
  return new Promise((answered, failed) => {
    const given = { host: `localhost:${port}`, ...headers };
    request({ hostname, port, path: "/auth/v1/mail", headers: given }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () =>
        answered({ status: response.statusCode ?? 0, headers: response.headers as Page["headers"], text }),
      );
    })
      .on("error", failed)
      .end();
  });
}

describe("the mail page", () => {
  test("shows mails newest first, with recipient, code and link", async () => {
    expect((await open()).text).toContain("There is no mail yet");
    for (const email of ["first@example.com", "second@example.com"]) {
      await service.ask("/otp", { body: { email, create_user: true } });
      await service.deliver();
      service.pass(60);
    }
    const [mail] = await service.mails();
    expect(mail).toMatchObject({ kind: "otp", to: "second@example.com" });
    const { status, text, headers } = await open();
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(text.indexOf("second@example.com")).toBeGreaterThan(0);
    expect(text.indexOf("second@example.com")).toBeLessThan(text.indexOf("first@example.com"));
    const code = /^\d{6}$/m.exec(mail?.text ?? "")?.[0];
    const link = /^http\S+$/m.exec(mail?.text ?? "")?.[0] ?? "";
    expect(text).toContain(`<p class="code">${code}</p>`);
    expect(text).toContain(`<a href="${link.replaceAll("&", "&amp;")}">`);
    expect(text).toContain("1 minute ago");
    expect(text).not.toContain("target=");
    // A page that reloads itself loses the reader's place; a link reloads it on request.
    expect(text).not.toContain("http-equiv");
    expect(text).toContain('<a href="">Check for new mail</a>');
  });

  test("contains no script, and no other page can read it", async () => {
    const { text, headers } = await open({ origin: "https://evil.example" });
    expect(text).not.toMatch(/<script|javascript:|\son\w+=/i);
    const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(headers["content-security-policy"]).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cache-control"]).toBe("no-store");
  });

  /** Puts a mail with this text onto the page. */
  async function show(subject: string, text: string) {
    const id = randomUUID();
    const now = new Date(service.now()).toISOString();
    const { db } = service.database;
    await db
      .insertInto("auth.messages")
      .values({
        id,
        channel: "mail",
        kind: "recovery",
        recipient: `"><img src=x onerror=alert(1)>@example.com`,
        details: "{}",
        created_at: now,
        due_at: now,
        done_at: now,
        outcome: "shown",
      })
      .execute();
    await db
      .insertInto("auth.shown_messages")
      .values({ id, subject, text, html: null, created_at: now })
      .execute();
  }

  test("shows typed text as text", async () => {
    await show(
      "<b>bold</b>",
      `<script>alert(1)</script>\njavascript:alert(1)\nhttps://a.example/"onmouseover="alert(1)\n`,
    );
    const page = await open();
    expect(page.text).not.toMatch(/<script|<b>|<img|href="javascript|"onmouseover/);
    expect(page.text).toContain("&lt;b&gt;bold&lt;/b&gt;");
    expect(page.text).toContain('<a href="https://a.example/">');
  });

  test("a link ends before the colon or the full stop behind it", async () => {
    await show(
      "An invitation",
      "Or enter this code on https://a.example/code:\n123456\nSee https://a.example/help?a=1. Bye",
    );
    const { text } = await open();
    expect(text).toContain('<a href="https://a.example/code">https://a.example/code</a>:');
    expect(text).toContain('<a href="https://a.example/help?a=1">https://a.example/help?a=1</a>. Bye');
  });

  test.each(["localhost", "localhost:3000", "LOCALHOST:3000", "127.0.0.1:3000", "[::1]:3000"])(
    "opens by the name %s",
    async (host) => {
      expect((await open({ host })).status).toBe(200);
    },
  );

  test.each([
    ["a foreign name", { host: "rounds.example" }],
    ["a name that points here", { host: "localhost.evil.example:3000" }],
    ["another address", { host: "192.168.1.5:3000" }],
    ["a name with more in it", { host: "evil.example@localhost" }],
    ["a proxy", { "x-forwarded-for": "127.0.0.1" }],
    ["a proxy by the standard", { forwarded: "for=127.0.0.1" }],
    ["a proxy that names itself", { via: "1.1 proxy" }],
  ])("is not available to %s", async (_, headers) => {
    const { status, text } = await open(headers);
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ error_code: "not_found" });
  });

  test("is not available to another machine", async () => {
    const from = async (remoteAddress: string) =>
      (await service.app.inject({ url: "/auth/v1/mail", remoteAddress, headers: { host: "localhost" } }))
        .statusCode;
    expect(await from("192.0.2.7")).toBe(404);
    expect(await from("2001:db8::1")).toBe(404);
    expect(await from("::ffff:192.0.2.7")).toBe(404);
    expect(await from("::ffff:127.0.0.1")).toBe(200);
    expect(await from("::1")).toBe(200);
  });

  test.each([{ by: "nothing" } as const, { by: "smtp", url: "smtp://127.0.0.1:9" } as const])(
    "is not available if mail is sent by $by",
    async (mail) => {
      const other = await startService({ settings: { mail } });
      try {
        expect((await open({}, other.url)).status).toBe(404);
      } finally {
        await other.close();
      }
    },
  );
});
