/**
 * Fetches the code of every screen into the browser's cache, one file after the other, so that no change of screen
 * waits for the network. Only fetched, not run: a file that does not come is fetched again by whoever needs it.
 */
export async function fetchScreenCode(): Promise<void> {
  try {
    const screens: Record<string, string[]> = await (await fetch("/preloads.json")).json();
    for (const file of new Set(Object.values(screens).flat())) {
      await (await fetch(file, { priority: "low" })).arrayBuffer();
    }
  } catch {
    // There is no connection, or the pages are not built but served for development.
  }
}
