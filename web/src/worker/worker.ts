import { dropOthers, findFile, keepFiles, missingOf } from "./kept-files.ts";
import type { WorkerScope } from "./scope.ts";
import { isOfVersion, pageAt, preloadsOf, wayOf } from "./ways.ts";

// Keeps the pages on the device, so that they start without a connection. What the server answers about people's data
// is never kept here.

const scope = self as unknown as WorkerScope;
const { kept } = scope;
const allKept = kept.files.slice(0, kept.kept);

scope.addEventListener("install", (event) => {
  // Where the browser can send these itself, they don't wait for the worker to start.
  event
    .addRoutes?.([
      { condition: { urlPattern: "/api/*" }, source: "network" },
      { condition: { urlPattern: "/auth/*" }, source: "network" },
    ])
    .catch(() => {});
  const first = keepFiles(kept.version, kept.files.slice(0, kept.first));
  // A page that is open keeps its own files, which have other names: nothing has to wait until it is closed.
  event.waitUntil(first.then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const way = wayOf(request, scope.location.origin);
  if (way === "page") event.respondWith(page(new URL(request.url).pathname));
  else if (way === "preloads") event.respondWith(Response.json(preloadsOf(kept)));
  else if (way === "file") event.respondWith(findFile(request));
});

scope.addEventListener("message", (event) => {
  const { data, source, ports } = event;
  if (typeof data !== "object" || data === null) return;
  if ("quiet" in data) event.waitUntil(finish(data.quiet, source?.id).catch(() => {}));
  if ("is_of_version" in data) ports[0]?.postMessage(isOfVersion(data.is_of_version, kept.html));
  if ("is_kept" in data) {
    event.waitUntil(
      missingOf(kept.version, allKept).then(({ length }) => ports[0]?.postMessage(length === 0)),
    );
  }
});

/** Once a page is quiet: keeps the rest, and removes other versions that no open page can need. */
async function finish(scripts: unknown, page: string | undefined) {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (isOfVersion(scripts, kept.html) && pages.every(({ id }) => id === page)) await dropOthers(kept.version);
  // Another worker has taken this one's place, and may have removed everything.
  if (scope.serviceWorker?.state !== "redundant") await keepFiles(kept.version, allKept);
}

function page(path: string): Response {
  return new Response(pageAt(path, kept.html, kept), { headers: kept.headers });
}
