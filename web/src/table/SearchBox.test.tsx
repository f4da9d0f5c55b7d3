import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchBox } from "./SearchBox.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const box = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test("searches once, shortly after the last key", () => {
  const onSearch = vi.fn();
  render(<SearchBox value="" onSearch={onSearch} />);
  expect(box().placeholder).toBe("Search...");
  type("a");
  pass(199);
  type("as ");
  pass(199);
  expect(onSearch).not.toHaveBeenCalled();
  pass(1);
  expect(onSearch.mock.calls).toEqual([["as"]]);
  expect(box().value).toBe("as ");
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
  pass(200);
  type("rao");
  rerender(<SearchBox value="ra" onSearch={onSearch} />);
  expect(box().value).toBe("rao");
  pass(200);
  rerender(<SearchBox value="rao" onSearch={onSearch} />);
  rerender(<SearchBox value="" onSearch={onSearch} />);
  expect(box().value).toBe("");
  expect(onSearch.mock.calls).toEqual([["ra"], ["rao"]]);
});
