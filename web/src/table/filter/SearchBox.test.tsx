import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { typingPauseMs } from "../../ui/control/usePaced.ts";
import { SearchBox } from "./SearchBox.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const box = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test("searches from the first letters on, a few times a second, and always for the last ones", () => {
  const onSearch = vi.fn();
  render(<SearchBox value="" onSearch={onSearch} />);
  expect(box().placeholder).toBe("Search...");
  type("as");
  expect(onSearch.mock.calls).toEqual([["as"]]);
  type("ash");
  pass(typingPauseMs - 1);
  type("asha ");
  expect(onSearch).toHaveBeenCalledTimes(1);
  pass(1);
  expect(onSearch.mock.calls).toEqual([["as"], ["asha"]]);
  expect(box().value).toBe("asha ");
  pass(1000);
  expect(onSearch).toHaveBeenCalledTimes(2);
});

test("searches for the words of what was pasted with control characters, and keeps what the box has", () => {
  const onSearch = vi.fn();
  render(<SearchBox placeholder="Words" value="" onSearch={onSearch} />);
  type("rao\u000bpune");
  expect(onSearch.mock.calls).toEqual([["rao pune"]]);
  expect(box().value).toBe("rao\u000bpune");
});

test("waits after a lone letter for more, but not for ever", () => {
  const onSearch = vi.fn();
  render(<SearchBox value="" onSearch={onSearch} />);
  type("a");
  expect(onSearch).not.toHaveBeenCalled();
  pass(typingPauseMs);
  expect(onSearch.mock.calls).toEqual([["a"]]);
});

test("a fast typist asks four times a second at most", () => {
  const onSearch = vi.fn();
  render(<SearchBox value="" onSearch={onSearch} />);
  for (let letters = 1; letters <= 40; letters++) {
    type("x".repeat(letters));
    pass(50);
  }
  pass(1000);
  expect(onSearch.mock.calls.length).toBeLessThanOrEqual(9);
  expect(onSearch).toHaveBeenLastCalledWith("x".repeat(40));
});

test("Enter searches at once, and Escape clears", () => {
  const onSearch = vi.fn();
  render(<SearchBox value="" onSearch={onSearch} />);
  type("rao");
  fireEvent.keyDown(box(), { key: "Enter" });
  expect(onSearch).toHaveBeenLastCalledWith("rao");
  fireEvent.keyDown(box(), { key: "Escape" });
  expect(onSearch).toHaveBeenLastCalledWith("");
  expect(box().value).toBe("");
  pass(1000);
  expect(onSearch).toHaveBeenCalledTimes(2);
});

test("values that come back from the list do not disturb typing, and outside changes are shown", () => {
  const onSearch = vi.fn();
  const { rerender } = render(<SearchBox value="" onSearch={onSearch} />);
  type("ra");
  type("rao");
  rerender(<SearchBox value="ra" onSearch={onSearch} />);
  expect(box().value).toBe("rao");
  pass(typingPauseMs);
  rerender(<SearchBox value="rao" onSearch={onSearch} />);
  rerender(<SearchBox value="" onSearch={onSearch} />);
  expect(box().value).toBe("");
  expect(onSearch.mock.calls).toEqual([["ra"], ["rao"]]);
});
