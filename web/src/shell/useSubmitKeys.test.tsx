import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import { useSubmitKeys } from "./useSubmitKeys.ts";

const saved = vi.fn((name: string) => name);

function Form({
  name,
  disabled = false,
  dialog,
}: {
  name: string;
  disabled?: boolean;
  dialog?: "form" | "question";
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        saved(name);
      }}
    >
      <input aria-label={name} />
      <textarea aria-label={`Notes of ${name}`} />
      <button type="button">Cancel {name}</button>
      <button type="submit" disabled={disabled}>
        Save {name}
      </button>
      {dialog === "question" && (
        <Dialog title="Sure?" onClose={() => {}}>
          <button type="button">No</button>
        </Dialog>
      )}
    </form>
  );
}

function Page({ children }: { children: React.ReactNode }) {
  useSubmitKeys();
  return (
    <>
      <button type="button">Elsewhere</button>
      {children}
    </>
  );
}

const press = async (name: string, role = "textbox", key = "{Control>}{Enter}{/Control}") => {
  saved.mockClear();
  screen.getByRole(role, { name, hidden: true }).focus();
  await userEvent.keyboard(key);
  return saved.mock.calls.flat();
};

test("Ctrl or ⌘ with Enter saves once, wherever the focus is", async () => {
  render(
    <Page>
      <Form name="visit" />
    </Page>,
  );
  expect(await press("visit")).toEqual(["visit"]);
  expect(await press("Notes of visit")).toEqual(["visit"]);
  expect(await press("Notes of visit", "textbox", "{Meta>}{Enter}{/Meta}")).toEqual(["visit"]);
  expect(await press("Elsewhere", "button")).toEqual(["visit"]);
  expect(await press("Notes of visit", "textbox", "{Enter}")).toEqual([]);
});

test("not if the form can't be sent, nor for a key that is held down or was used by a field", async () => {
  render(
    <Page>
      <Form name="visit" disabled />
    </Page>,
  );
  expect(await press("visit")).toEqual([]);
  fireEvent.keyDown(screen.getByRole("textbox", { name: "visit" }), {
    key: "Enter",
    ctrlKey: true,
    repeat: true,
  });
  expect(saved).not.toHaveBeenCalled();
});

test("with two forms, saves the one with the focus", async () => {
  render(
    <Page>
      <Form name="email" />
      <Form name="phone" />
    </Page>,
  );
  expect(await press("Notes of phone")).toEqual(["phone"]);
  expect(await press("Elsewhere", "button")).toEqual([]);
});

test("saves a dialog's form, never the one below it", async () => {
  const { rerender } = render(
    <Page>
      <Form name="visit" dialog="question" />
    </Page>,
  );
  expect(await press("No", "button")).toEqual([]);
  rerender(
    <Page>
      <Form name="visit" />
      <Dialog title="Add Doctor" onClose={() => {}}>
        <Form name="doctor" />
      </Dialog>
    </Page>,
  );
  expect(await press("doctor")).toEqual(["doctor"]);
  expect(await press("visit")).toEqual(["doctor"]);
});
