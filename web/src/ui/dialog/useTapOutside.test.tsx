import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Dialog } from "./Dialog.tsx";

const onClose = vi.fn();

function opened() {
  onClose.mockClear();
  render(
    <Dialog title="Note" onClose={onClose}>
      A text
    </Dialog>,
  );
  return { around: screen.getByRole("dialog"), text: screen.getByText("A text") };
}

test("a tap around a window closes it with the click, which the page under it does not get", () => {
  const { around } = opened();
  fireEvent.pointerDown(around);
  fireEvent.pointerUp(around);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(around);
  expect(onClose).toHaveBeenCalledOnce();
});

test("what is pressed or released within a window does not close it", () => {
  const { around, text } = opened();
  for (const [pressed, released, clicked] of [
    [text, text, text],
    // The browser clicks on what both are in.
    [text, around, around],
    [around, text, around],
  ]) {
    fireEvent.pointerDown(pressed as HTMLElement);
    fireEvent.pointerUp(released as HTMLElement);
    fireEvent.click(clicked as HTMLElement);
  }
  expect(onClose).not.toHaveBeenCalled();
});
