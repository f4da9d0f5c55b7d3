import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { DateField } from "./DateField.tsx";

vi.mock("../../api/clock.ts", () => ({ today: () => "2026-11-27" }));

function VisitDate() {
  const [day, setDay] = useState("2026-11-27");
  return <DateField label="Visit Date" missingYear="last" value={day} onDay={setDay} />;
}

test("asks about a year that was not typed, where another one is nearer", async () => {
  const user = userEvent.setup();
  render(<VisitDate />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Visit Date" });
  const type = async (text: string) => {
    await user.clear(field);
    await user.type(field, text);
    await user.tab();
  };
  const question = () => screen.queryByText(/Did you mean/)?.textContent ?? "";
  const announced = document.querySelector("[aria-live=polite]");
  expect(announced?.textContent).toBe("");

  await type("5 dec");
  expect(field.value).toBe("Dec 05, 2025");
  expect(question()).toContain("This is Dec 05, 2025. Did you mean Dec 05, 2026?");
  expect(announced?.textContent).toContain(question());
  const use = screen.getByRole("button", { name: "Use Dec 05, 2026" });
  use.focus();
  await user.keyboard("{Enter}");
  expect(field.value).toBe("Dec 05, 2026");
  expect(document.activeElement).toBe(field);
  expect(question()).toBe("");

  for (const typed of ["5 dec 2025", "20 nov"]) {
    await type("5 dec");
    expect(question()).not.toBe("");
    await type(typed);
    expect(question()).toBe("");
  }
});
