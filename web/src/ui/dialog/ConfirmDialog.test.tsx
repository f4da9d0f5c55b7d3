import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

const question = "Are you sure you want to delete this doctor?";

test("asks its exact sentence, with the focus on the safe answer", () => {
  const onConfirm = vi.fn();
  const onCancel = vi.fn();
  render(
    <ConfirmDialog title="Delete doctor" question={question} onConfirm={onConfirm} onCancel={onCancel} />,
  );
  const dialog = screen.getByRole("alertdialog", { name: "Delete doctor" });
  expect(document.getElementById(dialog.getAttribute("aria-describedby") ?? "")?.textContent).toBe(question);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(onConfirm).toHaveBeenCalledOnce();
  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  expect(onCancel).toHaveBeenCalledOnce();
});

test("can't be closed while it is busy", () => {
  const onCancel = vi.fn();
  render(
    <ConfirmDialog title="Delete doctor" question={question} busy onConfirm={vi.fn()} onCancel={onCancel} />,
  );
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Deleting..." }).ariaDisabled).toBe("true");
  fireEvent(screen.getByRole("alertdialog"), new Event("cancel", { cancelable: true }));
  expect(onCancel).not.toHaveBeenCalled();
});
