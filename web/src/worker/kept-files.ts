import { isWhole } from "./ways.ts";

/** The prefix of the names of all caches; the rest is the version. */
const cachePrefix = "rounds-";

/**
 * How long the server may take to begin its answer, in milliseconds. Safari can wait for ever for one that doesn't
 * come, and the page with it.
 */
const longestMs = 20_000;

/** Keeps these files under this version, one after another. Rejects if one can't be had; those before it stay kept. */
export async function keepFiles(version: string, files: readonly string[]): Promise<void> {
  const cache = await caches.open(cachePrefix + version);
  for (const file of await missingOf(version, files)) {
    // The name of a file says its content, so the version before may have it.
    const known = file.startsWith("/assets/") ? await caches.match(file) : undefined;
    const answer = known ?? (await fetchFile(file));
    if (!isWhole(answer)) throw new Error(`${file} was answered with ${answer.status}.`);
    await cache.put(file, answer);
  }
}

/** Those of the files that this version has not kept yet. To open a cache that was removed would make it again. */
export async function missingOf(version: string, files: readonly string[]): Promise<readonly string[]> {
  if (!(await caches.has(cachePrefix + version))) return files;
  const cache = await caches.open(cachePrefix + version);
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  return files.filter((file) => !there.has(file));
}

/** A kept file of any version, or the one that the server has. */
export async function findFile(request: Request): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true }).catch(() => undefined);
  return known ?? fetchFile(request);
}

/** Removes what other versions kept; all of it without a version. */
export async function dropOthers(version?: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
  const own = version === undefined ? undefined : cachePrefix + version;
  await Promise.all(names.filter((name) => name !== own).map((name) => caches.delete(name)));
}

async function fetchFile(file: Request | string): Promise<Response> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), longestMs);
  try {
    return await fetch(file, { signal: waiting.signal });
  } finally {
    // A slow network may take longer for the rest.
    clearTimeout(timer);
  }
}
