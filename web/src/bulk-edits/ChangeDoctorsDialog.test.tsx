import { bulkEditRoutes } from "@rounds/domain/bulk-edits/routes.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerBulkEdits } from "../testing/bulk-edit-answers.ts";
import { description, findMessage, prepareScreen } from "../testing/render-screen.tsx";
import { aDoctor, anId } from "../testing/rows.ts";
import { ownId } from "../testing/signed-in.ts";

const me = { id: ownId, name: "Asha Verma" };
const bina = { id: anId(), name: "Bina Rao" };
const doctors = ["Dr. A", "Dr. B", "Dr. C"].map((name) => ({ ...aDoctor({ name }), last_visit: null }));

/** The list of the doctors of a team, of whom 84 match. */
async function select(people = [me, bina]) {
  const prepared = prepareScreen();
  const { server, user, open } = prepared;
  server.answer(coverageRoutes.representatives, { rows: people });
  server.answer(doctorRoutes.list, { rows: doctors, total: 84, unfiltered: 300, page: 1, page_size: 10 });
  server.answer(doctorRoutes.places, { cities: [], addresses: [] });
  await open("/doctors?city=Pune");
  await user.click(await screen.findByRole("button", { name: "Select" }));
  await screen.findByRole("checkbox", { name: "Select Dr. A" });
  return prepared;
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const choice = (name: string) => screen.findByRole<HTMLSelectElement>("combobox", { name });
const optionsOf = ({ options }: HTMLSelectElement) => [...options].map(({ text }) => text);

test("all that match are given to somebody by the keyboard alone, and Undo is offered", async () => {
  const { server, user } = await select();
  const { prepared } = answerBulkEdits(server, 84);
  button(/^Select ?all 84/).focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(button("Change…"));
  await user.keyboard("{Enter}");
  await user.selectOptions(await choice("What to change"), "Representative");
  const whose = await choice("New representative");
  expect(optionsOf(whose)).toEqual(["Select a person", "Everybody", "Asha Verma", "Bina Rao"]);
  const submit = button("Change 84 doctors");
  submit.focus();
  await user.keyboard("{Enter}");
  expect(description(whose)).toBe("Please choose a person");
  await user.selectOptions(whose, "Bina Rao");
  expect(description(whose)).toBe("");
  submit.focus();
  await user.keyboard("{Enter}");
  await findMessage("84 doctors given to Bina Rao");
  expect(prepared()).toMatchObject([
    { change: { kind: "representative_id", value: bina.id }, selection: { matching: { city: "Pune" } } },
  ]);
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
  await user.click(button("Undo"));
  await findMessage("84 doctors are as before.");
});

test("Escape in the search empties it, and only the next one ends selecting", async () => {
  const { user } = await select();
  await user.type(screen.getByLabelText("Search"), "ash");
  await user.keyboard("{Escape}");
  expect(screen.getByLabelText<HTMLInputElement>("Search").value).toBe("");
  expect(screen.getByRole("region", { name: "Selection" })).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
});

test("an undo whose edit is gone is not offered again", async () => {
  const { server, user } = await select();
  answerBulkEdits(server, 84);
  await user.click(button(/^Select ?all 84/));
  await user.click(button("Change…"));
  await user.selectOptions(await choice("What to change"), "Representative");
  await user.selectOptions(await choice("New representative"), "Bina Rao");
  await user.click(button("Change 84 doctors"));
  await findMessage("84 doctors given to Bina Rao");
  server.refuse(bulkEditRoutes.undo, "internal");
  await user.click(button("Undo"));
  await findMessage("Not everything was undone.");
  server.refuse(bulkEditRoutes.undo, "not_found");
  await user.click(button("Try again"));
  await findMessage("Not found. It may have been deleted.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a person who can't have doctors any more is refused at the field, and another attempt is another edit", async () => {
  const { server, user } = await select();
  await user.click(screen.getByRole("checkbox", { name: "Select Dr. A" }));
  await user.click(button("Change…"));
  await user.selectOptions(await choice("What to change"), "Representative");
  const whose = await choice("New representative");
  await user.selectOptions(whose, "Bina Rao");
  const gone = "Doctors can't be given to this person. Please choose somebody else.";
  server.refuse(bulkEditRoutes.prepare, "representative_missing", { fields: { "change.value": gone } });
  await user.click(button("Change 1 doctor"));
  await waitFor(() => expect(description(whose)).toBe(gone));
  const { prepared } = answerBulkEdits(server, 1);
  await user.selectOptions(whose, "Everybody");
  await user.click(button("Change 1 doctor"));
  await findMessage("1 doctor given to everybody");
  const [refused, made] = prepared();
  expect(made?.change).toEqual({ kind: "representative_id", value: null });
  expect(made?.id).not.toBe(refused?.id);
});

test("calls a month are a number, none at all, or those of the class, and what could not be done is listed", async () => {
  const { server, user } = await select();
  const problem = { id: anId(), name: "Dr. B", code: "changed_meanwhile", message: "Somebody changed this." };
  const { prepared } = answerBulkEdits(server, 3, { done: 2, refused: 1, problems: [problem] });
  await user.click(button(/^Select ?this page/));
  await user.click(button("Change…"));
  await user.selectOptions(await choice("What to change"), "Calls a month");
  const norm = await choice("New calls a month");
  expect(optionsOf(norm).slice(0, 4)).toEqual([
    "Select a number",
    "As many as for the class",
    "0: no target",
    "1",
  ]);
  expect(optionsOf(norm).at(-1)).toBe("31");
  await user.selectOptions(norm, "8");
  await user.click(button("Change 3 doctors"));
  const result = await screen.findByRole("dialog", { name: "Calls a month of 2 doctors changed to 8" });
  expect(within(result).getByRole("listitem").textContent).toBe("Dr. BSomebody changed this.");
  expect(prepared()[0]?.change).toEqual({ kind: "norm", value: 8 });
});

test("somebody who works alone is not asked whose doctors they are", async () => {
  const { user } = await select([me]);
  await user.click(screen.getByRole("checkbox", { name: "Select Dr. A" }));
  await user.click(button("Change…"));
  expect(optionsOf(await choice("What to change"))).toEqual(["Class", "Type", "City", "Calls a month"]);
});

const oneStays = "1 doctor stays, who belongs to others or has visits of others.";
const threeStay = "3 doctors stay, who belong to others or have visits of others.";
test.each([
  [1, "", 0, "Delete 2 doctors", oneStays],
  [3, "", 0, "Delete 0 doctors", threeStay],
  // As the release before answers.
  [0, " and 1 left out", 1, "Delete 2 doctors", oneStays],
  [0, " and 3 left out", 3, "Delete 0 doctors", threeStay],
])(
  "a deletion of 3 of which %i are refused%s is asked about as what it is",
  async (refused, _, leftOut, label, words) => {
    const { server, user } = await select();
    server.answer(bulkEditRoutes.prepare, {
      ...{ id: anId(), change: { kind: "delete" }, made_at: "2025-11-20T06:30:00.000Z" },
      ...{ total: 3, waiting: 3 - refused, done: 0, same: 0, refused, undone: 0, kept: 0, problems: [] },
      effect: { visits: 0, sales: 0, units_returned: 0, refused: leftOut },
    });
    await user.click(button(/^Select ?all 84/));
    await user.click(button("Delete…"));
    const dialog = within(await screen.findByRole("alertdialog"));
    await dialog.findByText(words);
    const submit = dialog.getByRole<HTMLButtonElement>("button", { name: label });
    expect(submit.ariaDisabled).toBe(refused + leftOut === 3 ? "true" : null);
  },
);

test("a deletion that could not be checked is checked again, and deletes nothing before", async () => {
  const { server, user } = await select();
  server.cutOff(bulkEditRoutes.prepare);
  await user.click(button(/^Select ?all 84/));
  await user.click(button("Delete…"));
  const dialog = within(await screen.findByRole("alertdialog"));
  const again = await dialog.findByRole("button", { name: "Try again" });
  expect(dialog.getByText("What else will be deleted could not be checked.")).toBeTruthy();
  answerBulkEdits(server, 84);
  await user.click(again);
  await waitFor(() => expect(server.asked(bulkEditRoutes.prepare)).toHaveLength(2));
  expect(await dialog.findByRole("button", { name: "Delete 84 doctors" })).toBeTruthy();
  expect(server.asked(bulkEditRoutes.run)).toEqual([]);
});

test("doctors whom the person may not give away are said before anything is done", async () => {
  const { server, user } = await select();
  answerBulkEdits(server, 84, {}, 80);
  await user.click(button(/^Select ?all 84/));
  await user.click(button("Change…"));
  await user.selectOptions(await choice("What to change"), "Representative");
  const whose = await choice("New representative");
  await user.selectOptions(whose, "Bina Rao");
  await user.click(button("Change 84 doctors"));
  await screen.findByText("80 doctors stay, who belong to others.");
  expect(server.asked(bulkEditRoutes.run)).toEqual([]);
  // Nothing is done yet: it may become another edit.
  expect(whose.disabled).toBe(false);
  await user.click(button("Change 4 doctors"));
  await screen.findByRole("dialog", { name: "4 doctors given to Bina Rao" });
  expect(screen.getByText("80 doctors could not be changed.")).toBeTruthy();
});

test("of doctors of others alone, nothing is left to press", async () => {
  const { server, user } = await select();
  answerBulkEdits(server, 3, {}, 3);
  await user.click(button(/^Select ?this page/));
  await user.click(button("Change…"));
  await user.selectOptions(await choice("What to change"), "Representative");
  await user.selectOptions(await choice("New representative"), "Bina Rao");
  await user.click(button("Change 3 doctors"));
  await screen.findByText("3 doctors stay, who belong to others.");
  const submit = screen.getByRole<HTMLButtonElement>("button", { name: "Change 0 doctors" });
  expect(submit.ariaDisabled).toBe("true");
  await user.selectOptions(await choice("New representative"), "Everybody");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Change 3 doctors" }).ariaDisabled).toBeNull();
});

test("the latest changes say for how many days they can be undone", async () => {
  const { server, user } = await select();
  server.answer(bulkEditRoutes.list, { rows: [], days: 30 });
  await user.click(button("Latest changes"));
  const dialog = await screen.findByRole("dialog", { name: "Your latest changes" });
  await within(dialog).findByText("Nothing yet.");
  expect(dialog.textContent).toContain("What you changed or deleted in the last 30 days.");
});
