// First: the session is read once.
import "../../testing/signed-in.ts";

import { notPermittedWords } from "@rounds/domain/account/permissions.ts";
import type { LikelyDoctor, LikelyPair } from "@rounds/domain/doctors/duplicates/likely-pairs.ts";
import { mergeNeeds } from "@rounds/domain/doctors/duplicates/merge-needs.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { act, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { refetchAfter } from "../../api/live/stored-rows.ts";
import { prepareDenied, refusalOf } from "../../testing/denied.ts";
import { answerDoctorPage } from "../../testing/doctor-page.ts";
import { atAddress, findMessage, prepareScreen } from "../../testing/render-screen.tsx";
import { aDoctor, anId } from "../../testing/rows.ts";
import { ownId } from "../../testing/signed-in.ts";

const doctor = {
  ...{ specialization: null, hospital: null, contact_number: "98300 12345", email: null },
  ...{ representative_id: null, visits_of_others: false },
};
const pair: LikelyPair = {
  one: { ...doctor, id: anId(), name: "Dr. Shantanu Banerjee", address: "Salt Lake, Kolkata", visits: 12 },
  other: { ...doctor, id: anId(), name: "SANTANU BANERJI", address: null, visits: 0 },
  reason: "same phone, name sounds alike",
};
const shownOf = ({ visits: _, visits_of_others: __, ...shown }: LikelyDoctor) => shown;

test("two doctors are merged: who stays, field by field, what moves, and Undo", async () => {
  const { server, user, open } = prepareScreen();
  const page = { total: 1, page: 1, page_size: 10, is_limited: false };
  server.answer(doctorRoutes.likelyPairs, { rows: [pair], ...page });
  const one = aDoctor({ ...shownOf(pair.one), hospital: "AMRI", representative_id: null });
  const other = aDoctor({ ...shownOf(pair.other), hospital: null, representative_id: null });
  const none = { visits: 0, planned: 0, sales: 0, skips: 0, dropped: 0 };
  const moves = { one: { ...none, visits: 12, planned: 2, sales: 3, dropped: 1 }, other: none };
  server.answer(doctorRoutes.mergePreview, {
    one,
    other,
    moves,
    visits_of_others: { one: false, other: false },
    fuller: one.id,
  });
  await open("/data/likely-duplicates");
  await user.click(
    await screen.findByRole("button", { name: "Merge Dr. Shantanu Banerjee and SANTANU BANERJI" }),
  );
  const dialog = await screen.findByRole("dialog", { name: "Merge two doctors" });
  await within(dialog).findByText(/^SANTANU BANERJI has no visits\./);
  const choice = (group: string, name: string) =>
    within(within(dialog).getByRole("group", { name: group })).getByRole<HTMLInputElement>("radio", { name });
  expect(choice("Doctor Name", "Dr. Shantanu Banerjee").checked).toBe(true);
  await user.click(choice("Who stays", "SANTANU BANERJI"));
  within(dialog).getByText(
    /^Moves from Dr\. Shantanu Banerjee: 10 visits, 2 planned visits, 3 sales\. 1 plan for a day that is planned twice goes\./,
  );
  expect(choice("Doctor Name", "SANTANU BANERJI").checked).toBe(true);
  // Where the one that stays has nothing, the other one's is proposed.
  expect(choice("Hospital/Clinic", "AMRI").checked).toBe(true);
  await user.click(choice("Doctor Name", "Dr. Shantanu Banerjee"));
  server.answer(doctorRoutes.merge, { doctor: { ...other, name: one.name }, moves: moves.one });
  await user.click(within(dialog).getByRole("button", { name: "Merge" }));
  await findMessage("Dr. Shantanu Banerjee was merged into Dr. Shantanu Banerjee.");
  const [asked] = server.asked(doctorRoutes.merge);
  expect(asked).toMatchObject({
    params: { id: other.id },
    body: { other: one.id, version: other.version, fields: { name: one.name, hospital: "AMRI" } },
  });
  server.answer(historyRoutes.undo, { noun: "doctors", id: one.id, records: 1 });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await findMessage("Undone: the doctor is back.");
});

test("what is asked about stays while it is looked at, and is sent with the versions that it was of", async () => {
  const { server, user, open } = prepareScreen();
  const page = { total: 1, page: 1, page_size: 10, is_limited: false };
  server.answer(doctorRoutes.likelyPairs, { rows: [pair], ...page });
  const one = aDoctor({ ...shownOf(pair.one), representative_id: null });
  const other = aDoctor({ ...shownOf(pair.other), representative_id: null });
  const none = { visits: 0, planned: 0, sales: 0, skips: 0, dropped: 0 };
  const preview = {
    ...{ one, other, moves: { one: none, other: none }, fuller: other.id },
    visits_of_others: { one: false, other: false },
  };
  server.answer(doctorRoutes.mergePreview, preview);
  await open("/data/likely-duplicates");
  await user.click(
    await screen.findByRole("button", { name: "Merge Dr. Shantanu Banerjee and SANTANU BANERJI" }),
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Merge two doctors" }));
  const address = await dialog.findByRole<HTMLInputElement>("radio", { name: "Salt Lake, Kolkata" });
  await user.click(address);
  server.answer(doctorRoutes.mergePreview, { ...preview, one: { ...one, address: "Elsewhere", version: 2 } });
  await act(() => refetchAfter(["doctors"]));
  expect(address.checked).toBe(true);
  expect(server.asked(doctorRoutes.mergePreview)).toHaveLength(1);
  server.refuse(doctorRoutes.merge, "changed_meanwhile");
  await user.click(dialog.getByRole("button", { name: "Merge" }));
  await dialog.findByText("Somebody changed one of them. Please close this and look again.");
  expect(server.asked(doctorRoutes.merge)).toMatchObject([
    { body: { other_version: one.version, fields: { address: "Salt Lake, Kolkata" } } },
  ]);
});

test("the address of a doctor who was merged leads to the one who stays, whose history tells it and takes it back", async () => {
  const { server, user, open } = prepareScreen();
  const stays = aDoctor({ name: "Dr. Stays" });
  answerDoctorPage(server, stays);
  const merge = {
    ...{ id: anId(), at: "2025-11-19T04:30:00.000Z", by: "asha@rounds.example", by_id: ownId },
    ...{ merged: anId(), name: "S. BANERJI", visits: 3, visits_of_others: false, is_undone: false },
  };
  const history = { changes: [], has_more: false, created: null, names: {} };
  server.answer(historyRoutes.ofRecord, { ...history, merges: [merge] });
  await open(`/doctors/${anId()}`);
  await atAddress(`/doctors/${stays.id}`);
  const merges = await screen.findByRole("list", { name: "Merged doctors" });
  expect(merges.textContent).toContain("S. BANERJI was merged into this doctor, with 3 visits.");
  server.refuse(historyRoutes.undo, "changed_meanwhile");
  await user.click(within(merges).getByRole("button", { name: "Undo this merge" }));
  await findMessage(/Somebody has changed it since\./);
  server.answer(historyRoutes.undo, { noun: "doctors", id: merge.merged, records: 1 });
  await user.click(within(merges).getByRole("button", { name: "Undo this merge" }));
  await findMessage(/^Undone: the doctor is back\./);
  expect(screen.getByRole("link", { name: "Open the doctor" }).getAttribute("href")).toBe(
    `/doctors/${merge.merged}`,
  );
});

const noMoves = { visits: 0, planned: 0, sales: 0, skips: 0, dropped: 0 };
const refusedDoctor = `${mergeNeeds.doctor} ${notPermittedWords("delete_doctors_of_others")}`;

test("a pair of a colleague's doctors can't be merged without the permission; of two where one may go, the other is proposed to stay", async () => {
  const { server, user, open } = prepareDenied(["delete_doctors_of_others", "edit_visits_of_others"]);
  const theirs = { ...pair.one, id: anId(), name: "Dr. Theirs", representative_id: anId() };
  const also = { ...theirs, id: anId(), name: "Dr. Also Theirs" };
  const mine = { ...pair.other, id: anId(), name: "Dr. Mine", representative_id: ownId };
  const seen = { ...mine, id: anId(), name: "Dr. Seen", visits_of_others: true };
  const rows = [
    { one: theirs, other: also, reason: "same phone" },
    { one: mine, other: theirs, reason: "same phone" },
    { one: theirs, other: seen, reason: "same phone" },
  ];
  server.answer(doctorRoutes.likelyPairs, { rows, total: 3, page: 1, page_size: 10, is_limited: false });
  const [one, other] = [aDoctor(shownOf(mine)), aDoctor(shownOf(theirs))];
  server.answer(doctorRoutes.mergePreview, {
    ...{ one, other, moves: { one: noMoves, other: noMoves }, fuller: one.id },
    visits_of_others: { one: false, other: true },
  });
  await open("/data/likely-duplicates");
  await screen.findByRole("button", { name: "Merge Dr. Theirs and Dr. Also Theirs" });
  expect(refusalOf("Merge Dr. Theirs and Dr. Also Theirs")).toBe(refusedDoctor);
  expect(refusalOf("Merge Dr. Theirs and Dr. Seen")).toBe(
    `${mergeNeeds.visits} ${notPermittedWords("edit_visits_of_others")}`,
  );
  expect(refusalOf("Merge Dr. Mine and Dr. Theirs")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Merge Dr. Mine and Dr. Theirs" }));
  const dialog = await screen.findByRole("dialog", { name: "Merge two doctors" });
  const stays = async (name: string) =>
    within(await within(dialog).findByRole("group", { name: "Who stays" })).getByRole<HTMLInputElement>(
      "radio",
      { name },
    );
  expect((await stays("Dr. Theirs")).checked).toBe(true);
  expect(refusalOf("Merge", dialog)).toBeNull();
  await user.click(await stays("Dr. Mine"));
  within(dialog).getByRole("alert");
  expect(refusalOf("Merge", dialog)).toBe(refusedDoctor);
  await user.click(within(dialog).getByRole("button", { name: "Merge" }));
  expect(server.asked(doctorRoutes.merge)).toEqual([]);
});

test("undoing a merge is refused for somebody else's, and for one that moved visits of others without the permission", async () => {
  const { server, open } = prepareDenied(["edit_visits_of_others"]);
  const stays = aDoctor({ name: "Dr. Stays" });
  answerDoctorPage(server, stays);
  const merge = { at: "2025-11-19T04:30:00.000Z", by: "asha@rounds.example", visits: 3, is_undone: false };
  server.answer(historyRoutes.ofRecord, {
    ...{ changes: [], has_more: false, created: null, names: {} },
    merges: [
      { ...merge, id: anId(), by_id: anId(), merged: anId(), name: "By Asha", visits_of_others: false },
      { ...merge, id: anId(), by_id: ownId, merged: anId(), name: "Of others", visits_of_others: true },
      { ...merge, id: anId(), by_id: ownId, merged: anId(), name: "Own", visits_of_others: false },
    ],
  });
  await open(`/doctors/${stays.id}`);
  const merges = await screen.findByRole("list", { name: "Merged doctors" });
  const refusals = within(merges)
    .getAllByRole("listitem")
    .map((item) => refusalOf("Undo this merge", item));
  expect(refusals).toEqual([
    "Only asha@rounds.example and administrators can undo this merge.",
    `${mergeNeeds.undo} ${notPermittedWords("edit_visits_of_others")}`,
    null,
  ]);
});
