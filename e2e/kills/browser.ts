import { type BrowserContext, chromium, type Page } from "@playwright/test";

/** A browser on a profile that stays, and what its pages said to the person. */
export type KilledBrowser = {
  context: BrowserContext;
  /** Calls this with every message that a page shows. */
  onMessage: (page: Page, text: string) => void;
  /** Ends the browser, or only its pages, as a system without memory does: without a word. */
  kill(what: "browser" | "renderer"): Promise<void>;
};

/** Starts a browser whose pages are signed in. */
export async function startBrowser(folder: string, url: string, session: string): Promise<KilledBrowser> {
  const context = await chromium.launchPersistentContext(folder, {
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-site-isolation-trials",
    ],
    baseURL: url,
    locale: "en-IN",
    viewport: { width: 1280, height: 800 },
  });
  const browser: KilledBrowser = { context, onMessage: () => {}, kill };
  await context.exposeBinding("sayMessage", ({ page }, text: string) => browser.onMessage(page, text));
  await context.addInitScript({ content: "globalThis.__name = (value) => value;" });
  await context.addInitScript(noteMessages, session);
  // Asked for now, so that nothing has to be asked for at the moment of the kill.
  const devtools = await context.browser()?.newBrowserCDPSession();
  if (!devtools) throw new Error("The browser has no process.");
  const processes = async (kind: string) =>
    (await devtools.send("SystemInfo.getProcessInfo")).processInfo.flatMap(({ type, id }) =>
      type === kind ? [id] : [],
    );
  const own = await processes("browser");

  async function kill(what: "browser" | "renderer") {
    if (what === "renderer") {
      const pages = context.pages();
      const crashed = pages.map((page) => new Promise((resolve) => page.once("crash", resolve)));
      for (const id of await processes("renderer")) end(id);
      await Promise.race([Promise.all(crashed), new Promise((resolve) => setTimeout(resolve, 2_000))]);
      const next = await context.newPage();
      for (const page of context.pages()) if (page !== next) await page.close();
      return;
    }
    const closed = new Promise((resolve) => context.once("close", resolve));
    for (const id of own) end(id);
    await closed;
  }
  return browser;
}

function end(id: number) {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

declare global {
  interface Window {
    sayMessage(text: string): void;
  }
}

/** Runs in the page before its own scripts, and so must not use anything from this file. */
function noteMessages(session: string) {
  localStorage.setItem(`sb-${location.hostname}-auth-token`, session);
  let last = "";
  new MutationObserver(() => {
    const text = document.querySelector("section[aria-label=Messages]")?.textContent ?? "";
    if (text !== last && text !== "") window.sayMessage(text);
    last = text;
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
