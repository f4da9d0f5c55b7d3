import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import type { Performance, PerformanceFigures, Performer } from "@rounds/domain/performance/performance.ts";
import { performanceRoutes } from "@rounds/domain/performance/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitList } from "@rounds/domain/visits/visit-list.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryClient } from "../api/query-client.ts";
import { address, atAddress, prepareScreen, region, rowTexts } from "../testing/render-screen.tsx";
import { aDoctor, anId } from "../testing/rows.ts";
import type { StandInServer } from "../testing/server.ts";
import { ownId } from "../testing/signed-in.ts";

const ravi = anId();
const figures = (doctors: number, met: number, calls: number, days_worked: number, sales: string) => ({
  ...{ doctors, met, calls, days_worked, sales },
});
const none = figures(0, 0, 0, 0, "0.00");

const performer = (name: string, present: PerformanceFigures, given: Partial<Performer> = {}): Performer => ({
  ...{ id: anId(), name, is_gone: false, late: 0, last_call: null, present, before: none },
  ...given,
});

const answer: Performance = {
  present: { month: "2025-11", from: "2025-11-01", until: "2025-11-20", is_over: false },
  before: { month: "2025-10", from: "2025-10-01", until: "2025-10-31" },
  rows: [
    performer("Asha Rao", figures(4, 3, 20, 2, "1500.00"), {
      ...{ id: ownId, before: figures(4, 1, 9, 3, "99.50"), late: 1, last_call: "2025-11-19" },
    }),
    performer("Ravi Nair", figures(5, 1, 4, 4, "0.00"), { id: ravi, late: 3 }),
    performer("Gone Person", figures(0, 0, 2, 1, "10.00"), { is_gone: true, last_call: "2025-11-03" }),
  ],
  nobody: { present: figures(0, 0, 3, 0, "20.00"), before: none },
  total: { present: figures(8, 4, 29, 7, "1530.00"), before: figures(8, 1, 9, 3, "99.50"), late: 4 },
};

const noVisits: VisitList = {
  ...{ rows: [], total: 0, unfiltered: 0, page: 1, page_size: 10, days: [] },
  ...{ upcoming: { visits: 0, last_day: null }, frequencies: [], frequency_doctors: 0 },
};

function show() {
  const { server, ...others } = prepareScreen();
  server.answer(performanceRoutes.read, answer);
  server.answer(coverageRoutes.representatives, {
    rows: [
      { id: ownId, name: "Asha Rao" },
      { id: ravi, name: "Ravi Nair" },
    ],
  });
  return { server, ...others };
}

/** The doctors and visits of a person who has none. */
function answerNoRecords(server: StandInServer) {
  server.answer(doctorRoutes.list, { rows: [], total: 0, unfiltered: 0, page: 1, page_size: 10 });
  server.answer(visitRoutes.list, noVisits);
}

/** Where a figure leads. */
const targetOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

test("shows everybody's figures with those of the month before, nobody's and the total", async () => {
  const { server, open } = show();
  await open("/performance");
  await screen.findByText("November 2025, with October 2025 for comparison");
  expect(server.asked(performanceRoutes.read).map(({ query }) => query)).toEqual([{}]);
  expect(rowTexts("Performance")).toEqual([
    "Asha RaoYou75%25%20923103₹1,500.00₹99.501Nov 19, 2025",
    "Ravi Nair20%–40401–₹0.00₹0.003Never",
    "Gone PersonNo account––20102–₹10.00₹0.000Nov 03, 2025",
    "NobodyRecorded by nobody––30––––₹20.00₹0.00–",
    "Total50%12.5%29973" + "3.73₹1,530.00₹99.504",
  ]);
});

test.each([
  { doctors: 8, count: 1 },
  { doctors: 9, count: 0 },
])("says that doctors of nobody count for each person, if there are any: $doctors", async (row) => {
  const { server, open } = show();
  const total = { ...answer.total, present: { ...answer.total.present, doctors: row.doctors } };
  server.answer(performanceRoutes.read, { ...answer, total });
  await open("/performance");
  await screen.findByText("Ravi Nair");
  const said =
    "Doctors of nobody count for each representative, in coverage and late doctors, and once in the total.";
  expect(screen.queryAllByText(said)).toHaveLength(row.count);
});

test("each figure opens its rows", async () => {
  const { open } = show();
  await open("/performance");
  await screen.findByText("Ravi Nair");
  const november = "start_date=2025-11-01&end_date=2025-11-20";
  expect(targetOf("Asha Rao, Coverage: 75%")).toBe(
    `/coverage/doctors?figure=met&month=2025-11&person=${ownId}`,
  );
  expect(targetOf("Asha Rao, Coverage in October 2025: 25%")).toContain("month=2025-10");
  expect(targetOf("Asha Rao, Calls: 20")).toBe(
    `/coverage/doctors?figure=calls&month=2025-11&person=${ownId}`,
  );
  expect(targetOf("Asha Rao, Days worked: 2")).toBe(
    `/visits?representative=${ownId}&${november}&status=completed`,
  );
  expect(targetOf("Asha Rao, Sales: ₹1,500.00")).toBe(`/sales?representative=${ownId}&${november}`);
  expect(targetOf("Asha Rao, late doctors: 1")).toBe(
    `/coverage/doctors?figure=late&month=2025-11&person=${ownId}`,
  );
  expect(targetOf("Asha Rao, last call: Nov 19, 2025")).toContain(
    "start_date=2025-11-19&end_date=2025-11-19",
  );
  expect(targetOf("Nobody, Calls: 3")).toBe(`/visits?representative=nobody&${november}&status=completed`);
  expect(targetOf("Total, Calls: 29")).toBe(`/visits?${november}&status=completed`);
  expect(targetOf("Total, late doctors: 4")).toContain("person=everybody");
  // The coverage of an account that is gone can't be read any more.
  expect(targetOf("Gone Person, Calls: 2")).toContain("/visits?representative=");
  expect(targetOf("Ravi Nair")).toBe(`/performance/${ravi}`);
  expect(screen.queryByRole("link", { name: /^Ravi Nair, Sales/ })).toBeNull();
});

test("is sorted by a figure, nobody and the total last", async () => {
  const { user, open } = show();
  await open("/performance");
  await user.selectOptions(
    await screen.findByRole("combobox", { name: "Sort by" }),
    "Late doctors, most first",
  );
  const names = () => rowTexts("Performance").map((text) => /^[A-Z][a-z]+/.exec(text)?.[0]);
  await waitFor(() => expect(names()).toEqual(["Ravi", "Asha", "Gone", "Nobody", "Total"]));
  await user.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Coverage, lowest first");
  await waitFor(() => expect(names()).toEqual(["Ravi", "Asha", "Gone", "Nobody", "Total"]));
  await user.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Last call, longest ago first");
  await waitFor(() => expect(names()).toEqual(["Ravi", "Gone", "Asha", "Nobody", "Total"]));
});

test("saves the file in the order that is shown", async () => {
  const { server, user, open } = show();
  server.answer(performanceRoutes.export, "Month\r\n");
  await open("/performance?sort=late");
  await screen.findByText("Ravi Nair");
  await user.click(screen.getByRole("button", { name: "Export Data" }));
  await waitFor(() =>
    expect(server.asked(performanceRoutes.export).map(({ query }) => query)).toEqual([
      { month: "2025-11", sort: "late", format: "csv" },
    ]),
  );
});

test("the sidebar leads to it where there is a team, and not who works alone", async () => {
  const { open } = show();
  await open("/performance");
  const main = screen.getByRole("navigation", { name: "Main" });
  expect((await within(main).findByRole("link", { name: "Performance" })).getAttribute("aria-current")).toBe(
    "page",
  );
});

test("who works alone sees no link to it", async () => {
  const { open } = show();
  await open("/performance");
  const main = screen.getByRole("navigation", { name: "Main" });
  const link = await within(main).findByRole("link", { name: "Performance" });
  act(
    () =>
      void queryClient.setQueryData(["coverage", "representatives"], {
        rows: [{ id: ownId, name: "Asha Rao" }],
      }),
  );
  await waitFor(() => expect(link.isConnected).toBe(false));
});

test("a person's page shows their figures, doctors and visits", async () => {
  const { server, open } = show();
  const doctor = aDoctor({
    name: "Dr. Own",
    doctor_class: "A",
    specialization: "Cardiology",
    hospital: null,
  });
  server.answer(doctorRoutes.list, {
    ...{ rows: [{ ...doctor, last_visit: null }], total: 12, unfiltered: 30, page: 1, page_size: 10 },
  });
  server.answer(visitRoutes.list, noVisits);
  await open(`/performance/${ravi}`);
  await screen.findByRole("heading", { name: "Ravi Nair", level: 1 });
  expect(region("Coverage").textContent).toBe("Coverage20%– the month before");
  expect(region("Late doctors").textContent).toBe("Late doctors3no call yet");
  const all = await screen.findByRole("link", { name: "All 12 doctors" });
  expect(all.getAttribute("href")).toBe(`/doctors?representative=${ravi}`);
  expect(screen.getByRole("link", { name: /Dr\. Own/ }).textContent).toBe("Dr. OwnClass A · Cardiology");
  expect(server.asked(visitRoutes.list).map(({ query }) => query)).toContainEqual({
    representative: ravi,
    start_date: "1900-01-01",
    end_date: "2025-11-20",
  });
  await screen.findByText("This person recorded no visit yet.");
  // Accounts are for administrators.
  const links = within(screen.getByRole("main")).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toContain("Coverage");
  expect(links.map((link) => link.textContent)).not.toContain("Account");
});

test("the arrow of a person's page leads back to the same list", async () => {
  const { server, user, open } = show();
  answerNoRecords(server);
  await open("/performance");
  await user.selectOptions(
    await screen.findByRole("combobox", { name: "Sort by" }),
    "Late doctors, most first",
  );
  const list = address();
  expect(list).toContain("sort=");
  await user.click(screen.getByRole("link", { name: "Ravi Nair" }));
  await atAddress(`/performance/${ravi}`);
  await user.click(screen.getByRole("link", { name: "Back to everybody" }));
  await atAddress(list);
});

test("a person whose account is not in use is shown without figures", async () => {
  const { server, open } = show();
  const disabled = performer("Disabled Person", none);
  let release = () => {};
  server.answer(performanceRoutes.read, ({ query }) => {
    if (query.person === disabled.id) return { ...answer, rows: [...answer.rows, disabled] };
    release = server.hold(performanceRoutes.read);
    return answer;
  });
  answerNoRecords(server);
  await open(`/performance/${disabled.id}`);
  await waitFor(() => expect(server.asked(performanceRoutes.read)).toHaveLength(2));
  // It is not known yet.
  expect(screen.queryByRole("heading", { name: "Person not found" })).toBeNull();
  release();
  await screen.findByRole("heading", { name: "Disabled Person", level: 1 });
  expect(region("Calls").textContent).toBe("Calls00 the month before");
  expect(server.asked(performanceRoutes.read).map(({ query }) => query)).toEqual([
    {},
    { person: disabled.id },
  ]);
});

test("a person who is not there is said to be missing, and may be there in another month", async () => {
  const { server, user, open } = show();
  const gone = performer("Gone Later", figures(0, 0, 2, 1, "10.00"), { is_gone: true });
  server.answer(performanceRoutes.read, ({ query }) =>
    query.month === "2025-09" ? { ...answer, rows: [gone] } : answer,
  );
  answerNoRecords(server);
  await open(`/performance/${gone.id}?month=2025-10`);
  await screen.findByRole("heading", { name: "Person not found", level: 1 });
  expect(server.asked(performanceRoutes.read).at(-1)?.query).toEqual({ month: "2025-10", person: gone.id });
  const back = within(screen.getByRole("main")).getAllByRole("link", { name: "Back to everybody" });
  expect(back.map((link) => link.getAttribute("href"))).toEqual(Array(2).fill("/performance?month=2025-10"));
  await user.click(screen.getByRole("button", { name: "Earlier month" }));
  await screen.findByRole("heading", { name: "Gone Later", level: 1 });
});

test("who may not compare people is told why, and still sees a person's doctors and visits", async () => {
  const { server, open } = show();
  const message = "You may not see everybody's figures side by side.";
  server.refuse(performanceRoutes.read, "not_permitted", { message });
  answerNoRecords(server);
  await open(`/performance/${ravi}`);
  await screen.findByText(message);
  await screen.findByText("No doctor belongs to this person.");
  expect(await screen.findByRole("heading", { name: "Ravi Nair", level: 1 })).toBeTruthy();
});
