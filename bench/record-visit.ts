import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { findChromium } from "../scripts/chromium.ts";
import { Hand } from "./browser/hand.ts";
import { type Known, makeKnownDoctor, phone, quantity, recordQuickly } from "./browser/known-doctor.ts";
import { dashboard, type PageProduct, profiles, throttle, withFreshBrowser } from "./browser/page-browser.ts";
import { signUpAt } from "./kit/client.ts";
import { runWith, say } from "./kit/command.ts";
import { timing } from "./kit/measure.ts";
import { unlessQuick } from "./kit/quick.ts";
import { wholeNumber } from "./kit/whole-numbers.ts";
import { withServer } from "./kit/with-place.ts";

const usage = `Usage: npm run bench:record-visit -- [--runs 5] [--only TEXT]
  --runs   how often every way is measured; it reports medians
  --only   only the ways whose name holds TEXT
Records visits as a person on a phone does, from the icon to the message that the visit is saved: 390×844 pixels, touch,
600 ms before each tap and 5 keys a second. The page begins anew each time, with a warm cache and a session, as when an
icon is tapped; network and processor are the slow ones of bench:page. The doctor was visited yesterday and bought
the three products that are sold again. Tells taps, keys and seconds for 1, 2 and 3 products.
The built server runs in a process of its own, with 20,000 doctors and 100,000 visits. Measures in Chromium
(CHROMIUM_PATH, else one that is found), on an embedded database in a temporary folder, or with BENCH_DATABASE_URL on that
server, where the database stays for the next run.`;

const size = unlessQuick(
  { visits: 100_000, doctors: 20_000, products: 300 },
  { visits: 500, doctors: 100, products: 50 },
);

type Asked = { runs: number; only: string };

/** A way to record a visit: it starts where the icon leads, and ends with the tap that saves. */
type Way = { name: string; products: readonly number[]; record: Recording };
type Recording = (hand: Hand, page: Page, known: Known) => Promise<void>;

const ways: readonly Way[] = [
  { name: "Record", products: unlessQuick([1, 2, 3], [1]), record: recordQuickly },
  { name: "Add Visit, product by product", products: unlessQuick([1, 2, 3], [1]), record: fillForm },
  { name: "Add Visit, Repeat last items", products: [3], record: repeatInForm },
];

/** The full form: the doctor, then each product with its quantity; the last price is there. */
async function fillForm(hand: Hand, page: Page, { doctor, products }: Known): Promise<void> {
  await chooseDoctor(hand, page, doctor);
  for (const [index, name] of products.entries()) {
    const field = page.getByLabel("Product", { exact: true });
    const option = field.locator("option", { hasText: name });
    await hand.choose(field, (await option.getAttribute("value")) ?? "");
    await hand.type(page.getByLabel("Quantity", { exact: true }), String(quantity));
    if (index < products.length - 1) await hand.tap(page.getByRole("button", { name: "Add Item" }));
  }
  await hand.tap(page.getByRole("button", { name: "Add Visit" }));
}

async function repeatInForm(hand: Hand, page: Page, { doctor }: Known): Promise<void> {
  await chooseDoctor(hand, page, doctor);
  await hand.tap(page.getByRole("button", { name: "Repeat last items" }));
  await hand.tap(page.getByRole("button", { name: "Add Visit" }));
}

async function chooseDoctor(hand: Hand, page: Page, doctor: string): Promise<void> {
  await hand.tap(page.getByRole("main").getByRole("link", { name: "Add Visit" }));
  await hand.tap(page.getByRole("combobox", { name: "Doctor" }));
  await hand.tap(page.getByRole("option", { name: doctor }));
}

/** Records one visit from the icon on; taps, keys and milliseconds until the message. */
async function recordOnce(product: PageProduct, way: Way, known: Known) {
  const slow = profiles[1] ?? { network: null, slowerCpu: 1, name: "" };
  return await withFreshBrowser(
    product,
    product.session,
    async (page) => {
      // What an earlier use has left in the cache: the dashboard, and the code of the screens on the way.
      const rehearsal = new Hand(0, 0);
      await page.goto(product.url + dashboard.path);
      await way.record(rehearsal, page, known);
      await page.getByText("Visit added successfully!").waitFor();
      await page.waitForLoadState("networkidle");
      await throttle(page, slow);
      await page.goto("about:blank");
      const hand = new Hand(600, 200);
      const start = performance.now();
      await page.goto(product.url + dashboard.path, { waitUntil: "commit" });
      await way.record(hand, page, known);
      await page.getByText("Visit added successfully!").waitFor();
      return { taps: hand.taps, keys: hand.keys, milliseconds: performance.now() - start };
    },
    phone,
  );
}

async function run({ runs, only }: Asked): Promise<void> {
  process.env.CHROMIUM_PATH = await findChromium();
  await withServer({ name: "rounds_record_visit", size }, async ({ server }) => {
    say("way                             products  taps  keys  seconds");
    for (const way of ways.filter(({ name }) => name.includes(only))) {
      for (const number of way.products) {
        const measured = [];
        for (let run = 1; run <= runs; run++) {
          // Somebody new each time, so that every visit is recorded in the same circumstances.
          const person = await signUpAt(server.port);
          const known = await makeKnownDoctor(person);
          const product = { url: `http://localhost:${server.port}`, session: person.session };
          person.close();
          measured.push(
            await recordOnce(product, way, { ...known, products: known.products.slice(0, number) }),
          );
        }
        const taps = Math.max(...measured.map((one) => one.taps));
        const keys = Math.max(...measured.map((one) => one.keys));
        const seconds = timing(measured.map(({ milliseconds }) => milliseconds)).median / 1000;
        const cells = [String(number).padStart(8), String(taps).padStart(4), String(keys).padStart(4)];
        say(`${way.name.padEnd(30)}  ${cells.join("  ")}  ${seconds.toFixed(1).padStart(7)}`);
      }
    }
  });
}

function readAsked(args: string[]): Asked {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: "string", default: unlessQuick("5", "1") },
      only: { type: "string", default: "" },
    },
  });
  return { runs: wholeNumber("runs", values.runs, { most: 100 }), only: values.only };
}

await runWith(readAsked, usage, run);
