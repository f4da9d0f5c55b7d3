import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Trash2 } from "lucide-react";
import { beforeEach, expect, test, vi } from "vitest";
import { Button } from "./Button.tsx";
import { IconButton } from "./IconButton.tsx";

const pressed = vi.fn();
const sent = vi.fn();
beforeEach(() => void vi.clearAllMocks());

/** What browsers do with a button that can't have the focus any more. */
const loseFocusIfDisabled = (button: HTMLButtonElement) => button.disabled && button.blur();

test.each([
  ["is busy", { busy: true, busyLabel: "Saving..." }],
  ["is disabled", { disabled: true }],
] as const)(
  "a submit button that %s keeps the focus and sends nothing, however often it is pressed",
  async (_, held) => {
    const user = userEvent.setup();
    const form = (isHeld: boolean) => (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent();
        }}
      >
        <input aria-label="Name" />
        <Button type="submit" onClick={pressed} {...(isHeld && held)}>
          Save
        </Button>
      </form>
    );
    const { rerender } = render(form(false));
    const button = screen.getByRole<HTMLButtonElement>("button");
    button.focus();
    await user.keyboard("{Enter}");
    rerender(form(true));
    loseFocusIfDisabled(button);
    expect(document.activeElement).toBe(button);
    expect(button.ariaDisabled).toBe("true");
    await user.keyboard("{Enter} ");
    await user.click(button);
    await user.type(screen.getByRole("textbox"), "Asha{Enter}");
    expect([pressed.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1]);
    rerender(form(false));
    expect(button.ariaDisabled).toBeNull();
    await user.click(button);
    expect([pressed.mock.calls.length, sent.mock.calls.length]).toEqual([2, 2]);
  },
);

test("an icon's button that is disabled keeps the focus, and a press does nothing", async () => {
  const icon = (disabled: boolean) => (
    <IconButton icon={Trash2} label="Delete" disabled={disabled} onClick={pressed} />
  );
  const { rerender, container } = render(icon(false));
  // The row around it leads somewhere.
  container.parentElement?.addEventListener("click", pressed);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Delete" });
  button.focus();
  rerender(icon(true));
  loseFocusIfDisabled(button);
  expect(document.activeElement).toBe(button);
  expect(button.ariaDisabled).toBe("true");
  await userEvent.keyboard("{Enter}");
  await userEvent.click(button);
  expect(pressed).not.toHaveBeenCalled();
});
