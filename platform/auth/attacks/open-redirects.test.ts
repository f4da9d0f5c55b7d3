import { request } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { allowedRedirect } from "../one-time/redirects.ts";
import { lettersTo } from "../testing/mailbox.ts";
import { startService } from "../testing/service.ts";

const site = "http://rounds.test";
const redirect_allow_list = [
  "https://*.partner.example/back",
  "https://**.preview.example/ok",
  "https://app[!0-9].example/in",
  "https://exact.example/callback?from=rounds",
  "rounds-app://callback",
];

/** Addresses that look, to some parser, as if they led to the product or one of its partners. */
const tricks = [
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "http:evil.example",
  "http:/evil.example",
  "http:///evil.example",
  "http:\\\\evil.example",
  "http://evil.example\\@rounds.test/",
  "http://rounds.test\\.evil.example/",
  "http://rounds.test@evil.example/",
  "http://rounds.test:80@evil.example/",
  "http://user:password@rounds.test/",
  "http://rounds.test%40evil.example/",
  "http://rounds.test%2f@evil.example/",
  "http://rounds.test%00.evil.example/",
  "http://rounds.test.evil.example/",
  "http://rounds.testevil.example/",
  "http://evilrounds.test/",
  "http://rounds-test/",
  "http://rounds.test./",
  "http://sub.rounds.test/",
  "http://rounds.test:8080/",
  "https://rounds.test/",
  "ftp://rounds.test/",
  "ws://rounds.test/",
  "http://evil.example/http://rounds.test/",
  "http://evil.example/?http://rounds.test/",
  "http://evil.example/#http://rounds.test/",
  "http://evil.example/?redirect_to=http://rounds.test",
  "http://rounds。test.evil.example/",
  "http://evil。example/",
  "http://evil．example/",
  "http://evil｡example/",
  "http://rounds.test\u200b.evil.example/",
  "http://rоunds.test/",
  "http://ｒounds.test.evil.example/",
  "http://rounds.test\tevil.example/",
  "ht\ttp://evil.example/",
  "\thttp://evil.example/",
  " http://evil.example/",
  "http://evil.example/ ",
  "http://rounds.test /",
  "http://rounds.test\r\nSet-Cookie: a=b/",
  "http://rounds.test/%0d%0aSet-Cookie:%20a=b@evil.example\r\n",
  "http://rounds.test\n.evil.example/",
  "http://rounds.test/\u2028",
  "http://rounds.test/\u0000",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0177.0.0.1/",
  "http://127.1/",
  "http://169.254.169.254/latest/meta-data",
  "http://10.0.0.1/",
  "http://0/",
  "http://[::1]/",
  "http://[::ffff:7f00:1]/",
  "http://[2001:db8::1]/",
  "http://[::1%25eth0]/",
  "http://localhost/",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)//http://rounds.test/",
  "javascript://rounds.test/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:http://rounds.test/1",
  "file:///etc/passwd",
  "view-source:http://rounds.test/",
  "about:blank",
  "intent://rounds.test/#Intent;scheme=http;end",
  "/relative",
  "relative",
  "?query",
  "#fragment",
  "http://",
  "http://%",
  "http://[",
  // Ways to escape the allow-list's globs.
  "https://partner.example/back",
  "https://a.b.partner.example/back",
  "https://a.partner.example/back/",
  "https://a.partner.example/back?x=1",
  "https://a.partner.example/back/../evil",
  "https://a.partner.example/%62ack/..",
  "https://a.partner.example:8443/back",
  "https://evil.example/a.partner.example/back",
  "https://evil%2eexample?x.partner.example/back",
  "https://evil%2Eexample%2F.partner.example/back",
  "https://evil。example?x.partner.example/back",
  "https://evilhost?x.partner.example/back",
  "https://evilhost#.partner.example/back",
  "https://evilhost:1?.partner.example/back",
  "https://x@evil.partner.example/back",
  "https://evil.example/.preview.example/ok",
  "https://evil.example?.preview.example/ok",
  "https://evil.example/?a=.preview.example/ok",
  "https://evil%2fexample/.preview.example/ok",
  "https://preview.example.evil.example/ok",
  "https://app/.example/in",
  "https://app..example/in",
  "https://app5.example/in",
  "https://exact.example/callback",
  "https://exact.example/callback?from=rounds&to=evil",
  "https://exact.example/callback%3Ffrom=rounds",
  "https://exactxexample/callback?from=rounds",
  "rounds-app://callback.evil",
  "rounds-app://callback/../evil",
  "rounds-app:callback",
  "rounds-appx://callback",
  `http://rounds.test/${"x".repeat(2000)}`,
];

const service = await startService({ settings: { redirect_allow_list } });
afterAll(() => service.close());

/** A raw GET: fetch would normalise the address, and refuse some headers. Returns the status and every header. */
function get(path: string, headers: Record<string, string> = {}) {
  const { hostname, port, pathname } = new URL(service.url);
  return new Promise<{ status: number; location: string; headers: string[] }>((done, failed) => {
    const asked = request({ hostname, port, path: pathname + path, headers }, (answer) => {
      answer.resume();
      const { statusCode: status = 0, headers, rawHeaders } = answer;
      done({ status, location: headers.location ?? "", headers: rawHeaders });
    });
    asked.on("error", failed);
    asked.end();
  });
}

const badLink = "/verify?type=magiclink&token=none&redirect_to=";

describe("a link that leads elsewhere leads to the product", () => {
  test(`for ${tricks.length} tricks, in the query`, async () => {
    for (const trick of tricks) {
      const { status, location, headers } = await get(badLink + encodeURIComponent(trick));
      expect([trick, status, new URL(location).origin]).toEqual([trick, 303, site]);
      expect(new URL(location).pathname, trick).toBe("/");
      expect(headers, trick).not.toContain("Set-Cookie");
    }
  });

  test("in the headers redirect_to and Referer", async () => {
    for (const trick of tricks.filter((text) => /^[\x20-\x7e]+$/.test(text))) {
      for (const name of ["redirect_to", "referer"]) {
        const { location } = await get("/verify?type=magiclink&token=none", { [name]: trick });
        expect([trick, name, new URL(location).origin]).toEqual([trick, name, site]);
      }
    }
  });

  test("if it is given twice, as a list or as an object", async () => {
    for (const query of [
      "redirect_to=http://rounds.test/&redirect_to=https://evil.example",
      "redirect_to[]=https://evil.example",
      "redirect_to[0]=https://evil.example",
      "redirect_to%00=https://evil.example",
      "REDIRECT_TO=https://evil.example",
    ]) {
      const { location } = await get(`/verify?type=magiclink&token=none&${query}`);
      expect([query, new URL(location).origin]).toEqual([query, site]);
    }
  });

  test("in mailed links too, however they were requested", async () => {
    const asked = tricks.filter((text) => /^[\x21-\x7e]+$/.test(text)).filter((_, at) => at % 3 === 0);
    await service.register("reader@example.com");
    await Promise.all(
      asked.map((trick, at) => {
        const body = { email: "reader@example.com" };
        if (at % 3 === 0) return service.ask("/otp", { body, headers: { redirect_to: trick } });
        if (at % 3 === 1) return service.ask("/otp", { body, headers: { referer: trick } });
        return service.ask(`/otp?redirect_to=${encodeURIComponent(trick)}`, { body });
      }),
    );
    const letters = await lettersTo(service, "reader@example.com");
    expect(letters.length).toBe(asked.length);
    for (const { link } of letters) expect(link.searchParams.get("redirect_to")).toBe(site);
  });

  test("and no line of the answer is the attacker's", async () => {
    const split = "%0d%0aX-Injected:%20yes%0d%0a%0d%0a<script>";
    for (const path of [
      `${badLink}http://rounds.test/${split}`,
      `${badLink}http://rounds.test/%25${split.slice(1)}`,
      `/verify?type=${split}&token=x&redirect_to=http://rounds.test/`,
      `/verify?type=magiclink&token=${split}`,
      `/callback?state=${split}&error=${split}&error_description=${split}`,
    ]) {
      const { headers, location } = await get(path);
      expect(headers.map((text) => text.toLowerCase())).not.toContain("x-injected");
      expect(location).toMatch(/^[\x21-\x7e]*$/);
    }
  });
});

test("the product itself and its partners are still allowed", async () => {
  const good = [
    "http://rounds.test",
    "http://rounds.test/new-password?x=1",
    "https://a.partner.example/back",
    "https://a.b.preview.example/ok",
    "https://appx.example/in",
    "https://exact.example/callback?from=rounds",
    "rounds-app://callback",
  ];
  const config = { public_url: site, redirect_allow_list };
  for (const asked of good) {
    expect(allowedRedirect(config, asked)).toBe(asked);
    const { location } = await get(badLink + encodeURIComponent(asked));
    expect(location.startsWith(asked)).toBe(true);
  }
  const { location } = await get(`${badLink}${encodeURIComponent("http://rounds.test/a#b=c")}`);
  expect(location).toMatch(/^http:\/\/rounds\.test\/a#error=access_denied&/);
});
