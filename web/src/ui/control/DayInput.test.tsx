import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { DayInput } from "./DayInput.tsx";

vi.mock("../../api/clock.ts", () => ({ today: () => "2026-11-22" }));

let chosen: string[] = [];

type Given = { start?: string; min?: string; max?: string; missingYear?: "next" };

function Field({ start = "2026-11-22", min, max, missingYear }: Given) {
  const [day, setDay] = useState(start);
  return (
    <>
      <button type="button">Before</button>
      <DayInput
        aria-label="Visit Date"
        value={day}
        min={min}
        max={max}
        missingYear={missingYear}
        onDay={(next) => {
          chosen.push(next);
          setDay(next);
        }}
      />
      <button type="button">After</button>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Visit Date" });

beforeEach(() => {
  chosen = [];
});

test("shows the day in the product's format, is one Tab stop and has a number keyboard", async () => {
  const user = userEvent.setup();
  render(<Field />);
  expect(field().value).toBe("Nov 22, 2026");
  expect(field().inputMode).toBe("numeric");
  screen.getByRole("button", { name: "Before" }).focus();
  await user.tab();
  expect(document.activeElement).toBe(field());
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "After" }));
  expect(chosen).toEqual([]);
});

test("a tap selects the day, typing replaces it, and it counts once it is complete", async () => {
  const user = userEvent.setup();
  render(<Field />);
  await user.click(field());
  await user.keyboard("5/1/2027");
  expect(chosen.at(-1)).toBe("2027-01-05");
  expect(chosen).not.toContain("2020-01-05");
  expect(field().value).toBe("5/1/2027");
  await user.tab();
  expect(field().value).toBe("Jan 05, 2027");
});

test("a day without a year counts when the field is left; text that is not a day stays as typed", async () => {
  const user = userEvent.setup();
  render(<Field />);
  await user.click(field());
  await user.keyboard("0512");
  await user.tab();
  expect(chosen.at(-1)).toBe("2026-12-05");
  expect(field().value).toBe("Dec 05, 2026");
  await user.click(field());
  await user.keyboard("31/02/2026");
  await user.tab();
  expect(chosen.at(-1)).toBe("31/02/2026");
  expect(field().value).toBe("31/02/2026");
  await user.clear(field());
  expect(chosen.at(-1)).toBe("");
});

test("arrow keys move by a day and stay within the limits", async () => {
  const user = userEvent.setup();
  render(<Field min="2026-11-21" max="2026-11-23" />);
  field().focus();
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(field().value).toBe("Nov 23, 2026");
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{PageDown}");
  expect(field().value).toBe("Nov 21, 2026");
  expect(chosen).toEqual(["2026-11-23", "2026-11-22", "2026-11-21"]);
});

test("arrow keys lead back from a day beyond the limits", async () => {
  const user = userEvent.setup();
  const { unmount } = render(<Field start="2026-11-25" max="2026-11-20" />);
  field().focus();
  await user.keyboard("{ArrowUp}{ArrowDown}");
  expect(field().value).toBe("Nov 24, 2026");
  unmount();
  render(<Field start="2026-11-20" min="2026-11-25" />);
  field().focus();
  await user.keyboard("{ArrowDown}{ArrowUp}");
  expect(field().value).toBe("Nov 21, 2026");
});

test("arrow keys go on from the year that a day without one means here", async () => {
  const user = userEvent.setup();
  render(<Field start="" missingYear="next" />);
  field().focus();
  await user.keyboard("1 aug{ArrowUp}");
  expect(field().value).toBe("Aug 02, 2027");
});

test("Alt with the down arrow opens the browser's calendar, which has the same limits", async () => {
  const user = userEvent.setup();
  const open = vi.fn();
  HTMLInputElement.prototype.showPicker = open;
  render(<Field min="2026-11-21" max="2026-11-23" />);
  const calendar = screen.getByLabelText<HTMLInputElement>("Calendar");
  expect([calendar.type, calendar.value, calendar.min, calendar.max, calendar.tabIndex]).toEqual([
    "date",
    "2026-11-22",
    "2026-11-21",
    "2026-11-23",
    -1,
  ]);
  field().focus();
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(open).toHaveBeenCalledTimes(1);
  expect(open.mock.contexts[0]).toBe(calendar);
  expect(chosen).toEqual([]);
});
