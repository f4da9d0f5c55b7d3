import { act, fireEvent, render, screen } from "@testing-library/react";
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

test("a toast disappears after 3000 ms, or after its own duration", () => {
  render(<Toasts />);
  act(() => void toast.success("Doctor added successfully!"));
  pass(2999);
  expect(screen.getByText("Doctor added successfully!")).toBeTruthy();
  pass(1);
  expect(screen.queryByText("Doctor added successfully!")).toBeNull();
  act(() => void toast.info("Longer", { duration: 5000 }));
  pass(4999);
  expect(screen.getByText("Longer")).toBeTruthy();
  pass(1);
  expect(screen.queryByText("Longer")).toBeNull();
});

test("only the newest is shown, for its whole duration", () => {
  render(<Toasts />);
  act(() => void toast.error("Error adding visit. Please try again."));
  pass(2000);
  act(() => void toast.success("Visit added successfully!"));
  expect(screen.queryByText(/Error adding visit/)).toBeNull();
  pass(2999);
  expect(screen.getByText("Visit added successfully!")).toBeTruthy();
});

const undoable = (text: string, undoes: string) => {
  const run = vi.fn();
  act(() => void toast.success(text, undoLink(undoes, run)));
  return run;
};
const shown = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
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
  expect(screen.queryByRole("status")).toBeNull();
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
  expect(screen.queryByRole("status")).toBeNull();
});

test.each([0, -1])("a duration of %d stays until it is closed", (duration) => {
  render(<Toasts />);
  act(() => void toast.error("Error deleting doctor", { duration }));
  pass(600_000);
  expect(screen.getByRole("alert").textContent).toBe("Error deleting doctor");
  fireEvent.click(screen.getByRole("button", { name: "Close message" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a toast stays while the pointer is on it", () => {
  render(<Toasts />);
  act(() => void toast.warning("Read me"));
  fireEvent.pointerEnter(screen.getByRole("status"));
  pass(10_000);
  fireEvent.pointerLeave(screen.getByRole("status"));
  expect(screen.getByText("Read me")).toBeTruthy();
  pass(3000);
  expect(screen.queryByText("Read me")).toBeNull();
});

test("while a dialog is open, toasts are within its reach", () => {
  const page = (open: boolean) => (
    <>
      {open && (
        <Dialog title="Add Stock" onClose={() => undefined}>
          <p>Quantity</p>
        </Dialog>
      )}
      <Toasts />
    </>
  );
  const { rerender } = render(page(true));
  act(() => void toast.error("Error adding stock. Please try again.", { duration: 0 }));
  expect(screen.getByRole("dialog").contains(screen.getByText(/Error adding stock/))).toBe(true);
  rerender(page(false));
  expect(screen.getByText(/Error adding stock/)).toBeTruthy();
});
