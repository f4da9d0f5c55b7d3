import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import type { DayKind } from "@rounds/domain/today/today.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitCreation } from "@rounds/domain/visits/visit-list.ts";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerDoctorPage } from "../../testing/doctor-page.ts";
import { findMessage, prepareScreen } from "../../testing/render-screen.tsx";
import { aDoctor, aVisit } from "../../testing/rows.ts";

const doctor = aDoctor({ name: "Dr. Rao", doctor_class: "A", address: "12 MG Road, Pune" });

function prepare() {
  const { server, ...others } = prepareScreen();
  server.answer(todayRoutes.read, {
    ...{ day: "2025-11-20", kind: "field", holiday: null, next_day: "2025-11-21", doctors: 1, targets: 1 },
    ...{ ahead: 0, planned: [], planned_total: 0, unrecorded: { visits: 0, day: null }, due: [] },
    ...{
      never_total: 0,
      late_total: 0,
      due_total: 0,
      done: [],
      done_total: 0,
      calls: 0,
      total_sales: "0.00",
    },
    skipped: [],
  });
  // Saturday is a holiday, and on Tuesday the person is on leave.
  const kinds = new Map<string, DayKind>([
    ["2025-11-22", "holiday"],
    ["2025-11-25", "leave"],
  ]);
  server.answer(todayRoutes.day, ({ query: { day = "" } }) => {
    const kind = kinds.get(day) ?? "field";
    return {
      ...{ day, kind, holiday: kind === "holiday" ? "Diwali" : null, planned_total: 0, done_total: 0 },
      ...{ visits: [], near: [], due: [], usual: { least: 8, most: 12 }, doctors: 1, targets: 1 },
      ...{ next_day: "2025-11-24", following_day: "2025-11-26" },
      ...{ never_total: 0, late_total: 0, due_total: 0 },
    };
  });
  server.answer(visitRoutes.create, ({ body }) => {
    const { id, visit_date, status } = body as VisitCreation;
    return aVisit(doctor, { id, visit_date, status });
  });
  // A doctor under the pointer is read ahead.
  for (const route of [doctorRoutes.read, glanceRoutes.read]) server.refuse(route, "not_found");
  return { server, ...others };
}

/** Opens the doctor list and answers the button that plans a visit. */
async function openList({ server, open }: Pick<ReturnType<typeof prepare>, "server" | "open">) {
  server.answer(doctorRoutes.list, {
    ...{ rows: [{ ...doctor, last_visit: null }], total: 1, page: 1, page_size: 10, unfiltered: 1 },
  });
  server.answer(doctorRoutes.places, { cities: [], addresses: [] });
  await open("/doctors");
  const [button] = await screen.findAllByRole("button", { name: "Plan a visit to Dr. Rao" });
  if (!button) throw new Error("No button");
  return button;
}

test("one tap in the doctor list plans the next field day, and another day can be chosen", async () => {
  const { server, user, open } = prepare();
  await user.click(await openList({ server, open }));
  await findMessage("Dr. Rao is planned for Friday, Nov 21.");
  const [created] = server.asked(visitRoutes.create).map(({ body }) => body as VisitCreation);
  expect(created).toMatchObject({
    ...{ doctor_id: doctor.id, visit_date: "2025-11-21", status: "scheduled", only_once: true },
  });
  const visit = aVisit(doctor, { id: created?.id ?? "", visit_date: "2025-11-21", status: "scheduled" });
  server.answer(visitRoutes.read, visit);
  await user.click(screen.getByRole("button", { name: "Another day" }));
  const move = within(await screen.findByRole("form", { name: "Move to another day" }));
  expect(move.getByLabelText<HTMLInputElement>("Day").value).toBe("Nov 22, 2025");
  await move.findByText("Saturday, Nov 22 is a holiday: Diwali.");
  await user.click(move.getByRole("button", { name: "Tue, Nov 25, 2025" }));
  await move.findByText("You are on leave on Tuesday, Nov 25.");
  await user.click(move.getByRole("button", { name: "Sat, Nov 22, 2025" }));
  // Sundays are left out.
  expect(move.queryByRole("button", { name: "Sun, Nov 23, 2025" })).toBeNull();
  server.refuse(visitRoutes.update, "already_planned", {
    fields: { visit_date: "Already planned for this day" },
  });
  await user.click(move.getByRole("button", { name: "Move" }));
  await move.findByText("Already planned for this day");
  server.answer(visitRoutes.update, { ...visit, visit_date: "2025-11-24" });
  await user.click(move.getByRole("button", { name: "Mon, Nov 24, 2025" }));
  await user.click(move.getByRole("button", { name: "Move" }));
  await findMessage("Dr. Rao is planned for Mon, Nov 24, 2025.");
  expect(screen.queryByRole("form", { name: "Move to another day" })).toBeNull();
  expect(server.asked(visitRoutes.create)).toHaveLength(1);
  // The button moves the planned visit from now on.
  const [button] = screen.getAllByRole("button", { name: "Move the visit to Dr. Rao" });
  if (!button) throw new Error("No button");
  await user.click(button);
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("form", { name: "Move to another day" })).toBeNull();
});

test("a plan that is taken back can be made again", async () => {
  const { server, user, open } = prepare();
  await user.click(await openList({ server, open }));
  await findMessage("Dr. Rao is planned for Friday, Nov 21.");
  server.answer(visitRoutes.delete, {
    ...{ doctor_name: doctor.name, visit_date: "2025-11-21", sales: 0, units_returned: 0 },
  });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await findMessage("Dr. Rao is not planned any more.");
  const [again] = screen.getAllByRole("button", { name: "Plan a visit to Dr. Rao" });
  if (!again) throw new Error("No button");
  await user.click(again);
  await findMessage("Dr. Rao is planned for Friday, Nov 21.");
  const [first, second] = server.asked(visitRoutes.create).map(({ body }) => (body as VisitCreation).id);
  expect(second).not.toBe(first);
});

test("a day that is planned already is said, and its visit can be moved", async () => {
  const { server, user, open } = prepare();
  const visit = aVisit(doctor, { visit_date: "2025-11-21", status: "scheduled" });
  server.refuse(visitRoutes.create, "already_planned", { details: { visit_id: visit.id } });
  server.answer(visitRoutes.read, visit);
  server.answer(visitRoutes.update, { ...visit, visit_date: "2025-11-22" });
  await user.click(await openList({ server, open }));
  await findMessage("Dr. Rao is planned for Friday, Nov 21 already.");
  await user.click(screen.getByRole("button", { name: "Another day" }));
  await user.click(await screen.findByRole("button", { name: "Move" }));
  await findMessage("Dr. Rao is planned for Sat, Nov 22, 2025.");
  expect(server.asked(visitRoutes.update)).toMatchObject([{ params: { id: visit.id } }]);
});

test("where the next field day can't be read, it is the next day that is no Sunday; a refusal is said", async () => {
  const { server, user, open } = prepare();
  server.refuse(todayRoutes.read, "internal");
  await user.click(await openList({ server, open }));
  await findMessage("Dr. Rao is planned for Friday, Nov 21.");
  server.refuse(visitRoutes.create, "forbidden");
  await user.click(await openList({ server, open }));
  await findMessage("Dr. Rao could not be planned.");
  expect(screen.getAllByRole("button", { name: "Plan a visit to Dr. Rao" }).length).toBeGreaterThan(0);
});

test("a doctor's page plans a visit with one tap", async () => {
  const { server, user, open } = prepare();
  answerDoctorPage(server, doctor);
  await open(`/doctors/${doctor.id}`);
  await user.click(await screen.findByRole("button", { name: "Plan visit to Dr. Rao" }));
  await findMessage("Dr. Rao is planned for Friday, Nov 21.");
  expect(server.asked(visitRoutes.create)).toMatchObject([{ body: { visit_date: "2025-11-21" } }]);
  await screen.findByRole("button", { name: "Move the visit to Dr. Rao" });
});
