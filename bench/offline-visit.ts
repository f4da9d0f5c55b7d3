import type { Page } from "@playwright/test";
import { findChromium } from "../scripts/chromium.ts";
import { Hand } from "./browser/hand.ts";
import { type Known, makeKnownDoctor, phone, recordQuickly } from "./browser/known-doctor.ts";
import { dashboard, type PageProduct, throttle, withFreshBrowser } from "./browser/page-browser.ts";
import { tellOffline, untilAllKept } from "./browser/start-browser.ts";
import { signUpAt } from "./kit/client.ts";
import { runWith, say } from "./kit/command.ts";
import { timing } from "./kit/measure.ts";
import { unlessQuick } from "./kit/quick.ts";
import { wholeNumbers } from "./kit/whole-numbers.ts";
import { withServer } from "./kit/with-place.ts";

const usage = `Usage: npm run bench:offline-visit -- [--runs 5] [--saves 50]
  --runs   how often a whole visit is recorded, from the icon to the message; it reports medians
  --saves  how often the time from the tap on Save to the message is measured
Records visits with two products without a connection, on a phone whose processor is 4 times slower, as a person does: 600
ms before each tap. The doctor bought both products yesterday. The message "Saved on this phone" comes after the
browser has written the visit to the disk. Checks in the end that the server has each visit once. Ends with code 1
when an aim is missed. CHROMIUM_PATH and BENCH_DATABASE_URL as in bench:record-visit. The slower processor is that of
the page; the browser's own processes, which write to the disk, are not slowed.`;

const size = unlessQuick(
  { visits: 1_000, doctors: 400, products: 200 },
  { visits: 500, doctors: 50, products: 50 },
);
/** Milliseconds for a whole visit, and from the tap on Save to the message. */
const aims = { taps: 6, visit: 20_000, saved: 100 };
const slowerCpu = 4;
/** How long a person looks before a tap, in milliseconds. */
const pause = 600;
const message = "Saved on this phone";

type Asked = { runs: number; saves: number };

async function run({ runs, saves }: Asked): Promise<void> {
  process.env.CHROMIUM_PATH = await findChromium();
  await withServer({ name: "rounds_offline_visit", size }, async ({ server }) => {
    const person = await signUpAt(server.port);
    const known = await makeKnownDoctor(person);
    const product = { url: `http://localhost:${server.port}`, session: person.session };
    await withFreshBrowser(
      product,
      product.session,
      (page) => record(page, product, known, runs, saves),
      phone,
    );
    const url = `${product.url}/api/visits?search=${encodeURIComponent(known.doctor)}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${person.token}` } });
    const { total } = (await answer.json()) as { total: number };
    // One more is yesterday's.
    const isOnce = total === runs + saves + 1;
    say(`visits on the server: ${total - 1} of ${runs + saves}`);
    if (!isOnce) process.exitCode = 1;
    person.close();
  });
}

async function record(page: Page, product: PageProduct, all: Known, runs: number, saves: number) {
  const known = { ...all, products: all.products.slice(0, 2) };
  await page.goto(product.url + dashboard.path);
  await untilAllKept(page, size.doctors);
  await throttle(page, { name: "no network", network: null, slowerCpu });
  await page.context().setOffline(true);
  await tellOffline(page);
  const visits: { taps: number; took: number }[] = [];
  while (visits.length < runs) visits.push(await recordWhole(page, product, known));
  const times: Saved[] = [];
  while (times.length < saves) times.push(await saveOnce(page, product, known));
  tell(visits, times);
  await throttle(page, { name: "unthrottled", network: null, slowerCpu: 1 });
  await page.context().setOffline(false);
  await untilSent(page);
}

/** From the icon to the message. */
async function recordWhole(page: Page, product: PageProduct, known: Known) {
  await page.goto("about:blank");
  const hand = new Hand(pause, 200);
  const start = performance.now();
  await page.goto(product.url + dashboard.path, { waitUntil: "commit" });
  await recordQuickly(hand, page, known);
  await page.getByText(message).waitFor();
  return { taps: hand.taps, took: performance.now() - start };
}

/** Milliseconds until the message is painted: from the tap on Save, and since the browser has the visit on the disk. */
type Saved = { tapped: number; kept: number };

async function saveOnce(page: Page, { url }: PageProduct, { doctor_id, products }: Known): Promise<Saved> {
  await page.goto(`${url}/visits/record?doctor_id=${doctor_id}`);
  for (const name of products) await page.getByRole("button", { name }).tap();
  const button = page.getByRole("button", { name: /^Save/ });
  await button.waitFor();
  await page.waitForTimeout(pause);
  return await button.evaluate(async (element, text) => {
    const messages = () => document.querySelector("section[aria-label=Messages]")?.textContent ?? "";
    let kept = 0;
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...how: Parameters<typeof begin>) {
      const transaction = begin.apply(this, how);
      if (how[2]?.durability === "strict" && kept === 0)
        transaction.addEventListener("complete", () => (kept ||= performance.now()));
      return transaction;
    };
    const start = performance.now();
    (element as HTMLElement).click();
    const end = await window.painted(() => messages().includes(text));
    return { tapped: end - start, kept: end - kept };
  }, message);
}

/** Waits until nothing waits on the phone. */
async function untilSent(page: Page): Promise<void> {
  for (let look = 0; look < 240; look++) {
    const waiting = await page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? "");
      const name = names.find((one) => one.startsWith("rounds-")) ?? "";
      return await new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction("outbox").objectStore("outbox").count();
          counting.onsuccess = () => resolve(counting.result);
          opening.result.close();
        };
      });
    });
    if (waiting === 0) return;
    await page.waitForTimeout(500);
  }
  throw new Error("Something still waits on the phone.");
}

function tell(visits: readonly { taps: number; took: number }[], times: readonly Saved[]): void {
  if (visits.length > 0) {
    const taps = Math.max(...visits.map((one) => one.taps));
    const { median } = timing(visits.map(({ took }) => took));
    say(
      `a visit with two products: ${taps} taps, ${(median / 1000).toFixed(1)} s; aims ${aims.taps}, ${aims.visit / 1000} s`,
    );
    if (taps > aims.taps || median > aims.visit) process.exitCode = 1;
  }
  if (times.length > 0) {
    const { median, p95, runs } = timing(times.map(({ tapped }) => tapped));
    const kept = timing(times.map((one) => one.kept));
    say(
      `from Save to "${message}": median ${median.toFixed(0)} ms, 95th percentile ${p95.toFixed(0)} ms of ${runs}; since it is ` +
        `on the disk ${kept.median.toFixed(0)} and ${kept.p95.toFixed(0)} ms; aim ${aims.saved} ms`,
    );
    if (p95 > aims.saved) process.exitCode = 1;
  }
}

await runWith(
  (args) =>
    wholeNumbers(args, {
      runs: { usual: 5, quick: 1, least: 0, most: 150 },
      saves: { usual: 50, quick: 2, least: 0, most: 150 },
    }),
  usage,
  run,
);
