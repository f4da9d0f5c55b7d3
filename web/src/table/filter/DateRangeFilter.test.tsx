import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { DateRangeFilter } from "./DateRangeFilter.tsx";

vi.mock("../../api/clock.ts", () => ({ today: () => "2026-11-22" }));

function Filter() {
  const [range, setRange] = useState({ from: "2026-11-01", to: "2026-11-30" });
  return (
    <>
      <DateRangeFilter {...range} onChange={setRange} />
      <p data-testid="range">{`${range.from} ${range.to}`}</p>
      <button type="button" onClick={() => setRange({ from: "2026-10-01", to: "2026-10-31" })}>
        October
      </button>
    </>
  );
}
const start = () => screen.getByLabelText<HTMLInputElement>("Start Date");
const range = () => screen.getByTestId("range").textContent;

test("what isn't a day stays in its field with a word of help, and the days of before stay in force", async () => {
  const user = userEvent.setup();
  render(<Filter />);
  await user.click(start());
  await user.keyboard("soon");
  // An unfinished text is no mistake yet.
  expect(start().getAttribute("aria-invalid")).toBeNull();
  await user.tab();
  expect(start().value).toBe("soon");
  expect(start().getAttribute("aria-invalid")).toBe("true");
  const help = document.getElementById(start().getAttribute("aria-describedby") ?? "");
  expect(help?.textContent).toBe("Please enter a day such as 22/11/2026.");
  expect(range()).toBe("2026-11-01 2026-11-30");

  await user.clear(start());
  await user.type(start(), "5 nov");
  await user.tab();
  expect(start().value).toBe("Nov 05, 2026");
  expect(start().getAttribute("aria-invalid")).toBeNull();
  expect(range()).toBe("2026-11-05 2026-11-30");
});

test("days from outside replace what was typed", async () => {
  const user = userEvent.setup();
  render(<Filter />);
  await user.click(start());
  await user.keyboard("soon");
  await user.click(screen.getByRole("button", { name: "October" }));
  expect(start().value).toBe("Oct 01, 2026");
});
