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

// What a page has planned for later may still come when there is no page any more: it ends with the file.
const begun = new Set<ReturnType<typeof setTimeout>>();
const begin = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...given: Parameters<typeof begin>) => {
  const timer = begin(...given);
  begun.add(timer);
  return timer;
}, begin);
afterAll(() => {
  for (const timer of begun) clearTimeout(timer);
});
