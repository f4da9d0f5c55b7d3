import { afterEach, expect, test, vi } from "vitest";
import { showLoading } from "./show-loading.ts";

const place = () => document.getElementById("loading");

afterEach(() => vi.useRealTimers());

/** A page of that age, in milliseconds. */
function begin(age: number) {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  vi.spyOn(performance, "now").mockReturnValue(age);
  document.body.innerHTML = '<div id="root"><div id="loading" hidden></div></div>';
  showLoading();
}

test("a page without a screen shows that it is loading, 150 ms after it was asked for", () => {
  begin(100);
  vi.advanceTimersByTime(49);
  expect(place()?.hidden).toBe(true);
  vi.advanceTimersByTime(1);
  expect(place()?.hidden).toBe(false);
});

test("it shows at once on a page that took longer, as soon as the place is there", () => {
  begin(900);
  document.body.innerHTML = "";
  const state = vi.spyOn(document, "readyState", "get").mockReturnValue("loading");
  vi.advanceTimersByTime(30);
  document.body.innerHTML = '<div id="loading" hidden></div>';
  vi.advanceTimersByTime(20);
  expect(place()?.hidden).toBe(false);
  state.mockRestore();
});

test("nothing shows once the screen is there", () => {
  begin(0);
  document.body.innerHTML = '<div id="root"><main></main></div>';
  vi.advanceTimersByTime(1000);
  expect(vi.getTimerCount()).toBe(0);
});
