import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { RetryPanel } from "./RetryPanel.tsx";

const onRetry = vi.fn();

/** What a card shows: rows that were read, or that they could not be. */
const card = (state: "failed" | "retrying" | "read") => (
  <main tabIndex={-1}>
    {state === "read" ? (
      <p>Rows</p>
    ) : (
      <RetryPanel message="Error loading doctors" onRetry={onRetry} retrying={state === "retrying"} />
    )}
  </main>
);

async function retryByKey(rerender: (ui: ReturnType<typeof card>) => void) {
  screen.getByRole("button", { name: "Retry" }).focus();
  await userEvent.keyboard("{Enter}");
  rerender(card("retrying"));
}

test("Retry keeps the focus while it is busy, asks once, and can be pressed again after another failure", async () => {
  const { rerender } = render(card("failed"));
  await retryByKey(rerender);
  const busy = screen.getByRole("button", { name: "Retrying..." });
  expect(document.activeElement).toBe(busy);
  expect(busy).toHaveProperty("ariaDisabled", "true");
  await userEvent.keyboard("{Enter}");
  expect(onRetry).toHaveBeenCalledOnce();
  rerender(card("failed"));
  await userEvent.keyboard("{Enter}");
  expect(onRetry).toHaveBeenCalledTimes(2);
});

test("when what was asked for takes its place, the screen has the focus", async () => {
  const { rerender } = render(card("failed"));
  await retryByKey(rerender);
  rerender(card("read"));
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("rows that come by themselves leave the focus where it is", () => {
  const withField = (state: "failed" | "read") => (
    <>
      <input aria-label="Search" />
      {card(state)}
    </>
  );
  const { rerender } = render(withField("failed"));
  screen.getByRole("textbox", { name: "Search" }).focus();
  rerender(withField("read"));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Search" }));
});
