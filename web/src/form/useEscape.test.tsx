import { fireEvent, render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useEscape } from "./useEscape.ts";

test("Escape leaves, but not one with which an input method gives up a word", () => {
  const leave = vi.fn();
  function Form() {
    useEscape(leave);
    return <input />;
  }
  const { container } = render(<Form />);
  const field = container.firstElementChild as HTMLInputElement;
  fireEvent.keyDown(field, { key: "Escape", isComposing: true });
  fireEvent.keyDown(field, { key: "Escape", keyCode: 229 });
  expect(leave).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Escape", keyCode: 27 });
  expect(leave).toHaveBeenCalledOnce();
});
