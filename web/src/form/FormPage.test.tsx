import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { ApiError, unreachableError } from "../api/api-error.ts";
import { authClient } from "../api/session/session.ts";
import { mayBeSaved } from "../api/unsaved-work.ts";
import { renderPage } from "../testing/render-page.tsx";
import { issuedSession } from "../testing/session.ts";
import { noteToasts } from "../testing/toasts.ts";
import { draftsOf } from "./draft/drafts.ts";
import { FormPage } from "./FormPage.tsx";
import { TextField } from "./field/TextField.tsx";
import { type EntryForm, useEntryForm } from "./useEntryForm.ts";

const schema = z.object({ name: z.string().trim().min(1, "Please enter a name"), city: z.string() });
type Values = z.output<typeof schema>;

let entry: EntryForm<z.input<typeof schema>, Values>;

function AddThing({
  onSave,
  onSaved = () => undefined,
}: {
  onSave: (values: Values) => Promise<unknown>;
  onSaved?: () => void;
}) {
  entry = useEntryForm({ schema, defaultValues: { name: "", city: "" }, draftKey: "things/add" });
  const { register, formState } = entry.form;
  return (
    <FormPage
      title="Add Thing"
      back={{ to: "/things" }}
      entry={entry}
      onSave={onSave}
      onSaved={onSaved}
      errorText="Error adding thing. Please try again."
      submitLabel="Add Thing"
      busyLabel="Adding..."
      savedTarget={{ to: "/things/1" }}
    >
      <TextField label="Name" required {...register("name")} error={formState.errors.name?.message} />
      <TextField label="City" {...register("city")} error={formState.errors.city?.message} />
    </FormPage>
  );
}

const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const failure = (body: Partial<ConstructorParameters<typeof ApiError>[1]>) =>
  vi.fn().mockRejectedValue(new ApiError(409, { code: "internal", message: "", ...body }));

const kept = () => draftsOf(":things/add").map(({ content }) => content);

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("sends nothing while a field is wrong, and focuses the first wrong field", async () => {
  const user = userEvent.setup();
  const onSave = vi.fn();
  await renderPage(<AddThing onSave={onSave} />);
  await user.click(screen.getByRole("button", { name: "Add Thing" }));
  expect(await screen.findByText("Please enter a name")).toBeTruthy();
  expect(document.activeElement).toBe(field("Name"));
  expect(field("Name").getAttribute("aria-invalid")).toBe("true");
  expect(onSave).not.toHaveBeenCalled();
});

test("Enter saves once, however often it is pressed, and the draft is gone afterwards", async () => {
  const user = userEvent.setup();
  let finish = (_: string) => {};
  const onSave = vi.fn(
    () =>
      new Promise<string>((resolve) => {
        finish = resolve;
      }),
  );
  const onSaved = vi.fn();
  await renderPage(<AddThing onSave={onSave} onSaved={onSaved} />);
  await user.type(field("Name"), " Asha {Enter}{Enter}");
  expect(await screen.findByRole("button", { name: "Adding..." })).toBeTruthy();
  expect(kept()).toMatchObject([{ values: { name: " Asha " } }]);
  finish("saved");
  await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith("saved"));
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ name: "Asha", city: "" });
  expect(kept()).toEqual([]);
});

test("says that it is busy once saving takes a tenth of a second, and not before", async () => {
  await renderPage(<AddThing onSave={() => new Promise(() => {})} />);
  fireEvent.change(field("Name"), { target: { value: "Asha" } });
  vi.useFakeTimers();
  try {
    await act(async () => void fireEvent.submit(screen.getByRole("form")));
    await act(() => vi.advanceTimersByTimeAsync(99));
    expect(screen.getByRole("button", { name: "Add Thing" })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByRole("button", { name: "Adding..." })).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

test("takes no input from when it was sent until it is refused; the focus is where it was, or in the wrong field", async () => {
  const user = userEvent.setup();
  const answers: ((error: ApiError) => void)[] = [];
  const onSave = () => new Promise((_, reject) => void answers.push(reject));
  const refuse = (fields: Record<string, string>) =>
    answers.pop()?.(new ApiError(409, { code: "validation_failed", message: "Not so.", fields }));
  const isHeld = () => field("City").closest("[inert]") !== null;
  await renderPage(<AddThing onSave={onSave} />);
  await user.type(field("Name"), "Asha");
  expect(isHeld()).toBe(false);
  for (const [fields, focused] of [
    [{}, "Name"],
    [{ city: "No such city" }, "City"],
  ] as const) {
    await user.type(field("Name"), "{Enter}");
    await waitFor(() => expect(isHeld()).toBe(true));
    // What browsers do with a field that can't have the focus any more.
    field("Name").blur();
    refuse(fields);
    await waitFor(() => expect(isHeld()).toBe(false));
    expect(document.activeElement).toBe(field(focused));
  }
});

test("the button that was pressed has the focus when the save is refused, and can be pressed again", async () => {
  const user = userEvent.setup();
  const answers: ((error: ApiError) => void)[] = [];
  const onSave = vi.fn(() => new Promise((_, reject) => void answers.push(reject)));
  await renderPage(<AddThing onSave={onSave} />);
  await user.type(field("Name"), "Asha");
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Add Thing" });
  button.focus();
  for (const times of [1, 2]) {
    await user.keyboard("{Enter}");
    await screen.findByRole("button", { name: "Adding..." });
    // What browsers do with a button that can't have the focus any more.
    if (button.disabled) button.blur();
    await user.keyboard("{Enter}");
    expect(onSave).toHaveBeenCalledTimes(times);
    answers.pop()?.(unreachableError(true));
    await screen.findByRole("button", { name: "Add Thing" });
    expect(document.activeElement).toBe(button);
  }
});

test("takes no input once it is saved, while the page is about to change", async () => {
  const user = userEvent.setup();
  await renderPage(<AddThing onSave={async () => "saved"} />);
  await user.type(field("Name"), "Asha{Enter}");
  await waitFor(() => expect(field("Name").closest("[inert]")).toBeTruthy());
});

test("shows the server's messages at their fields, others above the footer, and keeps what was typed", async () => {
  const user = userEvent.setup();
  const onSave = failure({
    code: "validation_failed",
    message: "Some fields need your attention.",
    fields: { city: "No such city", "items.0.quantity": "Too many" },
  });
  await renderPage(<AddThing onSave={onSave} />);
  await user.type(field("Name"), "Asha{Enter}");
  expect(await screen.findByText("No such city")).toBeTruthy();
  expect(document.activeElement).toBe(field("City"));
  expect(screen.getByRole("alert").textContent).toBe("Not saved. Some fields need your attention. Too many");
  expect(field("Name").value).toBe("Asha");
});

test.each([
  ["unreachable", 0],
  ["unavailable", 503],
] as const)(
  "without an answer (%s) the form alone says what becomes of what was typed",
  async (code, status) => {
    const onSave = vi.fn().mockRejectedValue(new ApiError(status, { code, message: "Please try again." }));
    const toasts = noteToasts();
    await renderPage(<AddThing onSave={onSave} />);
    await userEvent.type(field("Name"), "Asha{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "It is not known whether this was saved. The server can't be reached. What you typed is kept, and will be saved when the connection is back.",
    );
    expect(toasts).toEqual([]);
  },
);

test("what never left the device is called not saved", async () => {
  await renderPage(<AddThing onSave={vi.fn().mockRejectedValue(unreachableError(true))} />);
  await userEvent.type(field("Name"), "Asha{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Not saved. The server can't be reached. What you typed is kept, and will be saved when the connection is back.",
  );
});

test.each([
  ["gone", 410],
  ["not_found", 404],
] as const)("nobody is advised to save again what was deleted (%s)", async (code, status) => {
  const onSave = vi.fn().mockRejectedValue(new ApiError(status, { code, message: "It was deleted." }));
  const toasts = noteToasts();
  await renderPage(<AddThing onSave={onSave} />);
  await userEvent.type(field("Name"), "Asha{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Not saved. It was deleted.");
  expect(toasts).toEqual([]);
});

test("a device that keeps nothing does not promise that what was typed is kept", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });
  const onSave = vi.fn().mockRejectedValue(unreachableError());
  await renderPage(<AddThing onSave={onSave} />);
  await userEvent.type(field("Name"), "Asha{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "It is not known whether this was saved. The server can't be reached. It will be saved when the connection is back.",
  );
  expect(screen.getByText(/^This device can't keep what you typed\./)).toBeTruthy();
});

test("offers the row if it was saved already and only the answer was lost", async () => {
  const user = userEvent.setup();
  await renderPage(<AddThing onSave={failure({ code: "id_taken", message: "" })} />);
  await user.type(field("Name"), "Asha{Enter}");
  expect((await screen.findByRole("link", { name: "Open what was saved" })).getAttribute("href")).toBe(
    "/things/1",
  );
});

test("restores what was typed, and the new row's id, after a reload; starting over discards both", async () => {
  const user = userEvent.setup();
  const onSave = vi.fn();
  await renderPage(<AddThing onSave={onSave} />);
  await user.type(field("Name"), "Asha");
  const { id } = entry;
  document.body.innerHTML = "";
  await renderPage(<AddThing onSave={onSave} />);
  expect(field("Name").value).toBe("Asha");
  expect(entry.id).toBe(id);
  await user.click(screen.getByRole("button", { name: "Start over" }));
  expect(field("Name").value).toBe("");
  expect(entry.id).not.toBe(id);
  expect(kept()).toEqual([]);
});

/** Only somebody who is signed in is asked before a form is left. */
async function signIn() {
  vi.stubGlobal("fetch", async () => Response.json(issuedSession(1)));
  const { auth } = await authClient();
  await auth.signInWithPassword({ email: "asha@example.com", password: "right" });
}

test("does not say that nothing is saved yet where only the answer was lost", async () => {
  await signIn();
  await renderPage(<AddThing onSave={vi.fn().mockRejectedValue(unreachableError())} />);
  await userEvent.type(field("Name"), "Asha{Enter}");
  await screen.findByRole("alert");
  await userEvent.keyboard("{Escape}");
  const question = await screen.findByRole("alertdialog", { name: "Leave now?" });
  expect(question.textContent).toContain("It is not known whether what you typed here was saved.");
  expect(mayBeSaved()).toBe(true);
});

test("asks before leaving only if something is typed", async () => {
  await signIn();
  const user = userEvent.setup();
  const router = await renderPage(<AddThing onSave={vi.fn()} />);
  await user.type(field("Name"), "Asha");
  await user.keyboard("{Escape}");
  const question = await screen.findByRole("alertdialog", { name: "Leave without saving?" });
  expect(question.textContent).toContain("What you typed here is not saved yet.");
  expect(mayBeSaved()).toBe(false);
  await user.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(router.location.pathname).toBe("/");
  await user.clear(field("Name"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(router.location.pathname).toBe("/things"));
});
