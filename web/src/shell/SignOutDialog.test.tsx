import { cleanup, render, screen } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { holdUnsavedWork } from "../api/unsaved-work.ts";
import { SignOutDialog } from "./SignOutDialog.tsx";

test.each([
  [false, "Sign out without saving?", "What you typed here is not saved yet."],
  [true, "Sign out now?", "It is not known whether what you typed here was saved."],
])("asks about what is typed, of which the answer may be lost (%s)", (isUnknown, name, words) => {
  onTestFinished(holdUnsavedWork(isUnknown));
  onTestFinished(cleanup);
  render(<SignOutDialog onLeave={() => {}} onClose={() => {}} />);
  expect(screen.getByRole("alertdialog", { name }).textContent).toContain(words);
});
