import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { send, startApp, type TestApp } from "../testing/app.ts";

const page = `<!doctype html><html><head>
<meta name="product-name" content="Rounds" /><meta name="business-time-zone" content="Asia/Kolkata" />
<title>Rounds</title></head><body><div id="root"></div></body></html>`;

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rounds-pages-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), page);
  await writeFile(join(folder, "assets", "index-1a2b3c.js"), "// code");
  await writeFile(join(folder, "theme.js"), "// theme");
  app = await startApp({
    pages: folder,
    product_name: `A & B "<script>" $1 $&`,
    business_time_zone: "America/Los_Angeles",
  });
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
    expect(headers.get("content-security-policy")).toContain("script-src 'self';");
  });

  test("carries the settings that it needs, as text", async () => {
    const { text } = await browse("/");
    expect(text).toContain("<title>A &#38; B &#34;&#60;script&#62;&#34; $1 $&#38;</title>");
    expect(text).toContain('content="A &#38; B &#34;&#60;script&#62;&#34; $1 $&#38;"');
    expect(text).toContain('<meta name="business-time-zone" content="America/Los_Angeles"');
    expect(text).not.toContain("<script>");
  });

  test.each(["/api/nothing", "/api", "/auth/v1/nothing", "/assets/gone.js", "/realtime/v1"])(
    "is not what %s answers",
    async (path) => {
      const { status, headers } = await browse(path);
      expect([status, headers.get("content-type")]).toEqual([404, "application/json; charset=utf-8"]);
    },
  );

  test("is not for programs", async () => {
    const { status, text } = await send(app.url, "/doctors", { headers: { accept: "application/json" } });
    expect([status, JSON.parse(text).code]).toEqual([404, "not_found"]);
    expect((await send(app.url, "/doctors", { method: "POST" })).status).toBe(404);
  });
});

describe("files", () => {
  test("with a hash in their name are kept for ever, others are asked for again", async () => {
    const code = await send(app.url, "/assets/index-1a2b3c.js");
    expect([code.status, code.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
    const theme = await send(app.url, "/theme.js");
    expect([theme.status, theme.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    expect(theme.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each([
    "/../package.json",
    "/%2e%2e/package.json",
    "/assets/..%2f..%2fpackage.json",
    "/..%5cpackage.json",
    "/%00",
  ])("outside the folder are out of reach: %s", async (path) => {
    const { text, status } = await browse(path);
    expect(text).not.toContain("@rounds");
    expect(status).toBeLessThan(500);
  });
});
