import { fireEvent, render, screen } from "@testing-library/react";
import { type ComponentProps, useState } from "react";
import { expect, test, vi } from "vitest";
import { Pagination } from "./Pagination.tsx";

type Props = Omit<ComponentProps<typeof Pagination>, "asked" | "itemName">;

/** The buttons below a list whose address follows them at once, while its rows still come. */
function Pages({ list, onPage }: Props) {
  const [asked, setAsked] = useState(list.page);
  return (
    <Pagination
      list={list}
      asked={asked}
      itemName="items"
      onPage={(page) => {
        setAsked(page);
        onPage(page);
      }}
    />
  );
}

const previous = () => screen.getByRole<HTMLButtonElement>("button", { name: "Previous" });
const next = () => screen.getByRole<HTMLButtonElement>("button", { name: "Next" });

function listOf(page: number, total: number, shown: number) {
  return { rows: Array.from({ length: shown }), page, page_size: 10, total };
}

test.each([0, 1, 10])("is hidden with %d rows", (total) => {
  const { container } = render(<Pages list={listOf(1, total, total)} onPage={() => undefined} />);
  expect(container.childElementCount).toBe(0);
});

test("the first page has no previous one", () => {
  const onPage = vi.fn();
  render(<Pagination list={listOf(1, 1234, 10)} asked={1} onPage={onPage} itemName="doctors" />);
  expect(screen.getByText("Showing 10 of 1,234 doctors")).toBeTruthy();
  expect(screen.getByText("Page 1 of 124")).toBeTruthy();
  expect(previous().ariaDisabled).toBe("true");
  fireEvent.click(next());
  expect(onPage).toHaveBeenCalledWith(2);
});

test("the last page has no next one", () => {
  const onPage = vi.fn();
  render(<Pages list={listOf(2, 11, 1)} onPage={onPage} />);
  expect(screen.getByText("Showing 1 of 11 items")).toBeTruthy();
  expect(next().ariaDisabled).toBe("true");
  fireEvent.click(previous());
  expect(onPage).toHaveBeenCalledWith(1);
});

test("from a page that no longer exists, previous leads to the last one", () => {
  const onPage = vi.fn();
  render(<Pages list={listOf(9, 25, 0)} onPage={onPage} />);
  expect(next().ariaDisabled).toBe("true");
  fireEvent.click(previous());
  expect(onPage).toHaveBeenCalledWith(3);
});

test("two quick presses lead two pages on, and never past the last", () => {
  const onPage = vi.fn();
  const { rerender } = render(<Pages list={listOf(1, 31, 10)} onPage={onPage} />);
  for (let press = 0; press < 4; press++) fireEvent.click(next());
  expect(onPage.mock.calls).toEqual([[2], [3], [4]]);
  rerender(<Pages list={listOf(4, 31, 1)} onPage={onPage} />);
  fireEvent.click(previous());
  fireEvent.click(previous());
  expect(onPage.mock.calls.slice(3)).toEqual([[3], [2]]);
});

test("a press counts from the address again once that names another page than the one pressed for", () => {
  const onPage = vi.fn();
  const pages = (page: number, total: number) => (
    <Pagination list={listOf(page, total, 10)} asked={page} onPage={onPage} itemName="items" />
  );
  // Page 2 was still coming when a search, or Back, led to page 1.
  const { rerender } = render(pages(1, 20));
  fireEvent.click(next());
  rerender(pages(1, 20));
  fireEvent.click(next());
  expect(onPage.mock.calls).toEqual([[2], [2]]);
  // Page 3 was emptied meanwhile: page 2 is the last one.
  rerender(pages(2, 21));
  fireEvent.click(next());
  rerender(pages(2, 20));
  fireEvent.click(previous());
  expect(onPage.mock.calls.slice(2)).toEqual([[3], [1]]);
});

test("at either end the pressed button keeps the focus, and leads no further", () => {
  const onPage = vi.fn();
  const { rerender } = render(<Pages list={listOf(2, 31, 10)} onPage={onPage} />);
  for (const [page, button] of [
    [4, next()],
    [1, previous()],
  ] as const) {
    button.focus();
    fireEvent.click(button);
    rerender(<Pages list={listOf(page, 31, 10)} onPage={onPage} />);
    onPage.mockClear();
    expect(button.disabled).toBe(false);
    expect(document.activeElement).toBe(button);
    fireEvent.click(button);
    expect(onPage).not.toHaveBeenCalled();
  }
});
