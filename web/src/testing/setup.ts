import { AuthClient } from "@supabase/auth-js";
import { cleanup } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

// Files share a worker, its page and the modules of packages: a new worker and page for each takes longer than most
// files' tests. The product's own modules, with their state, are loaded anew.
vi.resetModules();
localStorage.clear();
sessionStorage.clear();
document.head.replaceChildren();
document.body.replaceChildren();
history.replaceState(null, "", "/");

// jsdom knows <dialog> but can't open it.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};

afterEach(cleanup);

// What a file has begun ends with it. The files that come after it have another page, and nobody or somebody else is
// signed in there: code that is still on its way would be loaded for them, and read the session before they sign in.
const timers = new Set<ReturnType<typeof setTimeout>>();
const clients = new Set<InstanceType<typeof AuthClient>>();
const { setTimeout } = globalThis;
const { initialize } = AuthClient.prototype;
globalThis.setTimeout = Object.assign((...given: Parameters<typeof setTimeout>) => {
  const timer = setTimeout(...given);
  timers.add(timer);
  return timer;
}, setTimeout);
AuthClient.prototype.initialize = function noted(this: InstanceType<typeof AuthClient>) {
  clients.add(this);
  return initialize.call(this);
};
const stopTimers = () => {
  for (const timer of timers) clearTimeout(timer);
};
afterAll(async () => {
  stopTimers();
  await vi.dynamicImportSettled();
  for (const client of clients) await client.dispose();
  stopTimers();
  AuthClient.prototype.initialize = initialize;
  globalThis.setTimeout = setTimeout;
});
