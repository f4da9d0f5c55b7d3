import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitCreation } from "@rounds/domain/visits/visit-list.ts";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerDoctorPage } from "../testing/doctor-page.ts";
import { findMessage, prepareScreen } from "../testing/render-screen.tsx";
import { aDoctor, aVisit } from "../testing/rows.ts";

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
  server.answer(visitRoutes.create, ({ body }) => {
    const { id, visit_date, status } = body as VisitCreation;
    return aVisit(doctor, { id, visit_date, status });
  });
  // A doctor under the pointer is read ahead.
  for (const route of [doctorRoutes.read, glanceRoutes.read]) server.refuse(route, "not_found");
  return { server, ...others };
}

test("the doctor list plans a visit for the next field day, and a day that is planned already says so", async () => {
  const { server, user, open } = prepare();
  server.answer(doctorRoutes.list, {
    ...{ rows: [{ ...doctor, last_visit: null }], total: 1, page: 1, page_size: 10, unfiltered: 1 },
  });
  server.answer(doctorRoutes.places, { cities: [], addresses: [] });
  await open("/doctors");
  const [button] = await screen.findAllByRole("button", { name: "Plan a visit to Dr. Rao" });
  if (!button) throw new Error("No button");
  await user.click(button);
  const plan = within(await screen.findByRole("form", { name: "Plan a visit" }));
  expect(plan.getByLabelText<HTMLInputElement>("Day").value).toBe("Nov 21, 2025");
  server.refuse(visitRoutes.create, "already_planned", {
    fields: { visit_date: "Already planned for this day" },
  });
  await user.click(plan.getByRole("button", { name: "Plan" }));
  await plan.findByText("Already planned for this day");
  server.answer(visitRoutes.create, ({ body }) => {
    const { id, visit_date, status } = body as VisitCreation;
    return aVisit(doctor, { id, visit_date, status });
  });
  await user.click(plan.getByRole("button", { name: "Tomorrow, Fri, Nov 21, 2025" }));
  await user.click(plan.getByRole("button", { name: "Plan" }));
  await findMessage("Dr. Rao is planned for Nov 21, 2025.");
  expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
  expect(server.asked(visitRoutes.create).at(-1)?.body).toMatchObject({
    ...{ doctor_id: doctor.id, visit_date: "2025-11-21", status: "scheduled", only_once: true },
  });
});

test("a doctor's page plans a visit", async () => {
  const { server, user, open } = prepare();
  answerDoctorPage(server, doctor);
  await open(`/doctors/${doctor.id}`);
  await user.click(await screen.findByRole("button", { name: "Plan visit to Dr. Rao" }));
  const plan = within(await screen.findByRole("form", { name: "Plan a visit" }));
  await user.click(plan.getByRole("button", { name: "Plan" }));
  await findMessage("Dr. Rao is planned for Nov 21, 2025.");
  expect(server.asked(visitRoutes.create)).toMatchObject([{ body: { visit_date: "2025-11-21" } }]);
});
