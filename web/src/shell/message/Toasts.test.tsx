import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { toast } from "../../ui/message/toast.ts";
import { undoLink } from "../../ui/message/undo-link.ts";
import { LaterToastCard } from "../later-parts.tsx";
import { Toasts } from "./Toasts.tsx";

beforeAll(() => LaterToastCard.preload());
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  act(() => toast.closeAll());
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const messages = () => screen.getByRole("region", { name: "Messages" });
const message = (text: string | RegExp) => within(messages()).queryByText(text);
const cards = () => [...messages().querySelectorAll("[aria-live] > *")];
const shown = () => cards().map(({ textContent }) => textContent);

test("a toast disappears after 3000 ms, or after its own duration", () => {
  render(<Toasts />);
  act(() => void toast.success("Doctor added successfully!"));
  pass(2999);
  expect(shown()).toEqual(["Doctor added successfully!"]);
  pass(1);
  expect(shown()).toEqual([]);
  act(() => void toast.info("Longer", { duration: 5000 }));
  pass(4999);
  expect(shown()).toEqual(["Longer"]);
  pass(1);
  expect(shown()).toEqual([]);
});

test("only the newest is shown, for its whole duration", () => {
  render(<Toasts />);
  act(() => void toast.error("Error adding visit. Please try again."));
  pass(2000);
  act(() => void toast.success("Visit added successfully!"));
  pass(2999);
  expect(shown()).toEqual(["Visit added successfully!"]);
});

const undoable = (text: string, undoes: string) => {
  const run = vi.fn();
  act(() => void toast.success(text, undoLink(undoes, run)));
  return run;
};
const undoKey = (key: object = { ctrlKey: true }, target: Element = document.body) =>
  fireEvent.keyDown(target, { key: "z", ...key });

test("Undo stays for ten seconds below later messages: the newest three, and one of each record", () => {
  render(<Toasts />);
  undoable("One deleted", "one");
  pass(4000);
  act(() => void toast.info("Exported"));
  expect(shown()).toEqual(["Exported", "One deletedUndo"]);
  pass(3000);
  expect(shown()).toEqual(["One deletedUndo"]);
  undoable("Two deleted", "two");
  expect(shown()).toEqual(["Two deletedUndo", "One deletedUndo"]);
  undoable("Two changed", "two");
  expect(shown()).toEqual(["Two changedUndo", "One deletedUndo"]);
  undoable("Three deleted", "three");
  expect(shown()).toEqual(["Three deletedUndo", "Two changedUndo", "One deletedUndo"]);
  pass(2999);
  expect(shown()).toHaveLength(3);
  pass(1);
  expect(shown()).toEqual(["Three deletedUndo", "Two changedUndo"]);
  undoable("Four deleted", "four");
  undoable("Five deleted", "five");
  expect(shown()).toEqual(["Five deletedUndo", "Four deletedUndo", "Three deletedUndo"]);
  pass(10_000);
  expect(shown()).toEqual([]);
});

test("Ctrl or ⌘ with Z takes back the newest first, and not while somebody types", () => {
  render(
    <>
      <input aria-label="Name" />
      <Toasts />
    </>,
  );
  const [one, two] = [undoable("One deleted", "one"), undoable("Two deleted", "two")];
  expect(undoKey({ ctrlKey: true }, screen.getByLabelText("Name"))).toBe(true);
  for (const other of [{}, { ctrlKey: true, shiftKey: true }, { ctrlKey: true, altKey: true }])
    undoKey(other);
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([0, 0]);
  expect(undoKey()).toBe(false);
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([0, 1]);
  expect(shown()).toEqual(["One deletedUndo"]);
  undoKey({ metaKey: true });
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([1, 1]);
  undoKey();
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([1, 1]);
});

test("Undo is a button that says its key, and goes with its message", () => {
  render(<Toasts />);
  const run = undoable("One deleted", "one");
  const button = screen.getByRole("button", { name: "Undo" });
  expect(button.getAttribute("aria-keyshortcuts")).toBe("Control+Z Meta+Z");
  fireEvent.click(button);
  expect(run).toHaveBeenCalledOnce();
  expect(shown()).toEqual([]);
});

test.each([0, -1])("a duration of %d stays until it is closed", (duration) => {
  render(<Toasts />);
  act(() => void toast.error("Error deleting doctor", { duration }));
  pass(600_000);
  expect(shown()).toEqual(["Error deleting doctor"]);
  fireEvent.click(screen.getByRole("button", { name: "Close message" }));
  expect(shown()).toEqual([]);
});

test("a toast stays while the pointer is on it", () => {
  render(<Toasts />);
  act(() => void toast.warning("Read me"));
  const card = cards()[0] as Element;
  fireEvent.pointerEnter(card);
  pass(10_000);
  fireEvent.pointerLeave(card);
  expect(shown()).toEqual(["Read me"]);
  pass(3000);
  expect(shown()).toEqual([]);
});

/** The messages on a page with a dialog or without. */
const page = (open: boolean) => (
  <main tabIndex={-1}>
    <button type="button">Delete</button>
    {open && (
      <Dialog title="Add Stock" onClose={() => undefined}>
        <p>Quantity</p>
      </Dialog>
    )}
    <Toasts />
  </main>
);

test("while a dialog is open, toasts are within its reach", () => {
  const { rerender } = render(page(true));
  act(() => void toast.error("Error adding stock. Please try again.", { duration: 0 }));
  expect(screen.getByRole("dialog").contains(message(/Error adding stock/))).toBe(true);
  rerender(page(false));
  expect(document.body.contains(message(/Error adding stock/))).toBe(true);
});

test("a dialog that opens or closes leaves a message as it is: the same element, and no more time", () => {
  const { rerender } = render(page(false));
  act(() => void toast.success("Doctor added successfully!"));
  pass(1000);
  const card = cards()[0];
  rerender(page(true));
  expect(cards()[0]).toBe(card);
  pass(1000);
  rerender(page(false));
  expect(cards()[0]).toBe(card);
  pass(999);
  expect(shown()).toEqual(["Doctor added successfully!"]);
  pass(1);
  expect(shown()).toEqual([]);
});

test("a message joins an element that screen readers speak of, which was there before, also in a dialog", () => {
  const { rerender } = render(page(false));
  const [assertive, polite] = messages().querySelectorAll("[aria-live]");
  const spoken = () => [assertive, polite].map((one) => [one?.ariaLive, one?.textContent]);
  undoable("Doctor deleted", "one");
  expect(spoken()).toEqual([
    ["assertive", ""],
    ["polite", "Doctor deletedUndo"],
  ]);
  rerender(page(true));
  act(() => void toast.error("Please try again.", { lead: "Not saved." }));
  expect(spoken()).toEqual([
    ["assertive", "Not saved.Please try again."],
    ["polite", "Doctor deletedUndo"],
  ]);
  expect(screen.getByRole("dialog").contains(assertive as Element)).toBe(true);
});

/** Puts the focus on a button, as the keyboard does. */
const focus = (name: string) => act(() => screen.getByRole("button", { name }).focus());

test("a message that goes with the focus gives it back, or to the screen", () => {
  render(page(false));
  undoable("One deleted", "one");
  focus("Delete");
  focus("Undo");
  focus("Close message");
  fireEvent.click(screen.getByRole("button", { name: "Close message" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Delete" }));

  undoable("Two deleted", "two");
  focus("Undo");
  screen.getByRole("button", { name: "Delete" }).remove();
  act(() => toast.closeAll());
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("a dialog that a message opened gives the focus back to it", () => {
  const { rerender } = render(page(false));
  undoable("One deleted", "one");
  focus("Undo");
  rerender(page(true));
  act(() => (document.activeElement as HTMLElement).blur());
  rerender(page(false));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Undo" }));
});
