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

// jsdom is idle whenever it has nothing to do.
globalThis.requestIdleCallback ??= ((run: () => void) => setTimeout(run, 0)) as never;

// Testing Library asks for the style of each element it looks at, and jsdom compares it with every rule of the browser's own
// style sheet each time. There is no other style sheet here, so elements alike have the same style.
const { getComputedStyle } = window;
const styles = new Map<string, CSSStyleDeclaration>();
window.getComputedStyle = (element) => {
  const alike = ["type", "hidden", "open", "popover", "style"].map((name) => element.getAttribute(name));
  const key = JSON.stringify([element.localName, ...alike]);
  const style = styles.get(key) ?? getComputedStyle(element);
  styles.set(key, style);
  return style;
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
