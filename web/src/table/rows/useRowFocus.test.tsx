import { act, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, test } from "vitest";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { useRowFocus } from "./useRowFocus.ts";

function List({ keys, busy = false, done = [] }: { keys: string[]; busy?: boolean; done?: string[] }) {
  const box = useRef<HTMLDivElement>(null);
  useRowFocus(box);
  return (
    <main>
      <h1>Doctors</h1>
      <div ref={box}>
        {keys.map((key) => (
          <p key={key} data-row>
            {!busy && <a href={`/${key}`}>{key}</a>}
            <button type="button" disabled={busy}>
              Delete {key}
            </button>
            {!done.includes(key) && <button type="button">Finish {key}</button>}
          </p>
        ))}
      </div>
    </main>
  );
}

test("when a row disappears, the focus goes to the next one, the one before, or the heading", () => {
  const { rerender } = render(<List keys={["a", "b", "c"]} />);
  const focusDelete = (key: string) =>
    act(() => screen.getByRole("button", { name: `Delete ${key}` }).focus());
  focusDelete("b");
  rerender(<List keys={["a", "c"]} />);
  expect(document.activeElement?.textContent).toBe("c");
  focusDelete("c");
  rerender(<List keys={["a"]} />);
  expect(document.activeElement?.textContent).toBe("a");
  focusDelete("a");
  rerender(<List keys={[]} />);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Doctors" }));
});

test("the focus goes to the row that followed, also if another one is new before it", () => {
  const { rerender } = render(<List keys={["planned", "due", "next"]} />);
  act(() => screen.getByRole("link", { name: "due" }).focus());
  rerender(<List keys={["planned", "due as planned", "next"]} />);
  expect(document.activeElement?.textContent).toBe("next");
});

test("if all rows are others, the focus goes to the one at the same place", () => {
  const { rerender } = render(<List keys={["a", "b", "c"]} />);
  act(() => screen.getByRole("link", { name: "b" }).focus());
  rerender(<List keys={["d", "e", "f"]} />);
  expect(document.activeElement?.textContent).toBe("e");
});

test("a list whose rows change leaves a focus elsewhere alone", () => {
  const { rerender } = render(<List keys={["a", "b"]} />);
  expect(document.activeElement).toBe(document.body);
  rerender(<List keys={["b"]} />);
  expect(document.activeElement).toBe(document.body);
});

/** Puts the focus on a button, as the keyboard does. */
const focus = (name: string) => act(() => screen.getByRole("button", { name }).focus());

test("a list in a dialog keeps the focus there, also while a question about a row is over it", () => {
  const page = (keys: string[], asking = false) => (
    <Dialog title="Views" onClose={() => {}}>
      <List keys={keys} />
      {asking && (
        <Dialog title="Delete view" onClose={() => {}}>
          <button type="button">Sure</button>
        </Dialog>
      )}
    </Dialog>
  );
  const { rerender } = render(page(["a", "b"]));
  focus("Delete a");
  rerender(page(["a", "b"], true));
  focus("Sure");
  rerender(page(["b"], true));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Sure" }));
  rerender(page(["b"]));
  expect(document.activeElement?.textContent).toBe("b");
});

test("the focus stays in its row if only what has it disappears", () => {
  const { rerender } = render(<List keys={["a", "b"]} />);
  focus("Finish a");
  rerender(<List keys={["a", "b"]} done={["a"]} />);
  expect(document.activeElement?.textContent).toBe("a");
});

test("the focus waits for a row whose button is disabled until the deletion is over", () => {
  const { rerender } = render(<List keys={["a", "b"]} done={["a", "b"]} />);
  focus("Delete a");
  rerender(<List keys={["b"]} busy done={["b"]} />);
  expect(document.activeElement).toBe(document.body);
  rerender(<List keys={["b"]} done={["b"]} />);
  expect(document.activeElement?.textContent).toBe("b");
});
