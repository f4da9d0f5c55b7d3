/**
 * Fetches the code of every screen into the browser's cache, one file after another, so that changing screens does not
 * wait for the network. Only fetched, not run: a file that fails is fetched again when it is needed.
 */
export async function fetchScreenCode(): Promise<void> {
  try {
    const screens: Record<string, string[]> = await (await fetch("/preloads.json")).json();
    for (const file of new Set(Object.values(screens).flat())) {
      await (await fetch(file, { priority: "low" })).arrayBuffer();
    }
  } catch {
    // There is no connection, or the pages are served for development instead of built.
  }
}
