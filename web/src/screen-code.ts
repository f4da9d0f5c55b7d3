import { whenIdle } from "./api/when-quiet.ts";
import { inTheField } from "./worker/in-the-field.ts";

/** These have forms of their own, which are large: few days need them. */
const fetchedWhenOpened = /^\/(?:account|today\/catch-up)$/;

/**
 * Fetches the code of the screens of every day into the browser's cache, one file after another, so that changing screens does
 * not wait for the network. Only fetched, not run: a file that fails is fetched again when it is needed. True if all of
 * it is there. The worker keeps the rest afterwards.
 */
export async function fetchScreenCode(): Promise<boolean> {
  try {
    const screens: Record<string, string[]> = await (await fetch("/preloads.json")).json();
    const ahead = Object.entries(screens).flatMap(([path, files]) =>
      inTheField.test(path) && !fetchedWhenOpened.test(path) ? files : [],
    );
    for (const file of new Set(ahead)) {
      await (await fetch(file, { priority: "low" })).arrayBuffer();
    }
    return true;
  } catch {
    // There is no connection, or the pages are served for development instead of built.
    return false;
  }
}

/**
 * Runs code that was fetched, part by part in the browser's idle moments, so that a screen opens without waiting for it
 * and no moment is long. A part that fails, because its file can't be fetched, is loaded when it is needed.
 */
export async function runWhenIdle(parts: readonly (() => unknown)[]): Promise<void> {
  for (const run of parts) {
    await new Promise<void>((resolve) => whenIdle(resolve));
    try {
      await run();
    } catch {}
  }
}
