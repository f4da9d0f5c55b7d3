import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, signIn, test } from "../kit/fixtures.ts";
import { untilRows } from "../kit/phone-store.ts";
import { rowsOf } from "../kit/screen.ts";
import { untilKept } from "./kept-pages.ts";
import { copyAsOtherVersion } from "./other-version.ts";

// The pages start from the device, and a version follows another without breaking what is open.

test.use({ loadsAhead: true, serviceWorkers: "allow" });

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const newVersion = (page: Page) => page.getByText("There is a new version of Rounds.");

/** The addresses of all kept files. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const keys = await Promise.all(caches_.map((cache) => cache.keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });

test("a page that was opened once starts without a connection or an answer, as the server sends it", async ({
  signedIn: page,
  context,
  make,
  person,
  product,
}) => {
  await make.doctor();
  await page.goto("/doctors");
  await untilKept(page);
  await untilRows(page, person.session.user.id, "doctors", 1);

  await test.step("answers about people's data are not kept, and reach the page from the server", async () => {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === "/api/doctors"),
      page.goto("/doctors"),
    ]);
    expect(answer.fromServiceWorker()).toBe(false);
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);
    const kept = await keptFiles(page);
    expect(kept.filter((path) => !path.startsWith("/assets/"))).toEqual(["/icon.svg"]);
  });

  await test.step("every screen starts without a connection, for a known person whose session can't be renewed too", async () => {
    // First: with a connection the open page may renew it at once.
    await context.setOffline(true);
    await page.evaluate((session) => {
      const expired = JSON.stringify({ ...session, expires_at: 1_000 });
      localStorage.setItem(`sb-${location.hostname}-auth-token`, expired);
    }, person.session);
    for (const [address, name] of [
      ["/team", "Team"],
      ["/visits/add", "Add Visit"],
      ["/doctors", "Doctors"],
    ] as const) {
      await page.goto(address);
      await expect(heading(page, name)).toBeVisible();
    }
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);
    // The open page may renew it as soon as it has a connection.
    const renewed = page.waitForResponse((answer) => answer.url().includes("grant_type=refresh_token"));
    await context.setOffline(false);
    await page.goto("/doctors");
    expect((await renewed).status()).toBe(200);
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);
  });

  await test.step("where the network takes every request and answers none", async () => {
    const restart = await product.goAway();
    const held = new Set<Socket>();
    const silent = createServer((socket) => held.add(socket));
    silent.listen(Number(new URL(product.url).port), "127.0.0.1");
    await once(silent, "listening");
    for (const [address, name] of [
      ["/visits", "Doctor Visits"],
      ["/products", "Products"],
    ] as const) {
      await page.goto(address, { timeout: 5_000, waitUntil: "commit" });
      await expect(heading(page, name)).toBeVisible({ timeout: 5_000 });
    }
    for (const socket of held) socket.destroy();
    silent.close();
    await once(silent, "close");
    await restart();
  });

  await test.step("the kept page is what the server sends, at every screen's address", async () => {
    const preloads: object = await (await page.request.get("/preloads.json")).json();
    expect(await page.evaluate(async () => (await fetch("/preloads.json")).json())).toEqual(preloads);
    const violations: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
    });
    for (const path of ["/", "/doctors", "/visits/add", "/products", "/team/settings", "/no/such/screen"]) {
      const kept = await page.goto(path);
      expect([path, kept?.fromServiceWorker()]).toEqual([path, true]);
      const served = await page.request.get(path, { headers: { accept: "text/html" } });
      const own = await served.text();
      // Besides, it names the files of the phone, which a page of the server opens later.
      let ofPhone = "";
      const text = (await kept?.text())?.replace(/<link rel="modulepreload"[^>]*>/g, (link) => {
        if (own.includes(link)) return link;
        ofPhone += link;
        return "";
      });
      expect(text).toBe(own);
      expect(ofPhone).toContain("/assets/phone-");
      const policy = "content-security-policy";
      expect(kept?.headers()[policy]).toBe(served.headers()[policy]);
    }
    expect(violations).toEqual([]);
  });

  await test.step("a file that the browser dropped comes from the server, and its absence is said", async () => {
    const drop = () =>
      page.evaluate(async () => {
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const { url } of await cache.keys())
            if (/\/sales-(more|schemas)-/.test(url)) await cache.delete(url);
        }
      });
    await drop();
    await page.goto("/sales");
    await expect(heading(page, "Sales Analytics")).toBeVisible();
    // It is kept again once a page is quiet.
    await page.goto("/doctors");
    await untilKept(page);
    await drop();
    await context.setOffline(true);
    const session = await context.newCDPSession(page);
    await session.send("Network.clearBrowserCache");
    await page.goto("/sales");
    await expect(page.getByText("This could not be loaded. Please check your connection.")).toBeVisible();
    await context.setOffline(false);
  });
});

test("the page opens after the browser was closed and the server stopped", async ({ product, person }, {
  project,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "rounds-profile-"));
  const open = () =>
    chromium.launchPersistentContext(folder, { ...project.use.launchOptions, baseURL: product.url });
  try {
    const before = await open();
    const first = await before.newPage();
    await signIn(first, person);
    await first.goto("/doctors");
    await untilKept(first);
    await before.close();
    const restart = await product.goAway();
    const after = await open();
    const page = await after.newPage();
    await page.goto("/doctors");
    await expect(heading(page, "Doctors")).toBeVisible();
    await page.goto("/visits");
    await expect(heading(page, "Doctor Visits")).toBeVisible();
    await after.close();
    await restart();
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

test.describe("another version", () => {
  let folder: string;
  test.beforeEach(async () => {
    folder = await copyAsOtherVersion();
  });
  test.afterEach(() => rm(folder, { recursive: true, force: true }));

  const scriptOf = (page: Page) =>
    page.evaluate(() => document.querySelector("head > script[type=module]")?.getAttribute("src"));
  const askForVersion = (page: Page) =>
    page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

  test("is not offered while something is typed, disturbs no open page, and shows at the next start", async ({
    signedIn: page,
    product,
    context,
  }) => {
    await page.clock.install();
    await page.goto("/doctors/add");
    await untilKept(page);
    const before = await scriptOf(page);

    await test.step("not while something is typed", async () => {
      await page.getByLabel("Doctor Name").fill("Dr. Meera");
      await (await product.goAway())({ pages: folder });
      await askForVersion(page);
      await expect.poll(async () => (await page.evaluate(() => caches.keys())).length).toBe(2);
      await page.clock.runFor(20_000);
      await expect(newVersion(page)).toBeHidden();
      await page.getByRole("link", { name: "Doctors", exact: true }).click();
      await page.getByRole("button", { name: /Leave|Discard/ }).click();
      await page.clock.runFor(20_000);
      await expect(newVersion(page)).toBeVisible();
      await expectAccessible(page, "a new version", [1440, 390]);
    });

    await test.step("a new tab shows it, while the open page stays on its own", async () => {
      const second = await context.newPage();
      await second.goto("/visits");
      await expect(heading(second, "Doctor Visits")).toBeVisible();
      expect(await scriptOf(second)).not.toBe(before);
      expect(await scriptOf(page)).toBe(before);
      // None of this version's files is left on the server.
      await page.getByRole("link", { name: "Team", exact: true }).click();
      await expect(heading(page, "Team")).toBeVisible();
      await second.close();
    });

    await test.step("a reload shows it, and it is the next start's, from the device alone", async () => {
      await page.getByRole("button", { name: "Reload", exact: true }).click();
      await expect.poll(() => scriptOf(page).catch(() => before)).not.toBe(before);
      const after = await scriptOf(page);
      await expect(heading(page, "Team")).toBeVisible();
      await expect(newVersion(page)).toBeHidden();
      // Nobody needs the version before any more.
      await untilKept(page);
      await expect
        .poll(async () => (await keptFiles(page)).filter((path) => /[^0]\.js$/.test(path)))
        .toEqual([]);
      await context.setOffline(true);
      await page.goto("/doctors");
      await expect(heading(page, "Doctors")).toBeVisible();
      expect(await scriptOf(page)).toBe(after);
    });
  });
});

/**
 * Looks for another worker. The page does so by itself as soon as the server is back: what it began before, and then
 * this one too, may fail. It does not wait for the answer: one that never came would hide that the worker is there.
 * Returns how far the installing, the waiting and the active worker are.
 */
async function lookForWorker(page: Page): Promise<string> {
  const states = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    void registration?.update().catch(() => {});
    const { installing, waiting, active } = registration ?? {};
    return [installing, waiting, active].map((worker) => worker?.state ?? "none").join(", ");
  });
  if (states === "none, installed, activated") await stopWorkers(page);
  return states;
}

/**
 * Stops the workers, as the browser does once they have had nothing to do for half a minute. It never stops those that a
 * test looks at, and a new one that was ready while the old one was just starting would wait for that.
 */
async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.detach();
}

/**
 * Asks the new worker whether the page is of its version, as the page did before. The worker answers in turn, so when this
 * has its answer, the page has its own; two frames later it shows what follows from that.
 */
function askIfOfVersion(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const scripts = [...document.querySelectorAll("head > script[src]")];
    const is_of_version = scripts.map((script) => script.getAttribute("src"));
    const answer = await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      navigator.serviceWorker.controller?.postMessage({ is_of_version }, [port2]);
    });
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return answer;
  });
}

test("OFFLINE=off removes what was kept and leaves people's data alone, OFFLINE=on keeps the pages again, and other settings in the page arrive without a message", async ({
  signedIn: page,
  product,
  context,
}) => {
  await page.goto("/doctors");
  await untilKept(page);
  await page.evaluate(() => {
    (window as { stillHere?: boolean }).stillHere = true;
    localStorage.setItem("of-a-person", "kept");
    return new Promise((resolve) => {
      indexedDB.open("of-a-person", 1).onsuccess = resolve;
    });
  });
  await (await product.goAway())({ offline: false });
  const keptByWorker = () => page.evaluate(() => caches.keys());
  await expect.poll(() => lookForWorker(page).then(keptByWorker)).toEqual([]);
  expect(await page.evaluate(() => (window as { stillHere?: boolean }).stillHere)).toBe(true);
  const answer = await page.goto("/visits");
  expect(answer?.fromServiceWorker()).toBe(false);
  await expect(heading(page, "Doctor Visits")).toBeVisible();
  await page.waitForLoadState("networkidle");
  const left = await page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
    text: localStorage.getItem("of-a-person"),
    database: (await indexedDB.databases()).some(({ name }) => name === "of-a-person"),
  }));
  expect(left).toEqual({ workers: 0, caches: [], text: "kept", database: true });

  await (await product.goAway())({ offline: true });
  await page.goto("/doctors");
  await untilKept(page);
  await context.setOffline(true);
  await page.goto("/visits");
  await expect(heading(page, "Doctor Visits")).toBeVisible();
  await context.setOffline(false);

  const replaced = await page.evaluateHandle(() => {
    const change = { seen: false };
    navigator.serviceWorker.addEventListener("controllerchange", () => (change.seen = true));
    return change;
  });
  await (await product.goAway())({ product_name: "Field" });
  const workers = async () => {
    const states = await lookForWorker(page);
    return (await replaced.evaluate(({ seen }) => seen)) ? "replaced" : states;
  };
  await expect.poll(workers).toBe("replaced");
  expect(await askIfOfVersion(page)).toBe(true);
  await expect(page.getByText("There is a new version")).toBeHidden();
  await page.goto("/doctors");
  await expect(page).toHaveTitle(/Field/);
  await expect(page.getByText("There is a new version")).toBeHidden();
});
