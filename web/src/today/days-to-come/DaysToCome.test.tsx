import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import type { DayPlan, PlanDay, PlannedOrDone, WeekPlan } from "@rounds/domain/today/plan-days.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import type { DueDoctor } from "@rounds/domain/today/today.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitCreation, VisitUpdate } from "@rounds/domain/visits/visit-list.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findMessage, prepareScreen } from "../../testing/render-screen.tsx";
import { aDoctor, anId, aVisit } from "../../testing/rows.ts";

// Today is Thursday, November 20, 2025.
const tomorrow = "2025-11-21";

const doctorOf = (name: string, city = "Pune") =>
  aDoctor({ name, doctor_class: "A", address: `12 MG Road, ${city}` });
type Doctor = ReturnType<typeof doctorOf>;

const onDay = ({ id, name, specialization, hospital, address, contact_number, doctor_class }: Doctor) => ({
  ...{ id, name, specialization, hospital, address, contact_number, doctor_class },
});
const isPlanned = (doctor: Doctor, given: Partial<PlannedOrDone> = {}): PlannedOrDone => ({
  ...{ id: anId(), notes: null, status: "scheduled", doctor: onDay(doctor), last_visit: null },
  ...given,
});
const isLate = (doctor: Doctor): DueDoctor => ({
  ...{ doctor: onDay(doctor), state: "late", norm: 4, calls: 1, last_visit: "2025-11-08", see_by: null },
  ...{ lost: 0, planned: null },
});
const nearIn = (city: string, doctors: DueDoctor[]) => ({
  ...{
    city_key: city.toLowerCase(),
    city,
    never_total: 0,
    late_total: doctors.length,
    due_total: 0,
    doctors,
  },
});
const planDay = (day: string, given: Partial<PlanDay> = {}): PlanDay => {
  const visits = given.visits ?? [];
  return {
    ...{ day, kind: "field", holiday: null, visits },
    planned_total: visits.filter(({ status }) => status === "scheduled").length,
    done_total: visits.filter(({ status }) => status === "completed").length,
    ...given,
  };
};
const dayPlan = (given: Partial<DayPlan> = {}): DayPlan => ({
  ...planDay(tomorrow, given),
  ...{
    next_day: tomorrow,
    following_day: "2025-11-22",
    usual: { least: 10, most: 10 },
    doctors: 5,
    targets: 5,
  },
  ...{ near: [], due: [], never_total: 0, late_total: given.due?.length ?? 0, due_total: 0 },
  ...given,
});

/** A row under the pointer is read ahead. */
function prepare() {
  const { server, ...others } = prepareScreen();
  for (const route of [visitRoutes.read, doctorRoutes.read, glanceRoutes.read])
    server.refuse(route, "not_found");
  return { server, ...others };
}

const rows = (list: string) => {
  const found = screen.queryByRole("list", { name: list });
  return found ? within(found).getAllByRole("listitem") : [];
};
const texts = (list: string) => rows(list).map(({ textContent }) => textContent);

test("tomorrow says what is planned, who is near and who else is late, and plans each with one tap", async () => {
  const { server, user, open } = prepare();
  const [planned, near, far] = [doctorOf("Dr. Planned"), doctorOf("Dr. Near"), doctorOf("Dr. Far", "Satara")];
  const shown = { due: [isLate(far), isLate(near)], near: [nearIn("Pune", [isLate(near)])] };
  server.answer(todayRoutes.day, dayPlan({ ...shown, visits: [isPlanned(planned)] }));
  server.answer(visitRoutes.create, ({ body }) => {
    const { id, visit_date, status } = body as VisitCreation;
    server.answer(
      todayRoutes.day,
      dayPlan({ due: [isLate(far)], visits: [isPlanned(planned), isPlanned(near, { id })] }),
    );
    return aVisit(near, { id, visit_date, status, version: 1 });
  });
  await open("/today?show=tomorrow");
  await screen.findByRole("heading", { name: "Tomorrow, Friday, November 21, 2025" });
  expect(screen.getByRole("link", { name: "Tomorrow" }).getAttribute("aria-current")).toBe("page");
  await screen.findByText("1 planned · usual 10");
  expect(texts("Planned")).toEqual([expect.stringContaining("Dr. Planned")]);
  expect(texts("1 late doctor in Pune")).toEqual([expect.stringContaining("Dr. Near")]);
  expect(texts("Not planned")).toEqual([expect.stringMatching(/Dr\. Far.*Late.*A · 1 of 4/s)]);
  // Dr. Near is counted above.
  expect(screen.getByText("1 late")).toBeTruthy();
  expect(server.asked(todayRoutes.day)).toMatchObject([{ query: { day: tomorrow } }]);

  await user.click(screen.getByRole("button", { name: "Plan Dr. Near for Fri, Nov 21, 2025" }));
  await findMessage("Dr. Near is planned for Friday, Nov 21.");
  expect(server.asked(visitRoutes.create).map(({ body }) => body)).toMatchObject([
    { doctor_id: near.id, visit_date: tomorrow, status: "scheduled", items: [], only_once: true },
  ]);
  await waitFor(() => expect(rows("Planned")).toHaveLength(2));
  expect(screen.queryByRole("list", { name: "1 late doctor in Pune" })).toBeNull();

  const [{ id } = { id: "" }] = server.asked(visitRoutes.create).map(({ body }) => body as VisitCreation);
  server.answer(visitRoutes.deletionEffect, {
    ...{ doctor_name: near.name, visit_date: tomorrow, sales: 0, units_returned: 0, version: 1 },
  });
  server.answer(visitRoutes.delete, {
    ...{ doctor_name: near.name, visit_date: tomorrow, sales: 0, units_returned: 0 },
  });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await findMessage("Dr. Near is not planned any more.");
  expect(server.asked(visitRoutes.delete)).toMatchObject([{ params: { id }, query: { version: "1" } }]);
});

test("doctors of a city with a planned visit are counted and listed there only, also those who are not shown", async () => {
  const { server, open } = prepare();
  const inPune = Array.from({ length: 30 }, (_, n) => isLate(doctorOf(`Dr. Pune ${n}`, "PUNE - 411001")));
  const far = [isLate(doctorOf("Dr. Far", "Satara"))];
  const near = [{ ...nearIn("Pune", inPune.slice(0, 20)), late_total: 60 }];
  const visits = [isPlanned(doctorOf("Dr. Planned"))];
  server.answer(todayRoutes.day, dayPlan({ visits, near, due: [...inPune, ...far], late_total: 64 }));
  await open("/today?show=tomorrow");
  await waitFor(() => expect(rows("60 late doctors in Pune")).toHaveLength(20));
  expect(screen.getByText("The 20 most urgent of 60")).toBeTruthy();
  expect(texts("Not planned")).toEqual([expect.stringContaining("Dr. Far")]);
  expect(screen.getByText("4 late")).toBeTruthy();
  expect(screen.getByText("The 1 most urgent of 4")).toBeTruthy();

  server.answer(todayRoutes.day, dayPlan({ visits, near, due: inPune, late_total: 64 }));
  server.answer(todayRoutes.week, weekPlan(mondayToSunday({ "2025-11-20": { visits } }), near));
  await open("/today?show=tomorrow&day=2025-11-22");
  await screen.findByText("The most urgent doctors are all in the cities above.");
  await open("/today?show=week");
  await screen.findByText("60 late doctors in Pune");
  expect(screen.getByText("The 20 most urgent of 60")).toBeTruthy();
});

test("a day to come says as of today when somebody was seen, and by when to see them", async () => {
  const { server, open } = prepare();
  const due = [{ ...isLate(doctorOf("Dr. Due")), state: "due" as const, see_by: tomorrow }];
  server.answer(todayRoutes.day, dayPlan({ due, due_total: 1, late_total: 0 }));
  await open("/today?show=tomorrow");
  expect((await screen.findByRole("list", { name: "Not planned" })).textContent).toContain(
    "A · 1 of 4 · last seen 12 days ago · see by Fri",
  );
});

test("after a doctor is planned with the keyboard, the focus is on the next one's button", async () => {
  const { server, user, open } = prepare();
  const [a, b, c] = [doctorOf("Dr. A"), doctorOf("Dr. B"), doctorOf("Dr. C")];
  const named = new Map([a, b, c].map((doctor) => [doctor.id, doctor]));
  const visits = [isPlanned(doctorOf("Dr. Planned"))];
  let due = [a, b, c];
  server.answer(todayRoutes.day, () => dayPlan({ due: due.map(isLate), visits }));
  server.answer(visitRoutes.create, ({ body }) => {
    const { id, doctor_id, visit_date, status } = body as VisitCreation;
    const doctor = named.get(doctor_id) as Doctor;
    visits.unshift(isPlanned(doctor, { id }));
    due = due.filter((one) => one !== doctor);
    return aVisit(doctor, { id, visit_date, status, version: 1 });
  });
  await open("/today?show=tomorrow");
  const button = (name: string) =>
    screen.findByRole("button", { name: `Plan ${name} for Fri, Nov 21, 2025` });
  const plan = async (count: number) => {
    await user.keyboard("{Enter}");
    await waitFor(() => expect(rows("Planned")).toHaveLength(count));
  };
  (await button("Dr. A")).focus();
  await plan(2);
  await waitFor(async () => expect(document.activeElement).toBe(await button("Dr. B")));
  (await button("Dr. C")).focus();
  await plan(3);
  await waitFor(async () => expect(document.activeElement).toBe(await button("Dr. B")));
  await plan(4);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Dr. Planned"));
});

test("a doctor who is planned for the day already is said to be, and an error is said too", async () => {
  const { server, user, open } = prepare();
  const late = doctorOf("Dr. Late");
  server.answer(todayRoutes.day, dayPlan({ due: [isLate(late)] }));
  server.refuse(visitRoutes.create, "forbidden");
  await open("/today?show=tomorrow");
  const plan = await screen.findByRole("button", { name: "Plan Dr. Late for Fri, Nov 21, 2025" });
  await user.click(plan);
  await findMessage("Dr. Late could not be planned.");
  server.refuse(visitRoutes.create, "already_planned", { details: { visit_id: anId() } });
  await user.click(screen.getByRole("button", { name: /^Plan Dr\. Late/ }));
  await findMessage("Dr. Late is planned for Friday, Nov 21 already.");
  expect(texts("Not planned")).toEqual([expect.stringContaining("Planned")]);
  const [first, second] = server.asked(visitRoutes.create).map(({ body }) => (body as VisitCreation).id);
  expect(second).toBe(first);
});

test("a Sunday says so and offers the next field day, and the arrows lead to other days", async () => {
  const { server, user, open } = prepare();
  server.answer(todayRoutes.day, ({ query }) =>
    dayPlan({ day: query.day as string, kind: "weekly_off", following_day: "2025-11-24" }),
  );
  await open("/today?show=tomorrow&day=2025-11-23");
  await screen.findByText("Sunday, Nov 23 is no field day. The next field day is Monday, Nov 24.");
  const next = screen.getByRole("link", { name: "Plan Monday, Nov 24" });
  expect(next.getAttribute("href")).toBe("/today?show=tomorrow&day=2025-11-24");
  await user.click(screen.getByRole("link", { name: "Previous day" }));
  await screen.findByRole("heading", { name: "Saturday, November 22, 2025" });
  await user.click(screen.getByRole("link", { name: "Previous day" }));
  await screen.findByRole("heading", { name: "Tomorrow, Friday, November 21, 2025" });
  const previous = screen.getByRole("link", { name: "Previous day" });
  expect(previous.getAttribute("aria-disabled")).toBe("true");
  // It was pressed last, and can have the focus without an address too.
  expect(document.activeElement).toBe(previous);
  expect(previous.getAttribute("tabindex")).toBe("0");
});

const mondayToSunday = (given: Record<string, Partial<PlanDay>>): PlanDay[] =>
  [17, 18, 19, 20, 21, 22, 23].map((n) => {
    const day = `2025-11-${n}`;
    return planDay(day, { kind: n === 23 ? "weekly_off" : "field", ...given[day] });
  });
const weekPlan = (days: PlanDay[], near: WeekPlan["near"] = []): WeekPlan => ({
  ...{ next_day: tomorrow, usual: { least: 8, most: 12 }, doctors: 5, near, days },
});

test("the week says of each day what was done, not recorded or is planned, by city, and who is near", async () => {
  const { server, user, open } = prepare();
  const [done, missed, nashik, pune] = [
    ...[doctorOf("Dr. Done"), doctorOf("Dr. Missed"), doctorOf("Dr. N", "Nashik"), doctorOf("Dr. P")],
  ] as const;
  const near = nearIn("Pune", [isLate(doctorOf("Dr. Near"))]);
  server.answer(
    todayRoutes.week,
    weekPlan(
      mondayToSunday({
        "2025-11-18": { visits: [isPlanned(missed), isPlanned(done, { status: "completed" })] },
        "2025-11-22": { visits: [isPlanned(nashik), isPlanned(pune)] },
      }),
      [near],
    ),
  );
  await open("/today?show=week");
  await screen.findByRole("heading", { name: "This week" });
  expect(screen.getByText("Nov 17, 2025 to Nov 23, 2025")).toBeTruthy();
  await screen.findByText("1 done, 1 not recorded");
  expect(texts("Pune, Tuesday, Nov 18")).toEqual([
    expect.stringMatching(/Dr\. MissedNot recorded/),
    expect.stringMatching(/Dr\. DoneDone/),
  ]);
  const record = screen.getByRole("link", { name: "Record Tuesday, Nov 18" });
  expect(record.getAttribute("href")).toBe("/today/catch-up?day=2025-11-18");
  expect(screen.getByText("2 planned · usual 8 to 12")).toBeTruthy();
  expect(texts("Nashik, Saturday, Nov 22")).toEqual([expect.stringContaining("Dr. N")]);
  expect(texts("Pune, Saturday, Nov 22")).toEqual([expect.stringContaining("Dr. P")]);
  expect(screen.getByText("Sunday, Nov 23 is no field day.")).toBeTruthy();
  expect(screen.getAllByText("1 late doctor in Pune")).toHaveLength(1);
  await user.click(screen.getByText("1 late doctor in Pune"));
  expect(screen.getByRole("button", { name: "Plan Dr. Near for Sat, Nov 22, 2025" })).toBeTruthy();
  const plan = screen.getByRole("link", { name: "Plan Friday, Nov 21" });
  expect(plan.getAttribute("href")).toBe("/today?show=tomorrow&day=2025-11-21");
  await user.click(screen.getByRole("link", { name: "Next week" }));
  await waitFor(() => expect(server.asked(todayRoutes.week).at(-1)?.query).toEqual({ day: "2025-11-24" }));
});

test("a day of the week words who is near as of that day: who had to be seen before is late by then", async () => {
  const { server, user, open } = prepare();
  const due: DueDoctor = { ...isLate(doctorOf("Dr. Due")), state: "due", see_by: tomorrow };
  const near = { ...nearIn("Pune", [due]), late_total: 0, due_total: 1 };
  const visits = [isPlanned(doctorOf("Dr. P"))];
  const days = mondayToSunday({ [tomorrow]: { visits }, "2025-11-22": { visits } });
  server.answer(todayRoutes.week, weekPlan(days, [near]));
  await open("/today?show=week");
  await user.click(await screen.findByText("1 due doctor in Pune"));
  expect(texts("1 due doctor in Pune, Friday, Nov 21")).toEqual([
    expect.stringContaining("DueA · 1 of 4 · last seen 12 days ago · see by Fri"),
  ]);
  await user.click(screen.getByText("1 late doctor in Pune"));
  expect(texts("1 late doctor in Pune, Saturday, Nov 22")).toEqual([
    expect.stringMatching(/LateA · 1 of 4 · last seen 12 days ago(?! · see)/),
  ]);
});

test("a planned visit of the week moves to another day of it", async () => {
  const { server, user, open } = prepare();
  const doctor = doctorOf("Dr. P");
  const visit = aVisit(doctor, { visit_date: "2025-11-22", status: "scheduled" });
  const { id } = visit;
  server.answer(
    todayRoutes.week,
    weekPlan(mondayToSunday({ "2025-11-22": { visits: [isPlanned(doctor, { id })] } })),
  );
  server.answer(visitRoutes.read, visit);
  server.answer(visitRoutes.update, ({ body }) => {
    const { visit_date } = body as VisitUpdate;
    server.answer(
      todayRoutes.week,
      weekPlan(mondayToSunday({ [visit_date]: { visits: [isPlanned(doctor, { id })] } })),
    );
    return { ...visit, visit_date };
  });
  server.refuse(todayRoutes.day, "not_found");
  await open("/today?show=week");
  await user.click(await screen.findByRole("button", { name: "Move the visit to Dr. P" }));
  const move = within(await screen.findByRole("form", { name: "Move to another day" }));
  // Its own day is not offered.
  expect(move.queryByRole("button", { name: "Sat, Nov 22, 2025" })).toBeNull();
  await user.click(move.getByRole("button", { name: "Tomorrow, Fri, Nov 21, 2025" }));
  await user.click(move.getByRole("button", { name: "Move" }));
  await findMessage("Dr. P is planned for Fri, Nov 21, 2025.");
  await waitFor(() => expect(rows("Pune, Friday, Nov 21")).toHaveLength(1));
  expect(rows("Pune, Saturday, Nov 22")).toEqual([]);
});

test.each([
  ["2025-11-21", "Nov 22, 2025"],
  ["2025-11-22", "Nov 21, 2025"],
  // The week has no field day after it.
  ["2025-11-22", "Nov 24, 2025", "2025-11-22"],
])(
  "a visit of the week on %s is proposed to be moved to %s",
  async (visit_date, proposed, next_day = tomorrow) => {
    const { server, user, open } = prepare();
    const days = mondayToSunday({ [visit_date]: { visits: [isPlanned(doctorOf("Dr. P"))] } });
    server.answer(todayRoutes.week, { ...weekPlan(days), next_day });
    server.refuse(todayRoutes.day, "not_found");
    await open("/today?show=week");
    await user.click(await screen.findByRole("button", { name: "Move the visit to Dr. P" }));
    const move = within(await screen.findByRole("form", { name: "Move to another day" }));
    expect(move.getByLabelText<HTMLInputElement>("Day").value).toBe(proposed);
  },
);

test("tomorrow is not offered to a visit that is planned for it", async () => {
  const { server, user, open } = prepare();
  server.answer(todayRoutes.day, dayPlan({ visits: [isPlanned(doctorOf("Dr. P"))] }));
  await open("/today?show=tomorrow");
  await user.click(await screen.findByRole("button", { name: "Move the visit to Dr. P" }));
  const move = within(await screen.findByRole("form", { name: "Move to another day" }));
  expect(move.getByRole("button", { name: "Sat, Nov 22, 2025" })).toBeTruthy();
  expect(move.queryByRole("button", { name: /^Tomorrow/ })).toBeNull();

  // A day that is offered takes the error of the one before away.
  await user.clear(move.getByLabelText("Day"));
  await user.click(move.getByRole("button", { name: "Move" }));
  await move.findByText("Please enter a date");
  await user.click(move.getByRole("button", { name: "Sat, Nov 22, 2025" }));
  await waitFor(() => expect(move.queryByText("Please enter a date")).toBeNull());
});

test("a plan that can't be loaded says so, and a person without doctors is led to the first", async () => {
  const { server, user, open } = prepare();
  server.refuse(todayRoutes.week, "not_found");
  await open("/today?show=week");
  await screen.findByText("The week could not be loaded.");
  server.answer(todayRoutes.week, { ...weekPlan(mondayToSunday({})), doctors: 0 });
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("No doctors yet");
  server.answer(todayRoutes.day, dayPlan({ doctors: 0 }));
  await open("/today?show=tomorrow");
  await screen.findByText("No doctors yet");
});
