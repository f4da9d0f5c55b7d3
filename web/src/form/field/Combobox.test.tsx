import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { Combobox } from "./Combobox.tsx";

type Doctor = { id: string; name: string };
const doctors: Doctor[] = [
  { id: "1", name: "Asha Rao" },
  { id: "2", name: "Ravi Kulkarni" },
  { id: "3", name: "Ravi Menon" },
];

let chosen: Doctor | null = null;
let submitted = 0;

function Picker({
  start = null,
  ...rest
}: {
  start?: Doctor | null;
  closesWhenCleared?: boolean;
  outdated?: boolean;
  options?: Doctor[];
  onTaken?: () => void;
  optionGroup?: (doctor: Doctor) => string;
  note?: string;
  action?: { label: string; run: (typed: string) => void };
}) {
  const [query, setQuery] = useState("");
  const [value, setValue] = useState(start);
  chosen = value;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted += 1;
      }}
    >
      <Combobox
        label="Doctor"
        value={value}
        onChange={setValue}
        options={doctors.filter((doctor) => doctor.name.toLowerCase().includes(query.toLowerCase()))}
        onQuery={setQuery}
        optionKey={(doctor) => doctor.id}
        optionLabel={(doctor) => doctor.name}
        emptyText="No doctors found"
        {...rest}
      />
      <button type="submit">Save</button>
    </form>
  );
}

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Doctor" });

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  chosen = null;
  submitted = 0;
});

test("typing searches, arrows move, Enter chooses and does not submit the form", async () => {
  const user = userEvent.setup();
  render(<Picker />);
  await user.type(field(), "ravi");
  expect(await screen.findAllByRole("option")).toHaveLength(2);
  await user.keyboard("{ArrowDown}");
  // A frame shows which one Enter takes: its ground alone can hardly be seen.
  expect(screen.getAllByRole("option").map(({ className }) => className.includes("outline-2"))).toEqual([
    false,
    true,
  ]);
  await user.keyboard("{Enter}");
  expect(chosen?.name).toBe("Ravi Menon");
  expect(field().value).toBe("Ravi Menon");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(submitted).toBe(0);
  await user.keyboard("{Enter}");
  expect(submitted).toBe(1);
});

test("Tab chooses the highlighted option, so that the hands stay on the keyboard", async () => {
  const user = userEvent.setup();
  render(<Picker />);
  await user.type(field(), "asha");
  await screen.findByRole("option", { name: "Asha Rao" });
  await user.tab();
  expect(chosen?.name).toBe("Asha Rao");
});

test("reports a choice by Enter or a tap, so that the focus may move on, but not one by Tab", async () => {
  const user = userEvent.setup();
  const taken = vi.fn();
  const { unmount } = render(<Picker onTaken={taken} />);
  await user.type(field(), "asha");
  await screen.findByRole("option", { name: "Asha Rao" });
  await user.tab();
  // Neither the cross in the field nor anything else in it is a separate Tab stop.
  expect(screen.getByRole("button", { name: "Save" })).toBe(document.activeElement);
  expect(taken).not.toHaveBeenCalled();
  unmount();
  render(<Picker onTaken={taken} />);
  await user.type(field(), "asha");
  await user.click(await screen.findByRole("option", { name: "Asha Rao" }));
  expect(taken).toHaveBeenCalledTimes(1);
});

test("Enter before the answer chooses its first option, but not after the cross, Escape or an arrow", async () => {
  const user = userEvent.setup();
  for (const [change, taken] of [
    [async () => undefined, "Ravi Kulkarni"],
    [() => user.click(screen.getByRole("button", { name: "Clear Doctor" })), undefined],
    [() => user.keyboard("{Escape}"), undefined],
    [() => user.keyboard("{ArrowDown}"), undefined],
  ] as const) {
    const { rerender, unmount } = render(<Picker outdated options={[]} />);
    act(() => field().focus());
    // All at once: it is searched for without a pause.
    fireEvent.change(field(), { target: { value: "ravi" } });
    await user.keyboard("{Enter}");
    await change();
    rerender(<Picker options={doctors.slice(1)} />);
    expect(chosen?.name).toBe(taken);
    unmount();
  }
});

test.each([
  ["while it composes", { isComposing: true }],
  ["with the Enter that ends it, as Safari sends it", { keyCode: 229 }],
])("an input method's keys choose and close nothing: %s", async (_, composing) => {
  const user = userEvent.setup();
  render(<Picker />);
  await user.type(field(), "ravi");
  expect(await screen.findAllByRole("option")).toHaveLength(2);
  for (const key of ["ArrowDown", "Escape", "Enter", "Tab"])
    expect(fireEvent.keyDown(field(), { key, ...composing })).toBe(true);
  expect(chosen).toBeNull();
  expect(field().getAttribute("aria-expanded")).toBe("true");
  await user.keyboard("{Enter}");
  expect(chosen?.name).toBe("Ravi Kulkarni");
});

test("Ctrl with Enter chooses the highlighted option and leaves the key to the form", async () => {
  const user = userEvent.setup();
  render(<Picker />);
  await user.type(field(), "asha");
  await screen.findByRole("option", { name: "Asha Rao" });
  const key = new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true });
  act(() => void field().dispatchEvent(key));
  expect(chosen?.name).toBe("Asha Rao");
  expect(key.defaultPrevented).toBe(false);
});

test("a tap on the chosen option selects its text, so that typing replaces it", async () => {
  const user = userEvent.setup();
  render(<Picker start={{ id: "1", name: "Asha Rao" }} />);
  await user.click(field());
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, 8]);
  expect(await screen.findAllByRole("option")).toHaveLength(3);
});

test("clearing the text clears the choice", async () => {
  const user = userEvent.setup();
  render(<Picker start={{ id: "1", name: "Asha Rao" }} />);
  expect(field().value).toBe("Asha Rao");
  await user.clear(field());
  expect(chosen).toBeNull();
});

test("clearing the text offers everything, or closes the list in a filter", async () => {
  const user = userEvent.setup();
  const { unmount } = render(<Picker start={{ id: "1", name: "Asha Rao" }} />);
  await user.clear(field());
  expect(await screen.findAllByRole("option")).toHaveLength(3);
  unmount();
  render(<Picker start={{ id: "1", name: "Asha Rao" }} closesWhenCleared />);
  await user.click(field());
  expect(await screen.findAllByRole("option")).toHaveLength(3);
  await user.clear(field());
  expect(field().getAttribute("aria-expanded")).toBe("false");
  expect(chosen).toBeNull();
});

test("changed text returns to the chosen option when the field is left", async () => {
  const user = userEvent.setup();
  render(<Picker start={{ id: "1", name: "Asha Rao" }} />);
  await user.type(field(), "xyz");
  expect(await screen.findByText("No doctors found")).toBeTruthy();
  await user.click(document.body);
  expect(field().value).toBe("Asha Rao");
  expect(chosen?.id).toBe("1");
});

test("Escape closes the list and changes nothing else", async () => {
  const user = userEvent.setup();
  render(<Picker start={{ id: "1", name: "Asha Rao" }} />);
  await user.click(field());
  expect(await screen.findAllByRole("option")).toHaveLength(3);
  await user.keyboard("{Escape}");
  expect(field().getAttribute("aria-expanded")).toBe("false");
  expect(chosen?.id).toBe("1");
});

test("options are under their headings, with a note below", async () => {
  const user = userEvent.setup();
  render(
    <Picker
      optionGroup={({ name }) => (name === "Asha Rao" ? "Scheduled for today" : "All doctors")}
      note="3 of 134, type more to find the others"
    />,
  );
  await user.click(field());
  const today = await screen.findByRole("group", { name: "Scheduled for today" });
  expect(within(today).getAllByRole("option")).toHaveLength(1);
  expect(within(screen.getByRole("group", { name: "All doctors" })).getAllByRole("option")).toHaveLength(2);
  expect(screen.getByRole("status").textContent).toContain("3 of 134, type more to find the others");
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(chosen?.name).toBe("Ravi Kulkarni");
});

test("the alternative action is the last option, and gets the typed text", async () => {
  const user = userEvent.setup();
  const run = vi.fn();
  render(<Picker action={{ label: "Add a new doctor", run }} />);
  await user.type(field(), "ravi");
  await screen.findByRole("option", { name: "Add a new doctor" });
  expect(screen.getAllByRole("option")).toHaveLength(3);
  await user.keyboard("{ArrowUp}{Enter}");
  expect(run.mock.calls).toEqual([["ravi"]]);
  expect(chosen).toBeNull();
  // Tab never does it.
  await user.clear(field());
  await user.type(field(), "nobody");
  expect(await screen.findByText("No doctors found")).toBeTruthy();
  await user.tab();
  expect(run).toHaveBeenCalledTimes(1);
});
