import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { send } from "@rounds/testkit/send.ts";
import { afterAll, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "./testing/app.ts";

const page = `<!doctype html><html><head><meta name="product-name" content="Rounds" />
<meta name="offline" content="on" /><title>Rounds</title><script>early()</script></head><body></body></html>`;

const running: TestApp[] = [];
const folder = await mkdtemp(join(tmpdir(), "rounds-pages-"));
await mkdir(join(folder, "worker"));
await writeFile(join(folder, "index.html"), page);
await writeFile(join(folder, "worker/worker.js"), "// worker");
await writeFile(join(folder, "worker/worker-off.js"), "// no worker");
const database = await createTestDatabase();
afterAll(async () => {
  for (const app of running) await app.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

let people = 0;
async function start(settings: { product_name?: string; offline?: boolean; public_url?: string } = {}) {
  const email = `person-${people++}@example.com`;
  const app = await startApp({ pages: folder, database, email, ...settings });
  running.push(app);
  return app;
}

/** What the worker would find in `self.kept`. */
function keptIn(script: string): { html: string; headers: Record<string, string> } {
  const [, json = ""] = /^self\.kept=(.*);\n/.exec(script) ?? [];
  return JSON.parse(json);
}

describe("the worker", () => {
  test("comes with the page and the headers that the server itself sends", async () => {
    const app = await start({ product_name: "A & </script> B", public_url: "https://rounds.test" });
    const { status, text, headers } = await send(app.url, "/sw.js");
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "no-cache",
    ]);
    expect(text.endsWith("// worker")).toBe(true);
    const served = await send(app.url, "/nowhere", { headers: { accept: "text/html" } });
    const kept = keptIn(text);
    expect(kept.html).toBe(served.text);
    const aboutOneAnswer = [
      ...["cache-control", "connection", "content-length", "content-encoding", "date", "keep-alive"],
      ...["transfer-encoding", "vary", "x-request-id"],
    ];
    const lasting = [...served.headers].filter(([name]) => !aboutOneAnswer.includes(name));
    expect(kept.headers).toEqual(Object.fromEntries(lasting));
    expect(kept.headers["content-security-policy"]).toContain("script-src 'self' 'sha256-");
    expect(kept.headers["strict-transport-security"]).toBeDefined();
  });

  test("is the same for every request, and another one with other settings", async () => {
    const app = await start();
    const one = await send(app.url, "/sw.js");
    const origin = { headers: { origin: app.url, "accept-language": "hi" } };
    expect((await send(app.url, "/sw.js", origin)).text).toBe(one.text);
    const other = await start({ product_name: "Field" });
    expect((await send(other.url, "/sw.js")).text).not.toBe(one.text);
  });

  test("has one address", async () => {
    const { url } = await start();
    for (const path of ["/worker/worker.js", "/worker/worker-off.js", "/%77orker/worker.js"])
      expect((await send(url, path)).status).toBe(404);
  });

  test("is replaced by one that removes it if the settings say so, and pages don't ask for it", async () => {
    const { url } = await start({ offline: false });
    const { status, text, headers } = await send(url, "/sw.js");
    expect([status, text, headers.get("cache-control")]).toEqual([200, "// no worker", "no-cache"]);
    const page = await send(url, "/", { headers: { accept: "text/html" } });
    expect(page.text).toContain('<meta name="offline" content="off" />');
  });
});

describe("the manifest", () => {
  test("names the product as in the settings, and is revalidated", async () => {
    const { url } = await start({ product_name: 'Visite "Süd"' });
    const { status, text, headers } = await send(url, "/manifest.webmanifest");
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "application/manifest+json; charset=utf-8",
      "no-cache",
    ]);
    expect(JSON.parse(text)).toMatchObject({
      name: 'Visite "Süd"',
      start_url: "/",
      scope: "/",
      display: "standalone",
      shortcuts: [
        { name: "Record visit", url: "/visits/record" },
        { name: "Doctors", url: "/doctors" },
      ],
    });
  });
});
