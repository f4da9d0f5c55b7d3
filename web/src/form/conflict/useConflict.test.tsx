import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { ApiError } from "../../api/api-error.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { FormPage } from "../FormPage.tsx";
import { TextField } from "../field/TextField.tsx";
import { useEntryForm } from "../useEntryForm.ts";
import { mergeBy } from "./merge-values.ts";
import { useConflict } from "./useConflict.tsx";

const schema = z.object({ name: z.string(), city: z.string() });
type Thing = { name: string; city: string; version: number; updated_at: string };

const saved = "2026-11-21T01:00:00.000Z";
const theirs: Thing = { name: "Theirs", city: "Thane", version: 2, updated_at: saved };
const old: Thing = { name: "Old", city: "Pune", version: 1, updated_at: saved };
/** The server's state: somebody else saved version 2 while version 1 was being edited. */
let stored: Thing;
const save = vi.fn((name: string, city: string, version: number) => {
  if (version !== stored.version) {
    const details = {
      current: stored,
      changed_by: "ravi@example.com",
      changed_at: saved,
    };
    return Promise.reject(new ApiError(409, { code: "changed_meanwhile", message: "", details }));
  }
  stored = { name, city, version: version + 1, updated_at: saved };
  return Promise.resolve(stored);
});

function EditThing({ current = old, deleted = false }) {
  const entry = useEntryForm({
    schema,
    defaultValues: { name: "Old", city: "Pune" },
    draftKey: "things/1/edit",
    version: 1,
  });
  const meanwhile = useConflict({
    entry,
    current,
    deleted,
    merge: mergeBy(schema),
    describe: (path, values) => ({ label: path, value: values[path as "name"] }),
    valuesOf: ({ name, city }: Thing) => ({ name, city }),
  });
  return (
    <FormPage
      title="Edit Thing"
      back={{ to: "/things" }}
      entry={entry}
      onSave={({ name, city }) => save(name, city, entry.version)}
      onSaved={() => undefined}
      meanwhile={meanwhile}
      errorText="Error updating thing."
      submitLabel="Save"
      busyLabel="Saving..."
    >
      <TextField label="Name" {...entry.form.register("name")} />
      <TextField label="City" {...entry.form.register("city")} />
    </FormPage>
  );
}

/** Types into a field of version 1 while version 2 is stored, and saves. */
async function typeAndSave(label: "Name" | "City", changes: Partial<Thing> = {}) {
  stored = { ...theirs, ...changes };
  const user = userEvent.setup();
  await renderPage(<EditThing />);
  await user.clear(field(label));
  await user.type(field(label), "Mine");
  await user.click(screen.getByRole("button", { name: "Save" }));
  return user;
}

const question = async () => within(await screen.findByRole("alertdialog"));
const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name, hidden: true });

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  save.mockClear();
});

test("asks only about a field that both changed, with both values and who saved the other", async () => {
  await typeAndSave("Name");
  const dialog = await question();
  expect(dialog.getAllByRole("group").map((group) => group.querySelector("legend")?.textContent)).toEqual([
    "name",
  ]);
  expect(dialog.getByRole<HTMLInputElement>("radio", { name: "Yours Mine" }).checked).toBe(true);
  expect(dialog.getByRole("radio", { name: "Saved meanwhile Theirs" })).toBeTruthy();
  expect(dialog.getByText(/ravi@example.com/)).toBeTruthy();
  expect(dialog.queryByText("Thane")).toBeNull();
});

test.each([
  ["Yours Mine", "Mine"],
  ["Saved meanwhile Theirs", "Theirs"],
])(
  "with %j, saves it over the version that was seen, with the other's other changes",
  async (choice, name) => {
    const user = await typeAndSave("Name");
    const dialog = await question();
    await user.click(dialog.getByRole("radio", { name: choice }));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(stored).toMatchObject({ name, city: "Thane", version: 3 }));
    expect(save.mock.calls).toEqual([
      ["Mine", "Pune", 1],
      [name, "Thane", 2],
    ]);
  },
);

test("closing keeps what is typed, and the next save asks again", async () => {
  const user = await typeAndSave("Name");
  await user.click((await question()).getByRole("button", { name: "Keep editing" }));
  expect(field("Name").value).toBe("Mine");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("alertdialog")).toBeTruthy();
  expect(stored).toEqual(theirs);
});

test("merges and saves without a question what only one of the two changed", async () => {
  await typeAndSave("City", { city: "Pune" });
  await waitFor(() => expect(stored).toMatchObject({ name: "Theirs", city: "Mine", version: 3 }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("saves an edit whose answer was lost without a question, even if it was saved already", async () => {
  await typeAndSave("City", { name: "Old", city: "Mine" });
  await waitFor(() => expect(stored).toMatchObject({ name: "Old", city: "Mine", version: 3 }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("reports somebody else's change before saving, and merges it into the form on request", async () => {
  const user = userEvent.setup();
  await renderPage(<EditThing current={{ ...theirs, city: "Pune" }} />);
  await user.type(field("City"), " West");
  expect(screen.getByText(/Somebody changed this while you were editing/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show changes" }));
  expect(field("Name").value).toBe("Theirs");
  expect(field("City").value).toBe("Pune West");
  expect(screen.queryByText(/Somebody changed this/)).toBeNull();
  expect(save).not.toHaveBeenCalled();
});

test("reports nothing if the row has only what the form saved itself, whose answer was lost", async () => {
  const user = userEvent.setup();
  function Live() {
    const [current, setCurrent] = useState(old);
    const arrive = (row: Partial<Thing>) => () => setCurrent({ ...old, city: "Mine", ...row });
    return (
      <>
        <EditThing current={current} />
        <button type="button" onClick={arrive({ version: 2 })}>
          My own arrives
        </button>
        <button type="button" onClick={arrive({ version: 3, name: "Theirs" })}>
          Theirs arrives
        </button>
      </>
    );
  }
  await renderPage(<Live />);
  await user.clear(field("City"));
  await user.type(field("City"), "Mine");
  await user.click(screen.getByRole("button", { name: "My own arrives" }));
  expect(screen.queryByText(/Somebody changed this/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Theirs arrives" }));
  expect(screen.getByText(/Somebody changed this/)).toBeTruthy();
});

test("reports that the row was deleted, and keeps what is typed", async () => {
  const user = userEvent.setup();
  await renderPage(<EditThing deleted />);
  await user.type(field("Name"), " and mine");
  expect(screen.getByText(/Somebody deleted this while you were editing/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show changes" })).toBeNull();
  expect(field("Name").value).toBe("Old and mine");
});
