import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import type { SkipInput } from "@rounds/domain/today/skip.ts";
import type { DueDoctor, PlannedVisit, Today, TodayDoctor } from "@rounds/domain/today/today.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitCreation, VisitUpdate } from "@rounds/domain/visits/visit-list.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findMessage, prepareScreen, region, typeInto } from "../testing/render-screen.tsx";
import { aDoctor, anId, aVisit } from "../testing/rows.ts";

const day = "2025-11-20";
const doctorOf = (name: string) =>
  aDoctor({
    name,
    doctor_class: "A",
    specialization: "Cardiology",
    hospital: "Ruby Hall",
    address: "12 MG Road, Pune",
    contact_number: "+91 98765 43210",
  });
const late = doctorOf("Dr. Late");
const planned = doctorOf("Dr. Planned");

/** What the day says of a doctor. */
const onDay = (doctor: Doctor): TodayDoctor => {
  const { id, name, specialization, hospital, address, contact_number, doctor_class } = doctor;
  return { id, name, specialization, hospital, address, contact_number, doctor_class };
};

/** A visit to the doctor that is planned for today. */
const isPlanned = (doctor: Doctor, given: Partial<PlannedVisit> = {}): PlannedVisit => ({
  ...{ id: anId(), notes: null, doctor: onDay(doctor), last_visit: null },
  ...given,
});

/** A doctor with no call of the four of this month. */
const isLate = (doctor: Doctor, given: Partial<DueDoctor> = {}): DueDoctor => ({
  ...{ doctor: onDay(doctor), state: "late", norm: 4, calls: 0, last_visit: null, see_by: null },
  ...{ lost: 0, planned: null },
  ...given,
});

/** The answer for a person with one doctor, of whom nothing is asked. */
const dayOf = (given: Partial<Today> = {}): Today => ({
  day,
  kind: "field",
  holiday: null,
  next_day: "2025-11-21",
  doctors: 1,
  targets: 1,
  ahead: 0,
  planned: [],
  planned_total: given.planned?.length ?? 0,
  unrecorded: { visits: 0, day: null },
  due: [],
  never_total: given.due?.filter(({ state }) => state === "never").length ?? 0,
  late_total: given.due?.filter(({ state }) => state === "late").length ?? 0,
  due_total: given.due?.filter(({ state }) => state === "due").length ?? 0,
  done: [],
  done_total: given.done?.length ?? 0,
  calls: 0,
  total_sales: "0.00",
  skipped: [],
  ...given,
});

function show(given: Partial<Today>, options: { now?: number } = {}) {
  const { server, ...others } = prepareScreen(options);
  server.answer(todayRoutes.read, dayOf(given));
  // A doctor under the pointer is read ahead.
  server.refuse(doctorRoutes.read, "not_found");
  server.refuse(glanceRoutes.read, "not_found");
  return { server, ...others };
}

/** The rows of one of the day's lists. */
function rows(list: string): HTMLElement[] {
  const found = screen.queryByRole("list", { name: list });
  return found ? within(found).getAllByRole("listitem") : [];
}
const texts = (list: string) => rows(list).map(({ textContent }) => textContent);
const button = (name: string) => screen.findByRole("button", { name });

test("below the first planned visits a link leads to those of the person on that day", async () => {
  const { open } = show({ planned: [isPlanned(planned)], planned_total: 101 });
  await open("/today");
  await screen.findByText("The first 1 of 101.", { exact: false });
  expect(screen.getByRole("link", { name: "View all" }).getAttribute("href")).toBe(
    `/visits?representative=me&start_date=${day}&end_date=${day}`,
  );
});

test("the day says what is planned, who is late or due and why, and what is done", async () => {
  const { open } = show({
    doctors: 5,
    targets: 4,
    planned: [isPlanned(planned, { notes: "Bring samples" })],
    unrecorded: { visits: 1, day: "2025-11-18" },
    due: [
      isLate(doctorOf("Dr. New"), { state: "never", see_by: "2025-11-24" }),
      isLate(late, { calls: 1, last_visit: "2025-11-08" }),
      isLate(doctorOf("Dr. Lost"), { calls: 1, last_visit: "2025-11-08", see_by: day, lost: 2 }),
      isLate(doctorOf("Dr. Due"), { state: "due", calls: 2, last_visit: "2025-11-12", see_by: "2025-11-24" }),
      isLate(doctorOf("Dr. Soon"), { state: "planned", see_by: day, planned: "2025-11-26" }),
    ],
    done: [
      {
        ...{ id: anId(), notes: null, doctor: onDay(aDoctor({ name: "Dr. Done" })) },
        ...{ item_count: 1, own: true, total_sales: "950.00" },
      },
      {
        ...{ id: anId(), notes: null, doctor: onDay(aDoctor({ name: "Dr. Joint" })) },
        ...{ item_count: 1, own: false, total_sales: "100.00" },
      },
    ],
    done_total: 1,
    calls: 1,
    total_sales: "950.00",
  });
  await open("/today");
  expect(screen.getByRole("heading", { name: "Today", level: 1 })).toBeTruthy();
  expect(screen.getByText("Thursday, November 20, 2025")).toBeTruthy();
  await waitFor(() =>
    expect(texts("Planned")).toEqual([expect.stringMatching(/Dr\. Planned.*A · never seen.*Bring samples/s)]),
  );
  const unrecorded = screen.getByRole("link", { name: "1 planned visit of an earlier day is not recorded" });
  expect(unrecorded.getAttribute("href")).toBe("/today/catch-up?day=2025-11-18");
  expect(texts("Due and late")).toEqual([
    expect.stringMatching(/Dr\. NewNever seenA · 0 of 4 · see by Mon/),
    expect.stringMatching(/Dr\. Late.*Late.*A · 1 of 4 · last seen 12 days ago/s),
    expect.stringMatching(
      /Dr\. LostLateA · 1 of 4 · last seen 12 days ago · 2 calls can't be made this month/,
    ),
    expect.stringMatching(/Dr\. Due.*Due.*A · 2 of 4 · last seen 8 days ago · see by Mon/s),
    expect.stringMatching(/Dr\. SoonPlanned Nov 26A · 0 of 4 · never seen(?! ·)/),
  ]);
  expect(screen.getByText("1 never seen, 2 late, 1 due, 1 planned later")).toBeTruthy();
  expect(texts("Done today")).toEqual([
    expect.stringMatching(/Dr\. Done.*₹950\.00.*1 item/s),
    expect.stringMatching(/Dr\. Joint.*By a colleague.*₹100\.00/s),
  ]);
  expect(screen.queryByText(/^The last/)).toBeNull();
  expect(screen.getByText(/^1 call ·/).textContent).toBe("1 call · ₹950.00");
  const links = within(rows("Due and late")[1] as HTMLElement);
  const target = (name: string) => links.getByRole("link", { name }).getAttribute("href");
  expect(target("Call Dr. Late")).toBe("tel:+919876543210");
  expect(target("WhatsApp Dr. Late")).toContain("919876543210");
  expect(target("Directions to Dr. Late")).toContain("Pune");
  expect(target("Record visit to Dr. Late")).toBe(`/visits/record?doctor_id=${late.id}`);
});

test("a skip needs a reason, takes the doctor off the list, stays visible, and is taken back", async () => {
  const due = isLate(doctorOf("Dr. Due"), { state: "due" });
  const { server, user, open } = show({ due: [isLate(late), due] });
  await open("/today");
  await user.click(await button("Skip Dr. Late today"));
  const form = await screen.findByRole("form", { name: "Skip for today" });
  const skip = within(form).getByRole("button", { name: "Skip" });
  await user.click(skip);
  await within(form).findByText("Please choose why");
  await user.click(within(form).getByRole("radio", { name: "Other" }));
  await user.click(skip);
  await within(form).findByText("Please say why");
  expect(server.asked(todayRoutes.skip)).toEqual([]);
  const stored = { user_id: anId(), doctor_id: late.id, created_at: "2025-11-20T06:30:00.000Z" };
  server.answer(todayRoutes.skip, ({ body }) => {
    const { reason, note } = body as SkipInput;
    const skipped = [{ reason, note: note ?? null, doctor: onDay(late), visit_id: null }];
    server.answer(todayRoutes.read, dayOf({ due: [due], skipped }));
    return { ...stored, day, reason, note: note ?? null };
  });
  await user.type(within(form).getByLabelText("Note"), "Camp in Satara");
  await user.click(skip);
  await findMessage("Dr. Late is skipped today.");
  expect(server.asked(todayRoutes.skip)).toMatchObject([
    { params: { id: late.id }, body: { day, reason: "other", note: "Camp in Satara" } },
  ]);
  await waitFor(() => expect(texts("Due and late")).toEqual([expect.stringContaining("Dr. Due")]));
  await user.click(screen.getByText("Skipped today (1)"));
  expect(texts("Skipped today")).toEqual([expect.stringMatching(/Dr\. Late.*Other: Camp in Satara/s)]);

  server.answer(todayRoutes.undoSkip, () => {
    server.answer(todayRoutes.read, dayOf({ due: [isLate(late), due] }));
    return { ...stored, day, reason: "other" as const, note: null };
  });
  await user.click(await button("Undo skipping Dr. Late"));
  await waitFor(() => expect(rows("Due and late")).toHaveLength(2));
  expect(screen.queryByText(/^Skipped today/)).toBeNull();
  expect(server.asked(todayRoutes.undoSkip)).toMatchObject([{ params: { id: late.id }, query: { day } }]);

  await user.click(await button("Skip Dr. Late today"));
  const again = within(await screen.findByRole("form", { name: "Skip for today" }));
  await user.click(again.getByRole("radio", { name: "Other" }));
  await user.type(again.getByLabelText(/^Note/), "Away");
  await user.click(again.getByRole("button", { name: "Skip" }));
  await findMessage("Dr. Late is skipped today.");
  await user.keyboard("{Control>}z{/Control}");
  await findMessage("Undone: Dr. Late is not skipped any more.");
  await waitFor(() => expect(rows("Due and late")).toHaveLength(2));
});

test("on a page that was left open over midnight, nobody is skipped on the day that is over", async () => {
  // 00:30 on 21 November in India.
  const { server, user, open } = show({ due: [isLate(late)] }, { now: Date.parse("2025-11-20T19:00:00Z") });
  await open("/today");
  await user.click(await button("Skip Dr. Late today"));
  const form = within(await screen.findByRole("form", { name: "Skip for today" }));
  await user.click(form.getByRole("radio", { name: "Clinic closed" }));
  await user.click(form.getByRole("button", { name: "Skip" }));
  await form.findByText(/That day is over\. Reload the page to see today\./);
  expect(server.asked(todayRoutes.skip)).toEqual([]);
});

test("a visit is planned for the next field day with one tap", async () => {
  const { server, user, open } = show({ due: [isLate(late)] });
  server.answer(visitRoutes.create, ({ body }) => {
    const { id, visit_date, status } = body as VisitCreation;
    return aVisit(late, { id, visit_date, status });
  });
  await open("/today");
  await user.click(await button("Plan a visit to Dr. Late"));
  await findMessage("Dr. Late is planned for Friday, Nov 21.");
  expect(server.asked(visitRoutes.create).map(({ body }) => body)).toMatchObject([
    { doctor_id: late.id, visit_date: "2025-11-21", status: "scheduled", notes: null, items: [] },
  ]);
});

test("a planned visit moves to another day with what is in it", async () => {
  const visit = aVisit(planned, { visit_date: day, status: "scheduled", notes: "Bring samples" });
  const { id, notes } = visit;
  const { server, user, open } = show({ planned: [isPlanned(planned, { id, notes })] });
  server.answer(visitRoutes.read, visit);
  server.answer(visitRoutes.update, ({ body }) => {
    server.answer(todayRoutes.read, dayOf());
    return { ...visit, visit_date: (body as VisitUpdate).visit_date };
  });
  server.refuse(todayRoutes.day, "not_found");
  await open("/today");
  await user.click(await button("Move the visit to Dr. Planned"));
  const move = within(await screen.findByRole("form", { name: "Move to another day" }));
  const field = move.getByRole<HTMLInputElement>("textbox", { name: "Day" });
  await typeInto(user, field, "19/11/2025");
  await user.click(move.getByRole("button", { name: "Move" }));
  await move.findByText("Please choose a day from today on");
  expect(server.asked(visitRoutes.update)).toEqual([]);
  await typeInto(user, field, "25/11/2025");
  await user.click(move.getByRole("button", { name: "Move" }));
  await findMessage("Dr. Planned is planned for Tue, Nov 25, 2025.");
  await screen.findByText("Nothing is planned for today.");
  expect(server.asked(visitRoutes.update)).toMatchObject([
    { params: { id }, body: { visit_date: "2025-11-25", status: "scheduled", notes: "Bring samples" } },
  ]);
});

test("a planned visit that was recorded meanwhile stays on its day", async () => {
  const visit = aVisit(planned, { visit_date: day, status: "completed", version: 2 });
  const { server, user, open } = show({ planned: [isPlanned(planned, { id: visit.id })] });
  server.answer(visitRoutes.read, visit);
  server.refuse(todayRoutes.day, "not_found");
  await open("/today");
  await user.click(await button("Move the visit to Dr. Planned"));
  const move = within(await screen.findByRole("form", { name: "Move to another day" }));
  server.answer(todayRoutes.read, dayOf());
  await user.click(move.getByRole("button", { name: "Move" }));
  await move.findByText("This visit was recorded meanwhile.");
  await screen.findByText("Nothing is planned for today.");
  expect(server.asked(visitRoutes.update)).toEqual([]);
});

test("ten doctors are shown, and all when asked", async () => {
  const due = Array.from({ length: 13 }, (_, n) => isLate(doctorOf(`Dr. ${n}`)));
  const { user, open } = show({ due, never_total: 4, late_total: 1300, due_total: 1 });
  await open("/today");
  await waitFor(() => expect(rows("Due and late")).toHaveLength(10));
  await user.click(await button("Show all 13"));
  expect(rows("Due and late")).toHaveLength(13);
  expect(screen.getByText("The 13 most urgent of 1,305")).toBeTruthy();
  await user.click(await button("Show fewer"));
  expect(rows("Due and late")).toHaveLength(10);
});

test("without doctors the day leads to adding them", async () => {
  const { open } = show({ doctors: 0, targets: 0 });
  await open("/today");
  await screen.findByText("No doctors yet");
  const link = within(screen.getByRole("main")).getByRole("link", { name: "Add Doctor" });
  expect(link.getAttribute("href")).toBe("/doctors/add");
  // Only a phone is asked where it starts.
  expect(screen.queryByText(/Start with Today/)).toBeNull();
});

test("without a norm the day says so, and without a late doctor that all is well", async () => {
  const { server, open } = show({ targets: 0 });
  await open("/today");
  await screen.findByText("No doctor has a norm yet");
  server.answer(todayRoutes.read, dayOf({ doctors: 2, ahead: 1 }));
  await open("/today");
  await screen.findByText("All caught up. 1 doctor is ahead of plan.");
  expect(screen.getByText("Nothing is planned for today.")).toBeTruthy();
  expect(screen.getByText("No visit is recorded for today yet.")).toBeTruthy();
});

test("a day that can't be loaded says so, and continues with Retry", async () => {
  const { server, user, open } = show({});
  server.refuse(todayRoutes.read, "not_found");
  await open("/today");
  await screen.findByText("Today could not be loaded.");
  server.answer(todayRoutes.read, dayOf({ doctors: 0 }));
  await user.click(await button("Retry"));
  await screen.findByText("No doctors yet");
});

test("a Sunday says so, shows what is late all the same, and plans for Monday", async () => {
  const sunday = { day: "2025-11-23", kind: "weekly_off", next_day: "2025-11-24" } as const;
  const now = Date.parse("2025-11-23T06:30:00Z");
  const { server, user, open } = show({ ...sunday, due: [isLate(late)] }, { now });
  await open("/today");
  await screen.findByText(/^Sunday is no field day\./);
  expect(texts("Due and late")).toEqual([expect.stringContaining("Dr. Late")]);
  server.answer(visitRoutes.create, aVisit(late, { visit_date: "2025-11-24", status: "scheduled" }));
  await user.click(await button("Plan a visit to Dr. Late"));
  await waitFor(() =>
    expect(server.asked(visitRoutes.create)).toMatchObject([{ body: { visit_date: "2025-11-24" } }]),
  );
});

test("the dashboard's card says what waits, and leads to the day", async () => {
  const { server, open } = show({ planned: [isPlanned(planned)], due: [isLate(late)] });
  server.answer(dashboardRoutes.read, {
    ...{ doctors: 2, visits: 1, sales: "0.00", products: 0, comparison: null },
    ...{ daily_sales: [], top_doctors: [], recent_visits: [], planned_visits: [] },
  });
  await open("/");
  await waitFor(() => expect(region("Today").textContent).toContain("1 planned, 1 late"));
  expect(within(region("Today")).getByRole("link", { name: "Today" }).getAttribute("href")).toBe("/today");
});
