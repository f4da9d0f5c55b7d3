import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { CodeField, digitsOf } from "./CodeField.tsx";

function Code({ error, onComplete }: { error?: string; onComplete: (code: string) => void }) {
  const [value, setValue] = useState("");
  return (
    <CodeField
      label="Six-digit code"
      value={value}
      onChange={setValue}
      onComplete={onComplete}
      error={error}
    />
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("Six-digit code");
const type = (value: string) => fireEvent.change(field(), { target: { value } });

test.each([
  ["123456", "123456"],
  [" 123 456 ", "123456"],
  ["123-456", "123456"],
  ["1234567", "123456"],
  ["your code: 12", "12"],
  ["१२३ ४५६", "123456"],
  ["abc", ""],
])("%j has the digits %j", (text, digits) => {
  expect(digitsOf(text)).toBe(digits);
});

test("takes the focus, and asks for a number keyboard and for the code of a text message", () => {
  render(<Code onComplete={() => {}} />);
  expect(field()).toBe(document.activeElement);
  expect(field().inputMode).toBe("numeric");
  expect(field().getAttribute("autocomplete")).toBe("one-time-code");
  expect(new RegExp(`^(?:${field().pattern})$`).test("012345")).toBe(true);
});

test("is complete once, with the sixth digit, typed or pasted with spaces", () => {
  const onComplete = vi.fn();
  render(<Code onComplete={onComplete} />);
  type("12345");
  expect(onComplete).not.toHaveBeenCalled();
  type("12345a");
  expect(field().value).toBe("12345");
  type("123456");
  type("1234567");
  expect(onComplete.mock.calls).toEqual([["123456"]]);
  type("");
  type(" 654 321");
  expect(onComplete.mock.lastCall).toEqual(["654321"]);
});

test("shows an error at once, with the digits selected", () => {
  const { rerender } = render(<Code onComplete={() => {}} />);
  type("123456");
  field().blur();
  rerender(<Code onComplete={() => {}} error="This code is not right." />);
  expect(field()).toBe(document.activeElement);
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, 6]);
  expect(field().getAttribute("aria-invalid")).toBe("true");
  const description = document.getElementById(field().getAttribute("aria-describedby") ?? "");
  expect(description?.getAttribute("aria-live")).toBe("polite");
  expect(description?.textContent).toBe("This code is not right.");
});
