import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { dropDrafts, keepOnlyDraftsOf } from "../api/unsaved-work.ts";
import { renderPage } from "../testing/render-page.tsx";
import { draftsOf, keepDraft } from "./draft/drafts.ts";
import { FormPage } from "./FormPage.tsx";
import { TextField } from "./field/TextField.tsx";
import { type EntryForm, useEntryForm } from "./useEntryForm.ts";

const schema = z.object({ name: z.string() });
let entry: EntryForm<{ name: string }, { name: string }>;

function Things({ version }: { version?: number }) {
  entry = useEntryForm({ schema, defaultValues: { name: "" }, draftKey: "things/add", version });
  return (
    <FormPage
      title="Add Thing"
      back={{ to: "/things" }}
      entry={entry}
      onSave={async () => undefined}
      onSaved={() => undefined}
      errorText=""
      submitLabel="Save"
      busyLabel="Saving..."
    >
      <TextField label="Name" {...entry.form.register("name")} />
    </FormPage>
  );
}

const name = ":things/add";
const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
type Kept = { values?: { name: string } };
const kept = () => draftsOf(name).map(({ content }) => (content as Kept | undefined)?.values?.name ?? "");
/** Noon in India. */
const noon = Date.parse("2026-11-22T06:30:00Z");
const typedAt = (at: string, values: object) => {
  vi.setSystemTime(Date.parse(at));
  keepDraft(name, `slot-${Date.parse(at)}`, { version: 0, base: { name: "" }, values });
  vi.setSystemTime(noon);
};
const user = userEvent.setup();
/** What a closed page leaves behind: the data kept on the device, but not the tab's. */
function closeTab() {
  document.body.innerHTML = "";
  sessionStorage.clear();
}

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: noon }));
afterEach(() => {
  Reflect.deleteProperty(navigator, "locks");
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

test("offers what was typed in a closed tab with its time, and continues it under the same id", async () => {
  await renderPage(<Things />);
  await user.type(field(), "Asha");
  const { id } = entry;
  closeTab();
  await renderPage(<Things />);
  expect(field().value).toBe("");
  expect(entry.id).not.toBe(id);
  expect(screen.getByText("Continue with what you typed at 12:00?")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(field().value).toBe("Asha");
  expect(entry.id).toBe(id);
  expect(entry.form.formState.isDirty).toBe(true);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(kept()).toEqual([]);
});

test("the draft of another day shows the day; a discarded one is gone, and the one before it is offered", async () => {
  typedAt("2026-11-20T03:00:00Z", { name: "Older" });
  typedAt("2026-11-21T13:10:00Z", { name: "Old" });
  await renderPage(<Things />);
  expect(screen.getByText("Continue with what you typed on Nov 21, 2026 at 18:40?")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(kept()).toEqual(["Older"]);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(field().value).toBe("Older");
});

test("continuing with a draft does not lose what is already typed: it is offered instead", async () => {
  typedAt("2026-11-22T03:00:00Z", { name: "Before" });
  await renderPage(<Things />);
  await user.type(field(), "Now");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(field().value).toBe("Before");
  expect(kept().toSorted()).toEqual(["Before", "Now"]);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(field().value).toBe("Now");
});

test("input that was sent without an answer says that it may be saved", async () => {
  typedAt("2026-11-22T03:00:00Z", { name: "Before", sent: true });
  await renderPage(<Things />);
  expect(screen.getByText(/What you typed at 08:30 may be saved already/)).toBeTruthy();
});

test("a draft is saved over the version on which it was started, not over a newer one", async () => {
  keepDraft(name, "slot", { version: 3, base: { name: "Three" }, values: { name: "Mine" } });
  await renderPage(<Things version={5} />);
  expect(entry.version).toBe(5);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(entry).toMatchObject({ version: 3, base: { name: "Three" } });
});

test("two tabs with the same form keep two drafts, and neither offers the other's while it is open", async () => {
  await renderPage(<Things />);
  await user.type(field(), "First tab");
  const held = new Set([entry.id]);
  const request = (lock: string, _: unknown, run: () => unknown) =>
    held.has(lock.replace("draft:", "")) ? Promise.reject(new DOMException("")) : Promise.resolve(run());
  Object.defineProperty(navigator, "locks", { configurable: true, value: { request } });
  closeTab();
  await renderPage(<Things />);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Continue" })).toBeNull());
  await user.type(field(), "Second tab");
  expect(kept().toSorted()).toEqual(["First tab", "Second tab"]);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(kept()).toEqual(["First tab"]);
});

test.each([
  [
    "full",
    () =>
      vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
        throw new DOMException("full");
      }),
  ],
  [
    "forbidden",
    () =>
      vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
        throw new DOMException("no");
      }),
  ],
] as const)(
  "storage that is %s breaks nothing: the form says so, and the browser asks before the page closes",
  async (_, breakStorage) => {
    breakStorage();
    await renderPage(<Things />);
    await user.type(field(), "Asha");
    expect(field().value).toBe("Asha");
    expect(screen.getByText(/This device can't keep what you typed/)).toBeTruthy();
    const closing = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
  },
);

test("input that is kept does not make the browser ask before closing the page", async () => {
  await renderPage(<Things />);
  await user.type(field(), "Asha");
  const closing = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(false);
});

test("drafts are limited in age, number and size", () => {
  typedAt("2026-11-08T06:00:00Z", { name: "Too old" });
  expect(kept()).toEqual([]);
  for (let n = 10; n < 50; n++) typedAt(`2026-11-20T06:00:${n}Z`, { name: `${n}` });
  expect(kept()).toHaveLength(30);
  expect(kept()[0]).toBe("49");
  expect(keepDraft(name, "long", "x".repeat(300_000))).toBe(false);
});

test("signing out removes every draft, another person's sign-in all but their own", () => {
  const [asha, ravi] = ["0198c5a0-0000-7000-8000-00000000000a", "0198c5a0-0000-7000-8000-00000000000b"];
  const keepBoth = () => {
    for (const person of [asha, ravi]) keepDraft(`${person}:doctors/add`, "slot", {});
  };
  const drafts = () => [asha, ravi].map((person) => draftsOf(`${person}:doctors/add`).length);
  keepBoth();
  keepOnlyDraftsOf(ravi);
  expect(drafts()).toEqual([0, 1]);
  keepBoth();
  localStorage.setItem("theme", "dark");
  dropDrafts();
  expect(drafts()).toEqual([0, 0]);
  expect(localStorage.getItem("theme")).toBe("dark");
});

test.each(["", "{", "null", "[]", '{"at":"x"}', '{"at":1}', '{"at":9e15,"content":{"version":0}}'])(
  "ignores a damaged draft %j",
  async (stored) => {
    localStorage.setItem(`draft:${name}:slot`, stored);
    await renderPage(<Things />);
    expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
    await user.type(field(), "Asha");
    expect(kept()).toContain("Asha");
  },
);
