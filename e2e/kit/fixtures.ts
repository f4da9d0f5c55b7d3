import { type Browser, type BrowserContext, test as base, type Page } from "@playwright/test";
import type { Call } from "@rounds/testkit/caller.ts";
import { startTestServer, type TestServer } from "@rounds/testkit/template.ts";
import { clockAhead, scriptAhead } from "@rounds/testkit/test-today.ts";
import { type Builders, buildersOf } from "./builders.ts";
import { callerOf, type Person, signUp } from "./person.ts";
import { type Product, startProduct } from "./product.ts";

/** What a test can ask for, and the options of how it runs. */
export type TestFixtures = {
  /**
   * The starting time of the test, for the server's clock, which stands still, and the browser's, which runs; a test
   * sets it with `test.use`. Undefined for the real time. The database refuses stock movements after its own real
   * time, so it must be in the past.
   */
  now: number | undefined;
  /** The server's clock of such a test, to be moved with the browser's: the page follows the server's day. */
  serverClock: { now: number | undefined };
  /**
   * Whether the page listens to changes. When it starts to, it reloads everything; a test of a screen without
   * colleagues can't know when that is.
   */
  live: boolean;
  /**
   * Whether an idle page loads the code of other screens ahead, and opens what this device keeps, as it does for people.
   * That takes more processor time than the screen of a test, so only tests of it or of work without a connection ask
   * for it; the others load each screen when they go there.
   */
  loadsAhead: boolean;
  product: Product;
  /** A person who signed up over HTTP; `page` is signed in as this person once `signedIn` is used. */
  person: Person;
  call: Call;
  /** Makes rows through the API. */
  make: Builders;
  /** The page, signed in as `person`. */
  signedIn: Page;
};

type WorkerFixtures = { postgres: TestServer };

/** Puts the person's session into the auth client's storage, before any page loads. */
export async function signIn(page: Page, person: Person) {
  await page.addInitScript((session) => {
    if (localStorage.getItem("test-signed-in")) return;
    localStorage.setItem("test-signed-in", "yes");
    localStorage.setItem(`sb-${location.hostname}-auth-token`, JSON.stringify(session));
  }, person.session);
}

/** Refuses a page, or all pages of a browser, the list of the code to load ahead, as a lost connection does. */
export async function loadNothingAhead(pages: Page | BrowserContext) {
  await pages.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (input, init) => {
      if (input === "/preloads.json") throw new TypeError("Failed to fetch");
      return await fetch(input, init);
    };
  });
}

/** Puts the clock of all pages of a browser ahead as far as that of the tests is. */
function putAhead(browser: Browser) {
  const ahead = clockAhead();
  if (ahead === 0) return;
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript({ content: scriptAhead(ahead) });
    return context;
  };
}

/** Each test has a product of its own on an empty database; a worker's tests share one PostgreSQL. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  postgres: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const { server, stop } = await startTestServer();
      await use(server);
      await stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  browser: [
    async ({ browser }, use) => {
      putAhead(browser);
      await use(browser);
    },
    { scope: "worker" },
  ],
  now: [undefined, { option: true }],
  live: [false, { option: true }],
  loadsAhead: [false, { option: true }],
  serverClock: async ({ now }, use) => use({ now }),
  product: async ({ postgres, serverClock }, use) => {
    const clock = () => serverClock.now ?? Date.now();
    const product = await startProduct(postgres, clock);
    await use(product);
    await product.stop();
  },
  context: async ({ context, loadsAhead }, use) => {
    if (!loadsAhead) await loadNothingAhead(context);
    await use(context);
  },
  page: async ({ page, now, live }, use) => {
    if (!live) await page.routeWebSocket(/\/realtime\//, () => {});
    if (now !== undefined) await page.clock.install({ time: now });
    await use(page);
  },
  baseURL: async ({ product }, use) => use(product.url),
  person: async ({ product }, use) => use(await signUp(product.url)),
  call: async ({ product, person }, use) => use(callerOf(product.url, person)),
  make: async ({ call }, use) => use(buildersOf(call)),
  signedIn: async ({ page, person }, use) => {
    await signIn(page, person);
    await use(page);
  },
});

export { expect } from "@playwright/test";
