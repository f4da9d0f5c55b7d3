import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { dayOf } from "@rounds/domain/calendar/calendar.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { findChromium } from "../scripts/chromium.ts";
import {
  doctorList,
  load,
  type PageProduct,
  profiles,
  quiet,
  throttle,
  withFreshBrowser,
} from "./browser/page-browser.ts";
import {
  expire,
  noteSpinners,
  phoneViewport,
  untilAllKept,
  withoutNetwork,
} from "./browser/start-browser.ts";
import { signUpAt } from "./kit/client.ts";
import { runWith, say } from "./kit/command.ts";
import { fill } from "./kit/data.ts";
import { timing } from "./kit/measure.ts";
import { unlessQuick } from "./kit/quick.ts";
import { type ServerProcess, startServerProcess } from "./kit/server-process.ts";
import { wholeNumber } from "./kit/whole-numbers.ts";
import { withPlace, zone } from "./kit/with-place.ts";

const usage = `Usage: npm run bench:start -- [--cold 30] [--warm 15] [--before FOLDER]
  --cold   how many starts without a connection are measured
  --warm   how many loads of the doctor list with a connection are measured, each with and without the worker
  --before built pages (the folder web/dist of another version) whose starts are measured in turn with this version's
Cold: the browser was killed and started again, there is no network, the access token has expired, the processor is 4 times
slower; measured until the doctor list can be used, and how long a spinner or grey rows were seen at a time. Warm: the
slow profile of bench:page, in turn from a server with OFFLINE=on and from one with OFFLINE=off. A business of 400
doctors, 1,000 visits and 200 products. Ends with code 1 when an aim is missed. CHROMIUM_PATH and BENCH_DATABASE_URL as in
bench:page. The slower processor is that of the page; the worker, on a thread of its own, is not slowed.`;

const size = { visits: 1_000, doctors: 400, products: 200 };
/** In milliseconds. */
const aims = { cold: 1_200, spinner: 300, warm: 300 };
/** A start that takes longer has failed. */
const longestWait = 15_000;

type Asked = { cold: number; warm: number; before: string | undefined };
type Cold = { usable: number; spinner: number };

async function run({ cold, warm, before }: Asked): Promise<void> {
  process.env.CHROMIUM_PATH = await findChromium();
  const servers: ServerProcess[] = [];
  await withPlace(async (place) => {
    try {
      const settings = await place.database("rounds_start");
      const startWith = async (OFFLINE: string, pages?: string) => {
        const server = await startServerProcess(settings, { env: { OFFLINE }, ...(pages && { pages }) });
        servers.push(server);
        return server;
      };
      const keeping = await startWith("on");
      await fill(settings, size, dayOf(systemClock(), zone), () => {});
      const { session, close } = await signUpAt(keeping.port);
      close();
      const productAt = ({ port }: ServerProcess) => ({ url: `http://localhost:${port}`, session });
      if (cold > 0) {
        const products = [productAt(keeping)];
        if (before) products.push(productAt(await startWith("on", before)));
        const [now = [], other] = await startsWithoutNetwork(products, cold);
        if (other) tellBefore(now, other);
        tellCold(now);
      }
      if (warm > 0) {
        const plain = await startWith("off");
        tellWarm(await loadsInTurn(productAt(keeping), productAt(plain), warm));
      }
    } finally {
      for (const server of servers) await server.stop();
    }
  });
}

/** Lets a browser keep everything of each product once, then kills and starts them again and again, in turn. */
async function startsWithoutNetwork(products: readonly PageProduct[], runs: number): Promise<Cold[][]> {
  const kept: { product: PageProduct; folder: string; starts: Cold[] }[] = [];
  try {
    for (const product of products) {
      const folder = await mkdtemp(join(tmpdir(), "rounds-start-"));
      kept.push({ product, folder, starts: [] });
      await keepAll(product, folder);
    }
    for (let number = 1; number <= runs; number++) {
      for (const { product, folder, starts } of number % 2 ? kept : kept.toReversed()) {
        const context = await openBrowser(folder);
        starts.push(await startOnce(context, product).finally(() => kill(context)));
      }
      say(
        `start ${number} of ${runs}: ${kept.map(({ starts }) => describe(starts.at(-1))).join("; before: ")}`,
      );
    }
    return kept.map(({ starts }) => starts);
  } finally {
    for (const { folder } of kept) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function keepAll(product: PageProduct, folder: string): Promise<void> {
  const context = await openBrowser(folder);
  const page = await context.newPage();
  await page.goto(`${product.url}/icon.svg`);
  await page.evaluate(
    (session) => localStorage.setItem(`sb-${location.hostname}-auth-token`, session),
    product.session,
  );
  await page.goto(product.url + doctorList.path);
  await untilAllKept(page, size.doctors);
  // The browser writes the page's storage to the disk some seconds later.
  await page.waitForTimeout(10_000);
  await kill(context);
}

async function startOnce(context: BrowserContext, product: PageProduct): Promise<Cold> {
  const page = await context.newPage();
  await page.addInitScript(expire, product.session);
  await page.addInitScript({ content: "globalThis.__name = (value) => value;" });
  await page.addInitScript(noteSpinners, doctorList.selector);
  await withoutNetwork(page);
  await page.goto(product.url + doctorList.path, { waitUntil: "commit" });
  return page.evaluate((longest) => window.listUsable(longest), longestWait);
}

/** The times until the list is shown, with and without the worker, in turn. */
async function loadsInTurn(withWorker: PageProduct, without: PageProduct, runs: number) {
  const times: { kept: number[]; plain: number[] } = { kept: [], plain: [] };
  for (let number = 1; number <= runs; number++) {
    times.kept.push(await loadWarm(withWorker, true));
    times.plain.push(await loadWarm(without, false));
    say(
      `load ${number} of ${runs}: with the worker ${ms(times.kept.at(-1))}, without ${ms(times.plain.at(-1))}`,
    );
  }
  return times;
}

function loadWarm(product: PageProduct, isKept: boolean): Promise<number> {
  return withFreshBrowser(product, product.session, async (page: Page) => {
    await load(page, product, doctorList);
    await quiet(page);
    if (isKept) await untilAllKept(page, 0);
    for (const profile of profiles.filter(({ name }) => name === "slow")) await throttle(page, profile);
    await load(page, product, doctorList);
    await quiet(page);
    return (await load(page, product, doctorList)).shown;
  });
}

async function openBrowser(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM_PATH,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
    ],
    locale: "en-IN",
    viewport: phoneViewport,
  });
}

/** Ends the browser as a phone without memory does: without a word. */
async function kill(context: BrowserContext): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send("SystemInfo.getProcessInfo")) ?? {};
  const own = processInfo.find(({ type }) => type === "browser");
  if (!own) throw new Error("The browser's process is unknown.");
  const gone = new Promise((resolve) => context.once("close", resolve));
  process.kill(own.id, "SIGKILL");
  await gone;
}

const ms = (value: number | undefined) => `${Math.round(value ?? Number.NaN)} ms`;
const describe = (start: Cold | undefined) =>
  start && Number.isFinite(start.usable)
    ? `usable after ${ms(start.usable)}, longest spinner ${ms(start.spinner)}`
    : "not usable";

/** How long this version's starts took, for one of the other's; each beside the one next to it. */
function tellBefore(now: readonly Cold[], before: readonly Cold[]): void {
  const ratios = now.map(({ usable }, number) => usable / (before[number]?.usable ?? Number.NaN));
  const { median } = timing(ratios);
  const times = timing(before.map(({ usable }) => usable));
  say(
    `\nbefore: median ${ms(times.median)}; this version takes ${median.toFixed(2)} times as long (median of pairs)`,
  );
}

function tellCold(starts: readonly Cold[]): void {
  const { median, p95 } = timing(starts.map(({ usable }) => usable));
  const slowest = Math.max(...starts.map(({ usable }) => usable));
  const spinner = Math.max(...starts.map(({ spinner }) => spinner));
  const reached = starts.filter((start) => start.usable <= aims.cold && start.spinner <= aims.spinner);
  say(
    `\nstart without a connection: median ${ms(median)}, 95th percentile ${ms(p95)}, slowest ${ms(slowest)}, longest spinner ` +
      `${ms(spinner)}; ${reached.length} of ${starts.length} within ${ms(aims.cold)} and ${ms(aims.spinner)}\n`,
  );
  if (reached.length < starts.length) process.exitCode = 1;
}

function tellWarm({ kept, plain }: { kept: number[]; plain: number[] }): void {
  const [a, b] = [timing(kept), timing(plain)];
  say(
    `\nwarm start, slow profile: with the worker median ${ms(a.median)}, 95th percentile ${ms(a.p95)}; without ` +
      `${ms(b.median)}, ${ms(b.p95)}; aim ${ms(aims.warm)}\n`,
  );
  if (a.median > aims.warm || a.median > b.median) process.exitCode = 1;
}

function readAsked(args: string[]): Asked {
  const { values } = parseArgs({
    args,
    options: {
      cold: { type: "string", default: unlessQuick("30", "1") },
      warm: { type: "string", default: unlessQuick("15", "1") },
      before: { type: "string" },
    },
  });
  const whole = (name: "cold" | "warm") => wholeNumber(name, values[name], { least: 0, most: 1000 });
  return { cold: whole("cold"), warm: whole("warm"), before: values.before && resolve(values.before) };
}

await runWith(readAsked, usage, run);
