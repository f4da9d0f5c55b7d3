import { whenIdle } from "./api/when-quiet.ts";

/** Screens that few people open, and that answer nothing without a connection: their code comes when they are opened. */
const fetchedWhenOpened = ["/data/import", "/data/archive"];

/**
 * Fetches the code of the other screens into the browser's cache, one file after another, so that changing screens does not
 * wait for the network. Only fetched, not run: a file that fails is fetched again when it is needed. True if all of it
 * is there.
 */
export async function fetchScreenCode(): Promise<boolean> {
  try {
    const screens: Record<string, string[]> = await (await fetch("/preloads.json")).json();
    const ahead = Object.entries(screens).flatMap(([path, files]) =>
      fetchedWhenOpened.includes(path) ? [] : files,
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
 * and no moment is long.
 */
export async function runWhenIdle(parts: readonly (() => Promise<void> | undefined)[]): Promise<void> {
  for (const run of parts) {
    await new Promise<void>((resolve) => whenIdle(resolve));
    await run();
  }
}
