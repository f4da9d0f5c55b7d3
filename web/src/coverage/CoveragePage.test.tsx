import type { CoverageAnswer, CoverageDoctor, CoverageDoctors } from "@rounds/domain/coverage/coverage.ts";
import type { Figures } from "@rounds/domain/coverage/report-month.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { atAddress, findMessage, prepareScreen, region, rowTexts } from "../testing/render-screen.tsx";
import { anId } from "../testing/rows.ts";
import { ownId } from "../testing/signed-in.ts";

const none: Figures = {
  ...{ doctors: 0, met: 0, not_met: 0, norm: 0, counted: 0, remaining: 0, remaining_doctors: 0 },
  ...{ to_plan: 0, to_plan_doctors: 0, no_target: 0 },
};
const me = { id: ownId, name: "asha@example.com" };
const november = { month: "2025-11", from: "2025-11-01", to: "2025-11-30", is_over: false, person: me };
const october = { month: "2025-10", from: "2025-10-01", to: "2025-10-31", is_over: true, person: me };
/** Six doctors: two of class A, one of B, one of C, one without a class and one without a target. */
const month: CoverageAnswer = {
  ...november,
  total: {
    ...{ doctors: 5, met: 3, not_met: 2, norm: 13, counted: 4, remaining: 9, remaining_doctors: 4 },
    ...{ to_plan: 8, to_plan_doctors: 4, no_target: 1 },
  },
  classes: {
    A: { ...none, doctors: 2, met: 2, norm: 8, counted: 3, remaining: 5, remaining_doctors: 2 },
    B: { ...none, doctors: 1, not_met: 1, norm: 2, remaining: 2, remaining_doctors: 1 },
    C: { ...none, doctors: 1, met: 1, norm: 1, counted: 1 },
    none: { ...none, doctors: 1, not_met: 1, norm: 2, remaining: 2, remaining_doctors: 1, no_target: 1 },
  },
  work: {
    ...{ people: 1, calls: 4, called_doctors: 3, days_worked: 3, days_left: 9, capacity_left: 90 },
    ...{ nobody_calls: 0, nobody_days: 0 },
  },
};

/** The coverage of this month. */
function coverage(answer: CoverageAnswer = month) {
  const { server, ...others } = prepareScreen();
  server.answer(coverageRoutes.month, answer);
  server.answer(coverageRoutes.representatives, { rows: [me] });
  return { server, ...others };
}

const doctor = (name: string, given: Partial<CoverageDoctor> = {}): CoverageDoctor => ({
  ...{ id: anId(), name, doctor_class: "A", city: null, representative: null, last_visit: null },
  ...{ norm: 4, calls: 0, scheduled: 0, remaining: 4, calls_made: 0 },
  ...given,
});
const sums = { norm: 0, counted: 0, remaining: 0, to_plan: 0, calls_made: 0 };
const list = (rows: CoverageDoctor[], given: Partial<CoverageDoctors> = {}): CoverageDoctors => ({
  ...november,
  ...{ rows, total: rows.length, page: 1, page_size: 10, sums },
  ...given,
});

/** Where a figure of this name leads, once it is there. */
const target = async (name: string) =>
  new URLSearchParams((await screen.findByRole("link", { name })).getAttribute("href")?.split("?")[1]);
const figureOf = async (name: string) => Object.fromEntries(await target(name));

test("shows the month in cards, in words and by class", async () => {
  const { server, open } = coverage();
  await open("/coverage");
  await screen.findByText("November 2025 · Me");
  expect(server.asked(coverageRoutes.month).map(({ query }) => query)).toEqual([{}]);
  const card = (title: string) => region(title).textContent;
  expect(card("Coverage")).toBe("Coverage60%3 of 5 doctors met");
  expect(card("Compliance")).toBe("Compliance30.8%4 of 13 calls expected");
  expect(card("Remaining calls")).toBe("Remaining calls9with 4 doctors");
  expect(card("Call average")).toBe("Call average1.34 calls in 3 days worked, below the usual 8 to 12");
  expect(screen.getByText(/^9 calls remain\. 9 field days are left, enough for 90 calls\./)).toBeTruthy();
  expect(rowTexts("Coverage by class")).toEqual([
    "Class A22100%37.5%50",
    "Class B100%0%21",
    "Class C11100%100%00",
    "No class100%0%21",
    "Total5360%30.8%92",
  ]);
});

test("every figure opens its doctors; one without doctors opens nothing", async () => {
  const { open } = coverage();
  await open("/coverage");
  for (const [name, opened] of [
    ["Class A, doctors: 2", { figure: "doctors", class: "A" }],
    ["Class A, met: 2", { figure: "met", class: "A" }],
    ["Class A, coverage: 100%", { figure: "met", class: "A" }],
    ["Class A, compliance: 37.5%", { figure: "compliance", class: "A" }],
    ["Class A, remaining: 5", { figure: "remaining", class: "A" }],
    ["Class B, not met yet: 1", { figure: "not_met", class: "B" }],
    ["Class C, met: 1", { figure: "met", class: "C" }],
    ["No class, remaining: 2", { figure: "remaining", class: "none" }],
    ["Total, doctors: 5", { figure: "doctors" }],
    ["Total, met: 3", { figure: "met" }],
    ["Total, not met yet: 2", { figure: "not_met" }],
    ["Total, remaining: 9", { figure: "remaining" }],
    ["8 calls not planned yet", { figure: "to_plan" }],
    ["1 doctor", { figure: "no_target" }],
  ] as const) {
    expect([name, await figureOf(name)]).toEqual([name, opened]);
  }
  const links = () => within(screen.getByRole("table")).getAllByRole("link");
  const names = links().map((link) => link.getAttribute("aria-label") ?? "");
  expect(names.filter((name) => /: 0%?$/.test(name))).toEqual([
    "Class B, compliance: 0%",
    "No class, compliance: 0%",
  ]);
  const average = within(region("Call average")).getByRole("link");
  expect(average.getAttribute("href")).toBe("/coverage/doctors?figure=calls");
});

test("of everybody's calls, those recorded by nobody are a line of their own, and open their visits", async () => {
  const { open } = coverage({
    ...month,
    person: null,
    work: { ...month.work, nobody_calls: 3, nobody_days: 2 },
  });
  await open("/coverage?person=everybody");
  const line = await screen.findByText(/^Recorded by nobody:/);
  expect(line.textContent).toBe("Recorded by nobody: 3 calls on 2 days, counted for no person.");
  expect(await figureOf("3 calls")).toEqual({
    ...{ representative: "nobody", status: "completed" },
    ...{ start_date: "2025-11-01", end_date: "2025-11-20" },
  });
});

test.each([
  ["doctors", "Target doctors", "1 doctor, 13 calls expected"],
  ["met", "Doctors met", "1 doctor"],
  ["not_met", "Doctors not met yet", "1 doctor"],
  ["compliance", "Calls against the norm", "4 of 13 calls made, 30.8%"],
  ["remaining", "Remaining calls", "9 calls to make with 1 doctor"],
  ["to_plan", "Calls not planned yet", "8 calls to plan with 1 doctor"],
  ["no_target", "Doctors without a target", "1 doctor"],
])("the doctors of the figure %s are headed %j and summed up", async (figure, title, words) => {
  const { server, open } = coverage();
  const all = { norm: 13, counted: 4, remaining: 9, to_plan: 8, calls_made: 4 };
  server.answer(coverageRoutes.doctors, list([doctor("Dr. Bose")], { sums: all }));
  await open(`/coverage/doctors?figure=${figure}&class=A`);
  await screen.findByText(`November 2025 · Me · Class A · ${words}`);
  expect(screen.getByRole("heading", { name: title, level: 1 })).toBeTruthy();
  expect(rowTexts(title)).toEqual(["Dr. BoseA–0 of 44Never"]);
  const isToPlan = ["not_met", "remaining", "to_plan"].includes(figure);
  expect(screen.queryAllByRole("button", { name: "Plan a visit to Dr. Bose" })).toHaveLength(
    isToPlan ? 1 : 0,
  );
  expect(server.asked(coverageRoutes.doctors).map(({ query }) => query)).toEqual([{ figure, class: "A" }]);
});

test("the calls made list who was met, and each doctor leads to their page", async () => {
  const { server, open } = coverage();
  const asha = doctor("Dr. Asha Rao", {
    ...{ city: "Pune", calls: 2, calls_made: 2, remaining: 2, scheduled: 1, last_visit: "2025-11-12" },
  });
  const rows = [doctor("Dr. Bose", { calls_made: 1 }), asha, doctor("Dr. Dutta", { calls_made: 1 })];
  server.answer(coverageRoutes.doctors, list(rows, { sums: { ...sums, calls_made: 4 } }));
  await open("/coverage/doctors?figure=calls");
  await screen.findByText("November 2025 · Me · 4 calls with 3 doctors");
  expect(rowTexts("Calls made")).toEqual([
    expect.stringMatching(/^Dr\. Bose/),
    expect.stringMatching(/^Dr\. Asha Rao.*APune.*2.*2 \(1 planned\).*Nov 12, 2025$/),
    expect.stringMatching(/^Dr\. Dutta/),
  ]);
  expect(screen.getByRole("link", { name: /Dr\. Asha Rao/ }).getAttribute("href")).toBe(
    `/doctors/${asha.id}`,
  );
});

test("an earlier month tells what was missed; the address holds month and person", async () => {
  const { server, user, open } = coverage();
  const missed = { ...month.total, met: 1, not_met: 4, remaining: 12, to_plan: 0, remaining_doctors: 4 };
  server.answer(coverageRoutes.month, ({ query }) => ({
    ...month,
    ...(query.month === "2025-10" && { ...october, total: missed }),
    ...(query.person === "everybody" && { person: null }),
  }));
  await open("/coverage");
  await screen.findByText("November 2025 · Me");
  const later = () => screen.getByRole<HTMLButtonElement>("button", { name: "Later month" });
  expect(later().ariaDisabled).toBe("true");
  await user.click(screen.getByRole("button", { name: "Earlier month" }));
  await atAddress("/coverage?month=2025-10");
  await screen.findByText("October 2025 · Me");
  expect(region("Missed calls").textContent).toBe("Missed calls12with 4 doctors");
  expect(await figureOf("Total, missed: 4")).toEqual({ figure: "not_met", month: "2025-10" });
  await user.selectOptions(screen.getByLabelText("Doctors of"), "Everybody");
  await atAddress("/coverage?month=2025-10&person=everybody");
  await screen.findByText("October 2025 · Everybody");
  const asked = { month: "2025-10", person: "everybody" };
  expect(server.asked(coverageRoutes.month).at(-1)?.query).toEqual(asked);

  server.answer(coverageRoutes.doctors, list([doctor("Dr. Dutta")], { ...october, person: null }));
  await user.click(screen.getByRole("link", { name: "Class C, met: 1" }));
  await atAddress("/coverage/doctors?figure=met&class=C&month=2025-10&person=everybody");
  await screen.findByText("October 2025 · Everybody · Class C · 1 doctor");
  expect(server.asked(coverageRoutes.doctors).at(-1)?.query).toEqual({ ...asked, figure: "met", class: "C" });
  await user.click(screen.getByRole("link", { name: "Back to coverage" }));
  await atAddress("/coverage?month=2025-10&person=everybody");
  await user.click(await screen.findByRole("button", { name: "Later month" }));
  await atAddress("/coverage?person=everybody");
  await waitFor(() => expect(later().ariaDisabled).toBe("true"));
});

test("a month that has not begun is shown as the present one, which the server answers", async () => {
  const { open } = coverage();
  await open("/coverage?month=2030-05");
  await screen.findByText("November 2025 · Me");
  const picker = screen.getByLabelText<HTMLSelectElement>("Month");
  expect(picker.selectedOptions[0]?.text).toBe("November 2025");
  expect([...picker.options].filter(({ text }) => text === "May 2030")).toEqual([]);
});

test("says what to do without doctors, and without targets", async () => {
  const { server, open } = coverage({
    ...month,
    total: none,
    work: { ...month.work, calls: 0, days_worked: 0 },
  });
  await open("/coverage");
  await screen.findByText("No doctors in this month.");
  expect(screen.queryByRole("region", { name: "Call average" })).toBeNull();
  const add = within(screen.getByRole("main")).getByRole("link", { name: "Add Doctor" });
  expect(add.getAttribute("href")).toBe("/doctors/add");
  server.answer(coverageRoutes.month, { ...month, total: { ...none, no_target: 1 } });
  await open("/coverage");
  await screen.findByText("No doctor has a target in this month.");
  expect(await figureOf("Show 1 doctor")).toEqual({ figure: "no_target" });
  // Calls need no target.
  expect(region("Call average").textContent).toMatch(/^Call average1\.34 calls in 3 days worked/);
  expect(await figureOf("1.3")).toEqual({ figure: "calls" });
});

test("a month that can't be loaded says so, and continues with Retry", async () => {
  const failed = "Error loading the coverage. Please try again.";
  const { server, user, open } = coverage();
  server.refuse(coverageRoutes.month, "validation_failed");
  await open("/coverage");
  await findMessage(failed);
  const alert = await within(screen.getByRole("main")).findByRole("alert");
  expect(alert.textContent).toContain(`${failed}Nothing you entered is lost.`);
  server.cutOff(coverageRoutes.month);
  await user.click(within(alert).getByRole("button", { name: "Retry" }));
  await screen.findByText("It needs a connection.");
  server.answer(coverageRoutes.month, month);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("November 2025 · Me");
});
