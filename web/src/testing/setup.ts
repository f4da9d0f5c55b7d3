import { cleanup } from "@testing-library/react";
import { afterAll, afterEach } from "vitest";

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
