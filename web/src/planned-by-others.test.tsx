// First: the session is read once.
import "./testing/signed-in.ts";

import { notPermittedWords } from "@rounds/domain/account/permissions.ts";
import { catchUpRoutes } from "@rounds/domain/catch-up/routes.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitCreation } from "@rounds/domain/visits/visit-list.ts";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { permissionsQuery } from "./api/permissions.ts";
import { queryClient } from "./api/query-client.ts";
import { prepareDenied, refusalOf } from "./testing/denied.ts";
import { answerDoctorPage, emptyGlance } from "./testing/doctor-page.ts";
import { findMessage } from "./testing/render-screen.tsx";
import { aDoctor, anId, aVisit } from "./testing/rows.ts";
import { ownId as me } from "./testing/signed-in.ts";

const mine = aDoctor({ name: "Dr. Mine", representative_id: me });
const theirs = aDoctor({ name: "Dr. Theirs", representative_id: anId() });
const refusal = notPermittedWords("edit_visits_of_others");
const today = "2025-11-20";

const planned = (visit_date: string, created_by: string | null) => ({
  ...{ id: anId(), visit_date, notes: null, created_by },
});
const prepared = () => {
  const screen = prepareDenied(["edit_visits_of_others"]);
  screen.server.answer(productRoutes.pick, []);
  // Until it is known what is denied, a plan is read to be completed.
  screen.server.refuse(visitRoutes.read, "not_found");
  return screen;
};
/** Waits until a button is refused, or not, in these words. */
async function isRefused(name: string, words: string | null) {
  await screen.findByRole("button", { name, hidden: true });
  await waitFor(() => expect(refusalOf(name)).toBe(words));
}

test.each([
  ["a colleague's plan", mine, anId(), refusal],
  ["one's own plan", theirs, me, null],
  ["a plan without an author for a colleague's doctor", theirs, null, refusal],
  ["a plan without an author for one's own doctor", mine, null, null],
])(
  "%s that nobody recorded is recorded and dismissed on the doctor's page, or says why not",
  async (...given) => {
    const [, doctor, created_by, expected] = given;
    const { server, user, open } = prepared();
    answerDoctorPage(server, doctor);
    const scheduled = [planned("2025-11-18", created_by)];
    server.answer(glanceRoutes.read, { ...emptyGlance(doctor), scheduled });
    await open(`/doctors/${doctor.id}`);
    for (const name of ["Record", "Dismiss"]) await isRefused(name, expected);
    if (expected === null) return;
    for (const name of ["Record", "Dismiss"]) {
      screen.getByRole("button", { name }).focus();
      await user.keyboard("{Enter}");
      await findMessage(expected);
    }
    expect(location.pathname).toBe(`/doctors/${doctor.id}`);
  },
);

test("a visit is recorded beside a colleague's plan of today, which it completes only if the person may", async () => {
  const { server, open } = prepared();
  server.answer(glanceRoutes.read, { ...emptyGlance(mine), scheduled: [planned(today, anId())] });
  await open(`/visits/record?doctor_id=${mine.id}`);
  await isRefused("Complete that one", refusal);
  expect(screen.queryByText(/^Saving completes/)).toBeNull();
});

test("a visit still completes one's own plan beside a colleague's", async () => {
  const { server, open } = prepared();
  const scheduled = [planned(today, anId()), { ...planned(today, me), notes: "Bring samples" }];
  server.answer(glanceRoutes.read, { ...emptyGlance(mine), scheduled });
  await open(`/visits/record?doctor_id=${mine.id}`);
  const notice = await screen.findByText(/^Saving completes the visit scheduled for today\./);
  await waitFor(() => expect(notice.textContent).toContain("Bring samples"));
});

const onDay = ({ id, name, specialization, hospital, address, contact_number, doctor_class }: Doctor) => ({
  ...{ id, name, specialization, hospital, address, contact_number, doctor_class },
});
const visits = [
  { ...{ id: anId(), notes: null, doctor: onDay(mine), last_visit: null, created_by: anId() } },
  { ...{ id: anId(), notes: null, doctor: onDay(theirs), last_visit: null, created_by: me } },
];
const none = { never_total: 0, late_total: 0, due_total: 0, due: [] };
const day = { kind: "field" as const, holiday: null };
const scheduled = visits.map((visit) => ({ ...visit, status: "scheduled" as const }));
const planDay = { ...day, day: "2025-11-21", planned_total: 2, done_total: 0, visits: scheduled };
const basis = { next_day: "2025-11-21", usual: { least: 10, most: 10 }, doctors: 2, near: [] };

test.each(["/today", "/today?show=tomorrow", "/today?show=week"])(
  "%s moves one's own plans, and says why a colleague's is not moved",
  async (path) => {
    const { server, open } = prepared();
    server.answer(todayRoutes.read, {
      ...{ ...day, ...none, day: today, next_day: "2025-11-21", doctors: 2, targets: 2, ahead: 0 },
      ...{ planned: visits, planned_total: 2, unrecorded: { visits: 0, day: null } },
      ...{ done: [], done_total: 0, calls: 0, total_sales: "0.00", skipped: [] },
    });
    server.answer(todayRoutes.day, {
      ...planDay,
      ...basis,
      ...none,
      following_day: "2025-11-22",
      targets: 2,
    });
    server.answer(todayRoutes.week, { ...basis, days: [planDay] });
    await open(path);
    await isRefused("Move the visit to Dr. Mine", refusal);
    await isRefused("Move the visit to Dr. Theirs", null);
  },
);

test("a skipped doctor's plan by a colleague is not moved either", async () => {
  const { server, open } = prepared();
  const skipped = visits.map(({ id, doctor, created_by }) => ({
    ...{ doctor, created_by, visit_id: id, reason: "on_leave" as const, note: null },
  }));
  server.answer(todayRoutes.read, {
    ...{ ...day, ...none, day: today, next_day: "2025-11-21", doctors: 2, targets: 2, ahead: 0 },
    ...{ planned: [], planned_total: 0, unrecorded: { visits: 0, day: null } },
    ...{ done: [], done_total: 0, calls: 0, total_sales: "0.00", skipped },
  });
  await open("/today");
  await isRefused("Move the visit to Dr. Mine", refusal);
  await isRefused("Move the visit to Dr. Theirs", null);
});

/** The evening of today with a plan of a colleague's for a doctor of one's own. */
function preparedEvening() {
  const screen = prepared();
  const { id, name, specialization, hospital, doctor_class, representative_id } = mine;
  const plan = { id: anId(), version: 1, notes: "Bring samples", created_by: anId(), items: [] };
  const row = {
    doctor: { id, name, specialization, hospital, doctor_class, representative_id, city: null },
    ...{ planned: plan, visits: [], likely: null, usual: [] },
  };
  screen.server.answer(catchUpRoutes.read, { day: today, previous: "2025-11-19", next: null, rows: [row] });
  screen.server.answer(visitRoutes.create, ({ body }) => {
    const { id, status } = body as VisitCreation;
    return aVisit(mine, { id, status });
  });
  return { ...screen, plan };
}

test("in the evening a visit is entered beside a colleague's plan, which is said at once", async () => {
  const { server, user, open, plan } = preparedEvening();
  await open("/today/catch-up");
  await screen.findByText(new RegExp(`^Somebody else planned this visit. ${refusal}`));
  await user.type(screen.getByLabelText("Notes for Dr. Mine"), "Met");
  await user.click(screen.getByRole("button", { name: "Save 1 visit" }));
  await findMessage("1 visit saved!");
  const [sent] = server.asked(visitRoutes.create).map(({ body }) => body as VisitCreation);
  expect(sent).toMatchObject({ doctor_id: mine.id, visit_date: today, status: "completed", notes: "Met" });
  expect(sent?.id).not.toBe(plan.id);
});

test("what is typed into a colleague's plan before it is known whose it is becomes one's own visit", async () => {
  const { server, user, open, plan } = preparedEvening();
  await open("/today/catch-up");
  const denied = queryClient.getQueryData(permissionsQuery.queryKey);
  act(() => void queryClient.setQueryData(permissionsQuery.queryKey, { role: "representative", denied: [] }));
  await user.type(await screen.findByLabelText("Notes for Dr. Mine"), "Met");
  act(() => void queryClient.setQueryData(permissionsQuery.queryKey, denied));
  await screen.findByText(/^Somebody else planned this visit\./);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Notes for Dr. Mine").value).toBe("Met");
  await user.click(screen.getByRole("button", { name: "Save 1 visit" }));
  await findMessage("1 visit saved!");
  expect(server.asked(visitRoutes.update)).toEqual([]);
  const [sent] = server.asked(visitRoutes.create).map(({ body }) => body as VisitCreation);
  expect(sent?.id).not.toBe(plan.id);
});
