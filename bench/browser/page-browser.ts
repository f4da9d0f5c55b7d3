import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";

/** The speed of network and processor; `null` for no limit. */
export type Profile = { name: string; network: Network | null; slowerCpu: number };
type Network = { latency: number; downloadThroughput: number; uploadThroughput: number };

/** The product with its pages, and the stored session of somebody who signed up there. */
export type PageProduct = { url: string; session: string };

const bytesPerSecond = (megabits: number) => (megabits * 1_000_000) / 8;

export const profiles: readonly Profile[] = [
  { name: "unthrottled", network: null, slowerCpu: 1 },
  {
    name: "slow",
    network: { latency: 150, downloadThroughput: bytesPerSecond(1.6), uploadThroughput: bytesPerSecond(1.6) },
    slowerCpu: 4,
  },
];

/** The measurements of one page load; times in milliseconds from requesting its address. */
export type Loading = {
  shown: number;
  /** When its HTML had arrived. */
  html: number;
  /** When the first request to the API started, and when its answer had arrived. */
  apiAsked: number;
  apiAnswered: number;
  /** When the last script or style before the screen was requested. */
  lastCodeAsked: number;
  requests: number;
  /** Compressed bytes of the bodies that were loaded over the network until the screen was shown. */
  script: number;
  style: number;
  api: number;
  html_bytes: number;
  /** Script and style loaded after it. */
  later: number;
};

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const doctorList = { path: "/doctors", selector: 'main a[href^="/doctors/0"]' };
export const dashboard = { path: "/", selector: "main tbody tr" };
export const signInPage = { path: "/login", selector: 'form input[type="password"]' };

const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

/** Runs `work` with a page of a new browser, whose storage contains the session if there is one. */
export async function withFreshBrowser<Result>(
  { url }: PageProduct,
  session: string | null,
  work: (page: Page) => Promise<Result>,
  device = desk,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "rounds-page-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM_PATH,
    args: flags,
    locale: "en-IN",
    ...device,
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    // A file of the same origin without any code: the storage can be filled, and the browser is warm.
    await page.goto(`${url}/icon.svg`);
    if (session !== null) {
      await page.evaluate(
        (value) => localStorage.setItem(`sb-${location.hostname}-auth-token`, value),
        session,
      );
    }
    // The loader that runs this file names its functions with a helper that the page doesn't have.
    await page.addInitScript({ content: "globalThis.__name = (value) => value;" });
    await page.addInitScript(
      noteScreens,
      [doctorList, dashboard, signInPage].map(({ selector }) => selector),
    );
    await page.waitForTimeout(300);
    return await work(page);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Limits network and processor as the profile says. */
export async function throttle(page: Page, { network, slowerCpu }: Profile): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    ...(network ?? { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }),
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowerCpu });
}

/** Loads a screen and waits until it is painted and everything that it fetches afterwards has arrived. */
export async function load(
  page: Page,
  { url }: PageProduct,
  screen: { path: string; selector: string },
): Promise<Loading> {
  await page.goto(url + screen.path, { waitUntil: "commit" });
  const shown = await page.evaluate((selector) => window.screenShown(selector), screen.selector);
  await page.waitForLoadState("networkidle");
  return await page.evaluate(readTimings, shown);
}

/** Milliseconds from a click until the list's frame is painted: its title, and its rows or the place of its rows. */
export type Followed = { frame: number; rows: number };

/** Clicks a link of the main menu; milliseconds until the screen of that name is painted, and until its rows are. */
export function followLink(page: Page, label: string): Promise<Followed> {
  return page.evaluate(async (name) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Main"] a')];
    const titled = () => document.querySelector("main h1")?.textContent?.includes(name);
    const has = (selector: string) => () => Boolean(titled() && document.querySelector(`main ${selector}`));
    const start = performance.now();
    links.find((link) => link.textContent === name)?.click();
    const frame = window.painted(has("tbody tr, main [role=status].animate-late"));
    const rows = window.painted(has("tbody tr"));
    return { frame: (await frame) - start, rows: (await rows) - start };
  }, label);
}

/** Opens the first doctor of the list; milliseconds until the doctor's facts are painted. */
export function openFirstDoctor(page: Page): Promise<number> {
  return page.evaluate(async (selector) => {
    const link = document.querySelector<HTMLAnchorElement>(selector);
    const name = link?.textContent ?? "";
    const start = performance.now();
    link?.click();
    const shown = () =>
      Boolean(
        document.querySelector("main h1")?.textContent?.includes(name) && document.querySelector("main dl"),
      );
    return (await window.painted(shown)) - start;
  }, doctorList.selector);
}

/** Goes back to the list of doctors; milliseconds until its rows are painted. */
export function goBack(page: Page): Promise<number> {
  return page.evaluate(async (selector) => {
    const start = performance.now();
    history.back();
    return (await window.painted(() => document.querySelector(selector) !== null)) - start;
  }, doctorList.selector);
}

/** Waits until the page has done what it does after its screen is shown: fetched the code of other screens. */
export async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1500);
  await page.waitForLoadState("networkidle");
}

/** How far things jumped that nobody had touched (cumulative layout shift), since the first screen or the last question. */
export function jumpedSince(page: Page): Promise<number> {
  return page.evaluate(() => window.jumpedSince());
}

/** How soon a quick typist's letters follow each other, in milliseconds. */
const letterGap = 100;

/**
 * Types a word into the list's search, at once or letter by letter; milliseconds from the last letter until the found
 * rows are painted.
 */
export function searchFor(page: Page, word: string, byLetter = false): Promise<number> {
  const steps = byLetter ? [...word].map((_, at) => word.slice(0, at + 1)) : [word];
  return page.evaluate(
    async ([text, steps, gap]) => {
      const input = document.querySelector<HTMLInputElement>("input[type=search]");
      let start = performance.now();
      for (const step of steps) {
        if (step !== steps[0]) await new Promise((resolve) => setTimeout(resolve, gap));
        start = performance.now();
        // React notices a change only through the element's own setter.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, step);
        input?.dispatchEvent(new Event("input", { bubbles: true }));
      }
      const shown = () => {
        const rows = [...document.querySelectorAll("main [data-row]")];
        return rows.length > 0 && rows.every((row) => row.textContent?.includes(text));
      };
      return (await window.painted(shown)) - start;
    },
    [word, steps, letterGap] as const,
  );
}

/** Opens a form from the screen by its link; milliseconds until the form is painted. */
export function openForm(page: Page, link: string): Promise<number> {
  return page.evaluate(async (name) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>("main a")];
    const start = performance.now();
    links.find((one) => one.textContent?.trim() === name)?.click();
    const shown = () =>
      document.querySelector("main h1")?.textContent?.includes(name) &&
      document.querySelector("main form input");
    return (await window.painted(() => Boolean(shown()))) - start;
  }, link);
}

/** Presses the form's button of that name; milliseconds until the list of that title is painted with its rows. */
function save(page: Page, button: string, list: string): Promise<number> {
  return page.evaluate(
    async ([name, title]) => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>("main form button")];
      const start = performance.now();
      buttons.find((one) => one.textContent?.trim() === name)?.click();
      const shown = () =>
        document.querySelector("main h1")?.textContent?.includes(title) &&
        document.querySelector("main tbody tr");
      return (await window.painted(() => Boolean(shown()))) - start;
    },
    [button, list] as const,
  );
}

/** Adds a doctor with the form; milliseconds until the form is shown and until the list is, after saving. */
export async function addDoctor(page: Page): Promise<{ form: number; saved: number }> {
  const form = await openForm(page, "Add Doctor");
  await page.getByLabel("Doctor Name").fill("Dr. Measured Sharma");
  return { form, saved: await save(page, "Add Doctor", "Doctors") };
}

/**
 * Records a visit with the form; milliseconds until the form is shown, until doctors are offered, and until the list
 * is shown.
 */
export async function addVisit(page: Page): Promise<{ form: number; picker: number; saved: number }> {
  const form = await openForm(page, "Add Visit");
  const picker = await typeDoctor(page, "sharma");
  await page.locator("[role=option]").first().click();
  return { form, picker, saved: await save(page, "Add Visit", "Doctor Visits") };
}

/** Types a word into the picker of doctors at once; milliseconds until doctors of that name are painted. */
async function typeDoctor(page: Page, word: string): Promise<number> {
  await page.getByRole("combobox", { name: "Doctor", exact: true }).focus();
  return page.evaluate(async (text) => {
    const input = document.activeElement as HTMLInputElement;
    const start = performance.now();
    // React notices a change only through the element's own setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    // Those of that name come first; others have the word somewhere that an option does not show.
    const shown = () =>
      Boolean(document.querySelector("[role=option]")?.textContent?.toLowerCase().includes(text));
    return (await window.painted(shown)) - start;
  }, word);
}

declare global {
  interface Window {
    /** Waits until a condition holds and is painted; returns when, in milliseconds from the start of the page. */
    painted(holds: () => boolean): Promise<number>;
    screenShown(selector: string): Promise<number>;
    /** The layout shifts since the last call. */
    jumpedSince(): number;
  }
}

/** Runs in the page before its own scripts, and so must not use anything from this file. */
function noteScreens(selectors: string[]) {
  window.painted = (holds) =>
    new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error("The screen that was waited for did not come.")), 60_000);
      const look = () => {
        if (!holds()) return false;
        observer.disconnect();
        // The frame of this change is painted once a task runs after its animation callbacks.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        return true;
      };
      const observer = new MutationObserver(look);
      if (!look()) observer.observe(document, { childList: true, subtree: true, characterData: true });
    });
  // Watched from the start, so that a later question gets the same moment.
  const shown = new Map(
    selectors.map((selector) => [selector, window.painted(() => document.querySelector(selector) !== null)]),
  );
  window.screenShown = (selector) =>
    shown.get(selector) ?? Promise.reject(new Error(`${selector} is not watched`));

  // All code that is loaded ahead has a place in it.
  performance.setResourceTimingBufferSize(2_000);
  let jumped = 0;
  const read = (entries: PerformanceEntryList) => {
    for (const entry of entries)
      if ("value" in entry && typeof entry.value === "number") jumped += entry.value;
  };
  const watcher = new PerformanceObserver((list) => read(list.getEntries()));
  watcher.observe({ type: "layout-shift" });
  window.jumpedSince = () => {
    read(watcher.takeRecords());
    const found = jumped;
    jumped = 0;
    return found;
  };
}

/** Runs in the page. */
function readTimings(shown: number): Loading {
  const entriesOf = (type: string) => performance.getEntriesByType(type) as PerformanceResourceTiming[];
  const [navigation] = entriesOf("navigation");
  const resources = entriesOf("resource");
  const before = resources.filter((entry) => entry.responseEnd > 0 && entry.responseEnd <= shown);
  const pathOf = (entry: PerformanceResourceTiming) => new URL(entry.name).pathname;
  const isScript = (entry: PerformanceResourceTiming) => pathOf(entry).endsWith(".js");
  const isStyle = (entry: PerformanceResourceTiming) => pathOf(entry).endsWith(".css");
  const isApi = (entry: PerformanceResourceTiming) => pathOf(entry).startsWith("/api/");
  const bytes = (entries: PerformanceResourceTiming[]) =>
    entries.reduce((sum, entry) => sum + (entry.transferSize > 0 ? entry.encodedBodySize : 0), 0);
  const code = before.filter((entry) => isScript(entry) || isStyle(entry));
  const api = before.filter(isApi).sort((a, b) => a.responseEnd - b.responseEnd)[0];
  return {
    shown,
    html: navigation?.responseEnd ?? Number.NaN,
    apiAsked: api?.startTime ?? Number.NaN,
    apiAnswered: api?.responseEnd ?? Number.NaN,
    lastCodeAsked: Math.max(...code.map((entry) => entry.startTime)),
    requests: 1 + before.filter((entry) => entry.transferSize > 0).length,
    script: bytes(before.filter(isScript)),
    style: bytes(before.filter(isStyle)),
    api: bytes(before.filter(isApi)),
    html_bytes: navigation?.encodedBodySize ?? Number.NaN,
    later: bytes(resources.filter((entry) => !before.includes(entry) && (isScript(entry) || isStyle(entry)))),
  };
}
