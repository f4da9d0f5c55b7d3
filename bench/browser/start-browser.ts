import type { Page } from "@playwright/test";

export const phoneViewport = { width: 390, height: 844 };

declare global {
  interface Window {
    /**
     * Waits until the list can be used; when that was, and for how long at a time something was seen that only says
     * "wait", in milliseconds. Infinity for a list that did not come.
     */
    listUsable(longest: number): Promise<{ usable: number; spinner: number }>;
  }
}

/** Waits until the browser has kept all files, and that many doctors. */
export async function untilAllKept(page: Page, doctors: number): Promise<void> {
  for (let look = 0; look < 120; look++) {
    if ((await areFilesKept(page)) && (await countKept(page)) >= doctors) return;
    await page.waitForTimeout(500);
  }
  throw new Error("The browser has not kept everything.");
}

function areFilesKept(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data === true);
        setTimeout(() => resolve(false), 1_000);
        navigator.serviceWorker.controller?.postMessage({ is_kept: true }, [port2]);
      }),
  );
}

/** The doctors in the person's database. */
function countKept(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const name = (await indexedDB.databases())
      .map((one) => one.name ?? "")
      .find((one) => /^rounds-/.test(one));
    if (!name) return 0;
    return new Promise<number>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => resolve(0);
      opening.onsuccess = () => {
        const database = opening.result;
        const counting = database.transaction("doctors").objectStore("doctors").count();
        counting.onsuccess = () => resolve(counting.result);
        counting.onerror = () => resolve(0);
        database.close();
      };
    });
  });
}

/** Airplane mode, and a processor 4 times slower. */
export async function withoutNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const speed = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send("Network.emulateNetworkConditions", { offline: true, ...speed });
  await tellOffline(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** Chromium's emulation does not tell a page that begins afterwards that there is no network; a phone does. */
export async function tellOffline(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => false }));
}

/** Runs in the page before its own scripts: the access token has expired. */
export function expire(session: string): void {
  const expired = { ...JSON.parse(session), expires_at: 1_000 };
  localStorage.setItem(`sb-${location.hostname}-auth-token`, JSON.stringify(expired));
}

/** Runs in the page before its own scripts, and so must not use anything from this file. */
export function noteSpinners(selector: string): void {
  const waiting = ".animate-spin, [role=status].animate-late";
  const isSeen = (element: Element) => element.checkVisibility({ checkOpacity: true });
  let since: number | undefined;
  let longest = 0;
  window.listUsable = (most) =>
    new Promise((resolve) => {
      const look = () => {
        const now = performance.now();
        if ([...document.querySelectorAll(waiting)].some(isSeen)) since ??= now;
        else since = undefined;
        if (since !== undefined) longest = Math.max(longest, now - since);
        const link = document.querySelector(selector);
        if (link && isSeen(link)) resolve({ usable: now, spinner: longest });
        else if (now > most) resolve({ usable: Number.POSITIVE_INFINITY, spinner: longest });
        else requestAnimationFrame(look);
      };
      look();
    });
}
