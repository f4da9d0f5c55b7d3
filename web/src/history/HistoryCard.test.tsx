// First: the session is read once.
import "../testing/signed-in-admin.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import type { HistoryChange } from "@rounds/domain/history/history.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerDoctorPage } from "../testing/doctor-page.ts";
import { findMessage, prepareScreen } from "../testing/render-screen.tsx";
import { aDoctor, anId } from "../testing/rows.ts";

test("an administrator erases what the history of a doctor says, after a question", async () => {
  const { server, user, open } = prepareScreen();
  const doctor = aDoctor({ name: "Dr. Listed", doctor_class: "A" });
  answerDoctorPage(server, doctor);
  const change: HistoryChange = {
    ...{ id: 1, at: "2025-11-19T04:30:00.000Z", noun: "doctors", op: "updated", row_id: doctor.id },
    ...{ by: "asha@rounds.example", by_id: anId(), batch_id: anId() },
    ...{ before: { doctor_class: "B" }, after: { doctor_class: "A" } },
  };
  const created = { at: doctor.created_at, by: "asha@rounds.example" };
  const history = { has_more: false, created, names: { [doctor.id]: doctor.name } };
  server.answer(historyRoutes.ofRecord, { ...history, changes: [change] });
  await open(`/doctors/${doctor.id}`);
  await screen.findByText(/^Created by asha@rounds\.example/);
  await user.click(screen.getByRole("button", { name: "Erase from history" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Erase from history" });
  expect(dialog.textContent).toContain("Stays: who changed or deleted something and when");
  server.answer(historyRoutes.erase, () => {
    server.answer(historyRoutes.ofRecord, { ...history, changes: [{ ...change, before: {}, after: {} }] });
    return { changes: 1 };
  });
  await user.click(within(dialog).getByRole("button", { name: "Erase" }));
  await findMessage("Erased from the history");
  await screen.findByText("What it was about has been erased.");
  expect(server.asked(historyRoutes.erase)).toMatchObject([{ params: { id: doctor.id } }]);
});

test.each([
  [
    "deleted too long ago",
    { why: "too_long_ago", days: 90 },
    "That was more than 90 days ago, so it can't be brought back any more.",
  ],
  [
    "merged into another",
    { why: "merged", into: { id: anId(), name: "Dr. Kept" } },
    "Merged into Dr. Kept: it comes back when that merge is undone.",
  ],
  [
    "whose history was erased",
    { why: "erased" },
    "What was deleted has been erased from the history, so it can't be brought back.",
  ],
] as const)(
  "a doctor %s is not offered to be brought back, and the card says why",
  async (_, stays_deleted, words) => {
    const { server, open } = prepareScreen();
    const id = anId();
    server.refuse(doctorRoutes.read, "not_found");
    server.refuse(glanceRoutes.read, "not_found");
    const deletion: HistoryChange = {
      ...{ id: 1, at: "2025-08-19T04:30:00.000Z", noun: "doctors", op: "deleted", row_id: id, after: null },
      ...{ by: "asha@rounds.example", by_id: anId(), batch_id: anId() },
      before: { id, name: "Dr. Listed" },
    };
    const history = { changes: [deletion], has_more: false, created: null, names: { [id]: "Dr. Listed" } };
    server.answer(historyRoutes.ofRecord, { ...history, stays_deleted });
    await open(`/doctors/${id}`);
    const why = await screen.findByText(
      (_, element) => element?.tagName === "P" && element.textContent === words,
    );
    expect(why).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Bring back" })).toBeNull();
  },
);
