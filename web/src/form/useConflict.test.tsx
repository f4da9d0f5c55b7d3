import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { ApiError } from "../api/api-error.ts";
import { renderPage } from "../testing/render-page.tsx";
import { FormPage } from "./FormPage.tsx";
import { TextField } from "./TextField.tsx";
import { useConflict } from "./useConflict.tsx";
import { useEntryForm } from "./useEntryForm.ts";

const schema = z.object({ name: z.string() });
type Thing = { name: string; version: number; updated_at: string };

const saved = "2026-11-21T01:00:00.000Z";
const theirs: Thing = { name: "Theirs", version: 2, updated_at: saved };
/** What the server has: somebody else saved version 2 while version 1 was edited. */
let stored: Thing;
const save = vi.fn((name: string, version: number) => {
  if (version !== stored.version) {
    const details = {
      current: stored,
      changed_by: "ravi@example.com",
      changed_at: saved,
    };
    return Promise.reject(new ApiError(409, { code: "changed_meanwhile", message: "", details }));
  }
  stored = { name, version: version + 1, updated_at: saved };
  return Promise.resolve(stored);
});

function EditThing({ current = { name: "Old", version: 1, updated_at: saved }, deleted = false }) {
  const entry = useEntryForm({
    schema,
    defaultValues: { name: "Old" },
    draftKey: "things/1/edit",
    version: 1,
  });
  const meanwhile = useConflict({
    entry,
    current,
    deleted,
    compare: (mine, theirs: Thing) => [{ label: "Name", mine: mine.name, theirs: theirs.name }],
    valuesOf: ({ name }: Thing) => ({ name }),
  });
  return (
    <FormPage
      title="Edit Thing"
      back={{ to: "/things" }}
      entry={entry}
      onSave={({ name }) => save(name, entry.version)}
      onSaved={() => undefined}
      meanwhile={meanwhile}
      errorText="Error updating thing."
      submitLabel="Save"
      busyLabel="Saving..."
    >
      <TextField label="Name" {...entry.form.register("name")} />
    </FormPage>
  );
}

async function typeMineAndSave() {
  stored = theirs;
  const user = userEvent.setup();
  await renderPage(<EditThing />);
  await user.clear(screen.getByRole("textbox", { name: "Name" }));
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Mine");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  return { user, dialog };
}

const typed = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name", hidden: true }).value;

afterEach(() => {
  sessionStorage.clear();
  save.mockClear();
});

test("both versions are shown, with who saved the other", async () => {
  const { dialog } = await typeMineAndSave();
  expect(dialog.getByText("Mine")).toBeTruthy();
  expect(dialog.getByText("Theirs")).toBeTruthy();
  expect(dialog.getByText(/ravi@example.com/)).toBeTruthy();
});

test("keeping mine saves it over the version that was seen", async () => {
  const { user, dialog } = await typeMineAndSave();
  await user.click(dialog.getByRole("button", { name: "Save my version" }));
  await waitFor(() => expect(stored).toMatchObject({ name: "Mine", version: 3 }));
  expect(save.mock.calls).toEqual([
    ["Mine", 1],
    ["Mine", 2],
  ]);
});

test("taking theirs fills the form and saves nothing", async () => {
  const { user, dialog } = await typeMineAndSave();
  await user.click(dialog.getByRole("button", { name: "Use the saved version" }));
  expect(typed()).toBe("Theirs");
  expect(stored).toEqual(theirs);
});

test("going on keeps what is typed, and the next save asks again", async () => {
  const { user, dialog } = await typeMineAndSave();
  await user.click(dialog.getByRole("button", { name: "Go on editing" }));
  expect(typed()).toBe("Mine");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("alertdialog")).toBeTruthy();
  expect(stored).toEqual(theirs);
});

test("what somebody else did is told before anything is saved, with both versions on demand", async () => {
  const user = userEvent.setup();
  await renderPage(<EditThing current={theirs} />);
  await user.clear(screen.getByRole("textbox", { name: "Name" }));
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Mine");
  expect(screen.getByText(/Somebody changed this while you were editing/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Compare" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Use the saved version" }));
  expect(typed()).toBe("Theirs");
  expect(screen.queryByText(/Somebody changed this/)).toBeNull();
  expect(save).not.toHaveBeenCalled();
});

test("that the row was deleted is told, and what is typed stays", async () => {
  const user = userEvent.setup();
  await renderPage(<EditThing deleted />);
  await user.type(screen.getByRole("textbox", { name: "Name" }), " and mine");
  expect(screen.getByText(/Somebody deleted this while you were editing/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Compare" })).toBeNull();
  expect(typed()).toBe("Old and mine");
});
