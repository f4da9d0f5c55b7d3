import { dropOthers } from "./kept-files.ts";
import type { WorkerScope } from "./scope.ts";

// Takes the place of the worker if the server's settings say so: it removes what was kept and then itself. Open pages
// stay as they are, and what people entered stays where it is.

const scope = self as unknown as WorkerScope;

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) =>
  event.waitUntil(dropOthers().finally(() => scope.registration.unregister())),
);
