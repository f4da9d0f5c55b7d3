import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { send } from "@rounds/testkit/send.ts";
import { afterAll, describe, expect, test } from "vitest";
import { startApp } from "./testing/app.ts";

const page = `<!doctype html><html><head>
<meta name="product-name" content="Rounds" /><meta name="business-time-zone" content="Asia/Kolkata" />
<meta name="api-key" content="" /><meta name="mail" content="smtp" />
<meta name="providers" content="" />
<title>Rounds</title><script>early()</script></head><body><div id="root"></div></body></html>`;

/** Its script, as the policy names it: `printf 'early()' | openssl dgst -sha256 -binary | base64`. */
const ownScript = "'sha256-G2Y/0fpEoq/QMzbid/byF0KE5sX9e6ar19Om2+xoMnU='";

const folder = await mkdtemp(join(tmpdir(), "rounds-pages-"));
await mkdir(join(folder, "assets"));
await writeFile(join(folder, "index.html"), page);
await writeFile(join(folder, "assets", "index-1a2b3c.js"), "// code");
await writeFile(join(folder, "assets", "index-1a2b3c.js.br"), brotliCompressSync("// code"));
await writeFile(join(folder, "icon.svg"), "<svg/>");
await writeFile(
  join(folder, "preloads.json"),
  JSON.stringify({
    "/doctors": ["/assets/doctors-1a2b3c.js"],
    "/doctors/add": ["/assets/later-8c9d0e.css", "/assets/form-4d5e6f.js", "/assets/add-7a8b9c.js"],
    "/doctors/$id": ["/assets/doctor-0d1e2f.js"],
  }),
);
const app = await startApp({
  pages: folder,
  product_name: `A & B "<script>" $1 $&`,
  business_time_zone: "America/Los_Angeles",
  signup: "domain:example.com",
  api_key: "publishable&key-$1-of-the-test",
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const browse = (path: string) => send(app.url, path, { headers: { accept: "text/html,*/*;q=0.8" } });

describe("the page", () => {
  test.each([
    "/",
    "/login",
    "/doctors",
    "/visits/0197a3b0-0000-7000-8000-000000000001/edit?page=2",
    "/no/such/screen",
  ])("answers at %s", async (path) => {
    const { status, text, headers } = await browse(path);
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "text/html; charset=utf-8",
      "no-cache",
    ]);
    expect(text).toContain('<div id="root">');
    expect(headers.get("content-security-policy")).toContain(`script-src 'self' ${ownScript};`);
  });

  test("may run the script that the build wrote into it, and no other answer may", async () => {
    for (const path of ["/icon.svg", "/assets/index-1a2b3c.js", "/api/nothing"])
      expect((await browse(path)).headers.get("content-security-policy")).toContain("script-src 'self';");
  });

  test("contains the settings that it needs, as text", async () => {
    const { text } = await browse("/");
    expect(text).toContain("<title>A &#38; B &#34;&#60;script&#62;&#34; $1 $&#38;</title>");
    expect(text).toContain('content="A &#38; B &#34;&#60;script&#62;&#34; $1 $&#38;"');
    expect(text).toContain('<meta name="business-time-zone" content="America/Los_Angeles"');
    expect(text).toContain('<meta name="api-key" content="publishable&#38;key-$1-of-the-test"');
    expect(text).toContain('<meta name="mail" content="page" />');
    expect(text.match(/<script>/g)).toHaveLength(1);
  });

  test.each([
    ["/doctors", ["/assets/doctors-1a2b3c.js"]],
    ["/doctors?city=Pune&page=2", ["/assets/doctors-1a2b3c.js"]],
    ["/doctors/add", ["/assets/form-4d5e6f.js", "/assets/add-7a8b9c.js"]],
    ["/doctors/0197a3b0-0000-7000-8000-000000000001", ["/assets/doctor-0d1e2f.js"]],
    ["/doctors/0197a3b0-0000-7000-8000-000000000001/edit", []],
    ["/no/such/screen", []],
  ])("names the scripts of the screen at %s", async (path, scripts) => {
    const { text } = await browse(path);
    const [head = ""] = text.split("</head>");
    const named = [...head.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)];
    expect(named.map(([, script]) => script)).toEqual(scripts);
  });

  test("names the style of a screen behind its place, where it delays nothing that stands there", async () => {
    const { text } = await browse("/doctors/add");
    expect(text).toContain(
      '<div id="root"></div><link rel="stylesheet" crossorigin href="/assets/later-8c9d0e.css"></body>',
    );
    expect((await browse("/doctors")).text).not.toContain("later-8c9d0e.css");
  });

  test.each(["/api/nothing", "/api", "/auth/v1/nothing", "/assets/gone.js", "/realtime/v1"])(
    "is not the answer to %s",
    async (path) => {
      const { status, headers } = await browse(path);
      expect([status, headers.get("content-type")]).toEqual([404, "application/json; charset=utf-8"]);
    },
  );

  test.each(["*/*", "*/*; q=0.1"])(
    "is the answer for link previews and monitors, which accept anything (%s)",
    async (accept) => {
      const { status, text } = await send(app.url, "/doctors/add?from=mail", { headers: { accept } });
      expect([status, text.includes('<div id="root">')]).toEqual([200, true]);
      for (const path of ["/gone.js", "/favicon.ico", "/api/nothing", "/assets/gone"]) {
        expect((await send(app.url, path, { headers: { accept } })).status).toBe(404);
      }
    },
  );

  test("has one address for each screen, and its parts have none", async () => {
    const { status, headers } = await fetch(`${app.url}/index.html`, { redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([308, "/"]);
    for (const path of ["/index.html.br", "/assets/index-1a2b3c.js.br", "/%69ndex.html.br"]) {
      expect((await browse(path)).status).toBe(404);
    }
  });

  test("passes the scripts of the other screens to pages, as data", async () => {
    const answer = await browse("/preloads.json");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "application/json; charset=utf-8",
    ]);
    expect(Object.keys(JSON.parse(answer.text))).toContain("/doctors/add");
  });

  test("is not served to programs", async () => {
    const { status, text } = await send(app.url, "/doctors", { headers: { accept: "application/json" } });
    expect([status, JSON.parse(text).code]).toEqual([404, "not_found"]);
    expect((await send(app.url, "/doctors", { method: "POST" })).status).toBe(404);
  });
});

describe("files", () => {
  test("with a hash in their name are cached for ever, others are revalidated", async () => {
    const code = await send(app.url, "/assets/index-1a2b3c.js");
    expect([code.status, code.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
    const icon = await send(app.url, "/icon.svg");
    expect([icon.status, icon.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    expect(icon.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("are sent in the brotli form of the build, to browsers that accept it", async () => {
    const packed = await send(app.url, "/assets/index-1a2b3c.js", {
      headers: { "accept-encoding": "gzip, deflate, br" },
    });
    expect([packed.headers.get("content-encoding"), packed.text]).toEqual(["br", "// code"]);
    expect(packed.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(packed.headers.get("vary")).toMatch(/accept-encoding/i);
    const plain = await send(app.url, "/assets/index-1a2b3c.js", {
      headers: { "accept-encoding": "identity" },
    });
    expect([plain.headers.get("content-encoding"), plain.text]).toEqual([null, "// code"]);
  });

  test("with a hash in their name are the same for every page, so that browsers fetch them once", async () => {
    for (const origin of [null, new URL(app.url).origin]) {
      const headers: Record<string, string> = origin ? { origin } : {};
      const code = await send(app.url, "/assets/index-1a2b3c.js", { headers });
      expect(code.headers.get("vary")).toBe("accept-encoding");
      expect(code.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test.each([
    "/../package.json",
    "/%2e%2e/package.json",
    "/assets/..%2f..%2fpackage.json",
    "/..%5cpackage.json",
    "/%00",
  ])("outside the folder can't be reached: %s", async (path) => {
    const { text, status } = await browse(path);
    expect(text).not.toContain("@rounds");
    expect(status).toBeLessThan(500);
  });
});
