import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import type { Dashboard } from "@rounds/domain/dashboard/dashboard.ts";
import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { atAddress, headings, messages, prepareScreen, region, rowTexts } from "../testing/render-screen.tsx";
import { anId } from "../testing/rows.ts";
import type { StandInServer } from "../testing/server.ts";
import { ownId } from "../testing/signed-in.ts";

const nothing: Dashboard = {
  doctors: 0,
  visits: 0,
  sales: "0.00",
  products: 0,
  has_visits: true,
  comparison: null,
  daily_sales: [],
  top_doctors: [],
  recent_visits: [],
  planned_visits: [],
};

const doctor = { id: anId(), name: "Dr. Asha Rao", specialization: null, hospital: null, address: null };
const visit = (visit_date: string, given: Partial<VisitRow> = {}): VisitRow => ({
  ...{ id: anId(), visit_date, status: "completed", notes: null, created_by: null },
  ...{ total_sales: "0.00", item_count: 0 },
  doctor,
  ...given,
});

const answer = (server: StandInServer, given: Partial<Dashboard>) =>
  server.answer(dashboardRoutes.read, { ...nothing, ...given });

/** A dashboard with these figures. The card of today is not shown, as for somebody without doctors. */
function dashboard(given: Partial<Dashboard> = {}, options: { now?: number } = {}) {
  const { server, ...others } = prepareScreen(options);
  answer(server, given);
  server.answer(todayRoutes.read, {
    ...{ day: "2025-11-20", kind: "field", holiday: null, next_day: "2025-11-21" },
    ...{ doctors: 0, targets: 0, ahead: 0, planned: [], planned_total: 0 },
    ...{ unrecorded: { visits: 0, day: null }, due: [], never_total: 0, late_total: 0, due_total: 0 },
    ...{ done: [], done_total: 0, calls: 0, total_sales: "0.00", skipped: [] },
  });
  return { server, ...others };
}

const period = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Period" });
const chart = (name: string) => screen.findByRole("group", { name });
const bars = () => chart("Daily Sales, bar chart");
const pie = () => chart("Top Doctors by Sales, pie chart");
const names = (links: HTMLElement[]) => links.map((link) => link.getAttribute("aria-label"));
/** Where a link of this name leads. */
const target = (name: string, part: HTMLElement = document.body) =>
  within(part).getByRole("link", { name }).getAttribute("href");

test("the latest visits say who recorded them, and who changed them last", async () => {
  const people = [
    { id: ownId, name: "Asha Verma" },
    { id: anId(), name: "Bina Rao" },
  ];
  const recent_visits = [null, people[1]?.id ?? null].map((changed_by_id, n) =>
    visit(`2025-11-1${n}`, { created_by: ownId, changed_by_id }),
  );
  const { server, open } = dashboard({ recent_visits });
  server.answer(coverageRoutes.representatives, { rows: people });
  await open("/");
  await waitFor(() => expect(headings("Recent Visits")).toContain("Recorded By"));
  const [plain, changed] = rowTexts("Recent Visits").filter((text) => text.includes("Dr. "));
  expect(plain).not.toContain("Changed by");
  expect(changed).toContain("Changed by Bina Rao");
});

test("an empty product says in three steps where to start, and which of them are done", async () => {
  const { server, open } = dashboard({ has_visits: false });
  await open("/");
  const steps = () =>
    within(screen.getAllByRole("list").find((list) => list.matches("ol")) as HTMLElement)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  await screen.findByText("Three steps to begin");
  expect(steps()).toEqual([
    expect.stringMatching(/^1Add your doctors/),
    expect.stringMatching(/^2Add your products/),
    expect.stringMatching(/^3Record a visit/),
  ]);
  for (const text of [
    "No sales data for this period",
    "No doctor sales data for this period",
    "No visits in this period",
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(target("Add a doctor")).toBe("/doctors/add");
  expect(target("Add a product")).toBe("/products/add");
  expect(target("Record a visit")).toBe("/visits/add");

  answer(server, { doctors: 1, has_visits: false });
  await open("/");
  await waitFor(() => expect(steps()[0]).toContain("Done"));
  expect(screen.queryByRole("link", { name: "Add a doctor" })).toBeNull();
  // A planned visit is none yet: the steps stay until one is recorded, in whatever period.
  answer(server, { doctors: 1, products: 1, visits: 1, has_visits: false });
  await open("/");
  await waitFor(() => expect(steps()[1]).toContain("Done"));
  expect(target("Record a visit")).toBe("/visits/add");
  answer(server, { doctors: 1, products: 1 });
  await open("/");
  await screen.findByRole("region", { name: "Daily Sales" });
  expect(screen.queryByText("Three steps to begin")).toBeNull();
});

test("sales of planned visits have their charts, below the steps to the first visit", async () => {
  const { open } = dashboard({
    ...{ doctors: 1, products: 1, visits: 1, sales: "25.00", has_visits: false },
    daily_sales: [{ day: "2025-11-20", revenue: "25.00" }],
    top_doctors: [{ doctor_id: anId(), name: "Dr. Asha Rao", revenue: "25.00" }],
  });
  await open("/");
  const steps = await screen.findByText("Three steps to begin");
  await pie();
  const order = steps.compareDocumentPosition(await bars());
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.queryByText("No sales data for this period")).toBeNull();
  expect(screen.queryByText("No doctor sales data for this period")).toBeNull();
});

test("a dashboard without visits says so, and suggests the first one only in this month", async () => {
  const { server, user, open } = dashboard({ doctors: 1, products: 1 });
  await open("/");
  await screen.findByRole("heading", { name: /This Month/ });
  await screen.findByText("No visits in this period");
  await within(region("Daily Sales")).findByText("No sales data for this period");
  await within(region("Top Doctors by Sales")).findByText("No doctor sales data for this period");
  expect(region("Sales This Period").textContent).toContain("₹0.00");
  expect(target("Add Doctor")).toBe("/doctors/add");
  expect(target("Add Visit")).toBe("/visits/add");
  expect(target("Add First Visit")).toBe("/visits/add");
  for (const [other, value] of [
    ["All Time", "all-time"],
    ["October 2025", "2025-10"],
  ] as const) {
    await user.selectOptions(period(), other);
    await screen.findByRole("heading", { name: new RegExp(other) });
    await atAddress(`/?period=${value}`);
    await waitFor(() => expect(server.asked(dashboardRoutes.read).at(-1)?.query).toEqual({ period: value }));
    expect(screen.getByText("No visits in this period")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Add First Visit" })).toBeNull();
  }
});

test("the period offers this month, all time and the year's earlier months", async () => {
  const { server, open } = dashboard();
  await open("/");
  expect((await screen.findByRole<HTMLSelectElement>("combobox", { name: "Period" })).value).toBe(
    "this-month",
  );
  expect(server.asked(dashboardRoutes.read).at(-1)?.query).toEqual({ period: "this-month" });
  const options = (label: string) =>
    [...period().querySelectorAll<HTMLOptionElement>(`optgroup[label="${label}"] option`)].map(
      ({ text, value }) => [text, value],
    );
  expect(options("Quick Select").map(([text]) => text)).toEqual(["This Month", "All Time"]);
  const months = options("2025 Months");
  expect(months).toHaveLength(10);
  expect(months.at(0)).toEqual(["October 2025", "2025-10"]);
  expect(months.at(-1)).toEqual(["January 2025", "2025-01"]);
});

test("no earlier month is offered at ten past midnight in India on the first of a year", async () => {
  const { open } = dashboard({}, { now: Date.parse("2024-12-31T18:40:00Z") });
  await open("/");
  await screen.findByRole("combobox", { name: "Period" });
  expect([...period().options].map(({ text }) => text)).toEqual(["This Month", "All Time"]);
});

test("lists recent visits, and scheduled ones under their own heading, in the server's order", async () => {
  const planned = (day: string) => visit(day, { status: "scheduled", notes: "x".repeat(51) });
  const recent = visit("2025-11-20");
  const { open } = dashboard({
    ...{ doctors: 1, products: 1, visits: 8 },
    recent_visits: [recent, visit("2025-11-05"), visit("2025-11-04"), visit("2025-11-03")],
    planned_visits: [planned("2025-11-21"), planned("2025-12-24")],
  });
  await open("/");
  await screen.findByRole("table", { name: "Planned Visits" });
  expect(rowTexts("Recent Visits")).toEqual([
    expect.stringMatching(/^Dr\. Asha Rao.*Nov 20, 2025.*Completed.*No notes$/),
    expect.stringContaining("Nov 05, 2025"),
    expect.stringContaining("Nov 04, 2025"),
    expect.stringContaining("Nov 03, 2025"),
  ]);
  expect(rowTexts("Planned Visits")).toEqual([
    expect.stringMatching(/^Dr\. Asha Rao.*Nov 21, 2025.*Scheduled.*x{50}\.\.\.$/),
    expect.stringContaining("Dec 24, 2025"),
  ]);
  expect(target("View visit to Dr. Asha Rao on Nov 20, 2025")).toBe(`/visits/${recent.id}`);
  expect(target("View all")).toBe("/visits");
  expect(target("View planned")).toBe("/visits?start_date=2025-11-21&end_date=2999-12-31");
});

test("daily sales are bars, each linked to the sales of its day", async () => {
  const { server, user, open } = dashboard({
    ...{ doctors: 1, products: 1, visits: 3 },
    daily_sales: ["11", "12", "13", "14", "15", "16", "17", "18", "19", "20"].map((day) => ({
      day: `2025-11-${day}`,
      revenue: day === "11" || day === "20" ? "25.00" : "0.00",
    })),
  });
  server.answer(salesRoutes.list, { rows: [], total: 0, page: 1, page_size: 10 });
  server.answer(salesRoutes.summary, {
    ...{ revenue: "0.00", items_sold: 0, transactions: 0 },
    ...{ by_category: [], top_doctors: [], trend: null, before: null },
  });
  server.answer(doctorRoutes.pick, { rows: [], total: 0 });
  server.answer(productRoutes.pick, []);
  await open("/");
  const chartOfDays = await bars();
  expect(region("Daily Sales").textContent).toContain("Nov 11, 2025 to Nov 20, 2025");
  const days = within(chartOfDays).getAllByRole("link");
  expect(days).toHaveLength(10);
  expect(names(days).slice(0, 2)).toEqual(["Nov 11, 2025: ₹25.00", "Nov 12, 2025: ₹0.00"]);
  expect(names(days).at(-1)).toBe("Nov 20, 2025: ₹25.00");
  await user.click(within(chartOfDays).getByRole("button", { name: "Show figures as a table" }));
  expect(rowTexts("Daily Sales")[0]).toBe("Nov 11, 2025₹25.00");

  await user.click(days.at(-1) as HTMLElement);
  await atAddress("/sales?start_date=2025-11-20&end_date=2025-11-20");
  const day = { start_date: "2025-11-20", end_date: "2025-11-20" };
  await screen.findByText("No sales found matching your filters.");
  expect(server.asked(salesRoutes.list).map(({ query }) => query)).toEqual([day]);
});

test("the doctors with the highest sales are slices, each linked to the doctor's sales in the period", async () => {
  const top_doctors = ["500", "250", "150", "60", "40"].map((rupees, place) => ({
    ...{ doctor_id: anId(), name: `Dr. ${"ABCDE"[place]}`, revenue: `${rupees}.00` },
  }));
  const { open } = dashboard({
    ...{ doctors: 6, products: 1, visits: 12, sales: "1030.00", top_doctors },
  });
  await open("/");
  const slices = await pie();
  expect(
    within(slices)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Dr\. A ?₹500\.00 – 48\.5% of all sales ?50%/),
    expect.stringMatching(/^Dr\. B ?₹250\.00 – 24\.3% of all sales ?25%/),
    expect.stringMatching(/^Dr\. C ?₹150\.00 – 14\.6% of all sales ?15%/),
    expect.stringMatching(/^Dr\. D ?₹60\.00 – 5\.8% of all sales ?6%/),
    expect.stringMatching(/^Dr\. E ?₹40\.00 – 3\.9% of all sales ?4%/),
  ]);
  const percents = [...slices.querySelectorAll("svg text")].map(({ textContent }) => textContent);
  expect(percents.filter((text) => text?.includes("%"))).toEqual(["50%", "25%", "15%", "6%", "4%"]);
  const [first, second] = top_doctors;
  expect(target("Dr. B: ₹250.00, 24.3% of all sales, 25% of these five", slices)).toBe(
    `/sales?doctor_id=${second?.doctor_id}&start_date=2025-11-01&end_date=2025-11-30`,
  );
  await open("/?period=all-time");
  expect(target("Dr. A: ₹500.00, 48.5% of all sales, 50% of these five", await pie())).toBe(
    `/sales?doctor_id=${first?.doctor_id}`,
  );
});

test("each card links to what it counts", async () => {
  const { open } = dashboard({ doctors: 2, products: 1, visits: 3, sales: "1262.50" });
  const card = async (title: string) => {
    const found = await screen.findByRole("region", { name: title });
    const link = await within(found).findByRole("link");
    return [link.textContent, link.getAttribute("href")];
  };
  await open("/");
  expect(await card("Total Doctors")).toEqual(["2", "/doctors"]);
  expect(await card("Total Products")).toEqual(["1", "/products"]);
  expect(await card("Visits This Period")).toEqual([
    "3",
    "/visits?start_date=2025-11-01&end_date=2025-11-30",
  ]);
  await open("/?period=all-time");
  expect(await card("Total Visits")).toEqual(["3", "/visits?start_date=&end_date="]);
  expect(await card("Total Sales")).toEqual(["₹1,262.50", "/sales"]);
  await open("/?period=2025-10");
  expect(await card("Sales This Period")).toEqual([
    "₹1,262.50",
    "/sales?start_date=2025-10-01&end_date=2025-10-31",
  ]);
});

test("a dashboard that can't be loaded says so without a toast, with a Retry", async () => {
  const { server, user, open } = dashboard();
  server.refuse(dashboardRoutes.read, "not_found");
  await open("/");
  const failed = await within(screen.getByRole("main")).findByRole("alert");
  expect(failed.textContent).toContain("could not be loaded");
  expect(screen.queryByRole("region", { name: "Daily Sales" })).toBeNull();
  expect(messages()).toBe("");
  answer(server, {});
  await user.click(within(failed).getByRole("button", { name: "Retry" }));
  await screen.findByText("No visits in this period");
  await screen.findByText("No sales data for this period");
});
