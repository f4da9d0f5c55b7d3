import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitList, VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  address,
  atAddress,
  chips,
  findMessage,
  headings,
  prepareScreen,
  region,
  rowTexts,
  setOnline,
  testNoon,
  typeInto,
  wakeAt,
} from "../../testing/render-screen.tsx";
import { aDoctor, aVisitList, aVisitRow } from "../../testing/rows.ts";
import type { StandInServer } from "../../testing/server.ts";
import { noteToasts } from "../../testing/toasts.ts";

const asha = aDoctor({
  name: "Dr. Asha Rao",
  specialization: "Cardiology",
  hospital: "Ruby Hall",
  address: "12 MG Road, Pune",
});
const vikram = aDoctor({
  name: "Dr. Vikram Nair",
  specialization: "Dermatology",
  address: "Marine Drive, Kochi",
});

/** The list of these visits. */
function list(rows: VisitRow[], given: Partial<VisitList> = {}) {
  const { server, ...others } = prepareScreen();
  server.answer(visitRoutes.list, aVisitList(rows, given));
  return { server, ...others };
}

const visits = () => rowTexts("Visits");
const day = (label: "Start Date" | "End Date") => screen.getByLabelText<HTMLInputElement>(label);
const search = () => screen.getByLabelText<HTMLInputElement>("Search");
const status = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Status" });
const findCity = () => screen.findByRole<HTMLInputElement>("combobox", { name: "City" });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const frequencies = () =>
  within(region("Doctor Visit Frequency in Selected Period")).queryAllByRole("listitem");
const lastAsked = (server: StandInServer) => server.asked(visitRoutes.list).at(-1)?.query;
const monthSoFar = { start_date: "2025-11-01", end_date: "2025-11-20" };
const shown = (count: number) => waitFor(() => expect(visits()).toHaveLength(count));

test("an empty list says so and suggests the first step", async () => {
  const { open } = list([]);
  await open("/visits");
  expect(screen.getByRole("heading", { name: "Doctor Visits" })).toBeTruthy();
  await screen.findByText("No visits recorded yet");
  for (const name of ["Add Visit", "Add First Visit"]) {
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/visits/add");
  }
});

test("the list shows every column", async () => {
  const notes = "x".repeat(50);
  const cancelled = aVisitRow(asha, "2025-11-07", { status: "cancelled", notes });
  const { open } = list([
    cancelled,
    aVisitRow(asha, "2025-11-06", { status: "scheduled" }),
    aVisitRow(asha, "2025-11-05", { notes: `${notes}y`, total_sales: "123450.00", item_count: 1 }),
  ]);
  await open("/visits");
  await waitFor(() =>
    expect(visits()).toEqual([
      expect.stringMatching(/Nov 07, 2025.*Cancelled.*₹0\.00.*0 items.*x{50}$/),
      expect.stringMatching(/Nov 06, 2025.*Scheduled.*₹0\.00.*0 items.*No notes$/),
      expect.stringMatching(
        /^Dr. Asha Rao.*Cardiology.*Ruby Hall.*12 MG Road, Pune.*Nov 05, 2025.*Completed.*₹1,23,450\.00.*1 item.*x{50}\.\.\.$/,
      ),
    ]),
  );
  expect(headings("Visits")).toEqual(["Doctor", "Visit Date", "Status", "Total Sales", "Notes", "Actions"]);
  expect(screen.getByRole("heading", { name: /^Visits List/ }).textContent).toContain("3");
  expect(screen.getByText("Showing 3 of 3 visits")).toBeTruthy();

  const name = "visit to Dr. Asha Rao on Nov 07, 2025";
  const target = (action: string) =>
    screen.getByRole("link", { name: `${action} ${name}` }).getAttribute("href");
  expect([target("View"), target("Edit")]).toEqual([
    `/visits/${cancelled.id}`,
    `/visits/${cancelled.id}/edit`,
  ]);
});

test("the list starts with the month so far, and says if a range can't be used", async () => {
  const { server, user, open } = list([aVisitRow(asha, "2025-11-20")]);
  await open("/visits");
  await shown(1);
  expect([day("Start Date").value, day("End Date").value]).toEqual(["Nov 01, 2025", "Nov 20, 2025"]);
  expect([day("Start Date").max, day("End Date").min]).toEqual(["2025-11-20", "2025-11-01"]);
  expect(lastAsked(server)).toEqual(monthSoFar);

  await user.clear(day("End Date"));
  await screen.findByText("Select end date to apply the date range.");
  await waitFor(() => expect(lastAsked(server)).toEqual({ start_date: "2025-11-01" }));
  expect(screen.queryByText("Doctor Visit Frequency in Selected Period")).toBeNull();
  await user.clear(day("Start Date"));
  await typeInto(user, day("End Date"), "2025-10-31");
  await screen.findByText("Select start date to apply the date range.");
  const backwards = { start_date: "2025-11-20", end_date: "2025-10-31" };
  server.answer(visitRoutes.list, ({ query }) =>
    aVisitList(query.start_date === backwards.start_date ? [] : [aVisitRow(asha, "2025-11-20")]),
  );
  await typeInto(user, day("Start Date"), "2025-11-20");
  await screen.findByText("End date cannot be earlier than start date.");
  await screen.findByText("No visits found matching your filters");
  await atAddress(`/visits?${new URLSearchParams(backwards)}`);

  server.answer(visitRoutes.list, aVisitList([aVisitRow(asha, "2025-11-20")]));
  await typeInto(user, day("End Date"), "2025-11-20");
  await shown(1);
  await waitFor(() =>
    expect(lastAsked(server)).toEqual({ start_date: "2025-11-20", end_date: "2025-11-20" }),
  );
  expect(chips()).toEqual(["Dates: Nov 20, 2025"]);
  await open(address());
  await shown(1);
  await user.click(button(/^Remove filter Dates/));
  await atAddress("/visits");
  await waitFor(() => expect(lastAsked(server)).toEqual(monthSoFar));
});

test("a search is sent with the dates, and the list says what it found", async () => {
  const { server, user, open } = list([aVisitRow(asha, "2025-11-10"), aVisitRow(vikram, "2025-11-11")]);
  await open("/visits");
  await shown(2);
  const found = { doctor_id: vikram.id, name: vikram.name, city: "Kochi", count: 1 };
  server.answer(
    visitRoutes.list,
    aVisitList([aVisitRow(vikram, "2025-11-11")], {
      unfiltered: 2,
      frequencies: [found],
      frequency_doctors: 1,
    }),
  );
  await user.type(search(), "dermat");
  await waitFor(() => expect(visits()).toEqual([expect.stringMatching(/^Dr\. Vikram Nair/)]));
  expect(lastAsked(server)).toEqual({ search: "dermat", ...monthSoFar });
  // The chips of the frequency card follow the search.
  expect(frequencies().map(({ textContent }) => textContent)).toEqual([expect.stringContaining(vikram.name)]);
  expect(screen.getByText("Showing 1 of 1 visits (filtered from 2 total)")).toBeTruthy();
  server.answer(visitRoutes.list, aVisitList([], { unfiltered: 2 }));
  await user.type(search(), "x");
  await screen.findByText("No visits found matching your filters");
});

test("the list is filtered by status and city, each with a removable chip", async () => {
  const { server, user, open } = list([aVisitRow(asha, "2025-11-10"), aVisitRow(vikram, "2025-11-12")]);
  server.answer(doctorRoutes.places, {
    cities: ["Kochi", "Pune"],
    addresses: ["12 MG Road, Pune", "Marine Drive, Kochi"],
  });
  await open("/visits");
  await shown(2);
  expect([...status().options].map(({ text }) => text)).toEqual(["All", "Completed", "Other"]);
  const city = await findCity();
  expect(city.placeholder).toBe("All Cities");
  const cities = () => within(screen.getByRole("listbox")).getAllByRole("option");
  await user.click(city);
  await waitFor(() =>
    expect(cities().map(({ textContent }) => textContent)).toEqual([
      "12 MG Road, Pune",
      "Marine Drive, Kochi",
    ]),
  );
  await user.keyboard("{Escape}");
  await user.selectOptions(status(), "Completed");
  await waitFor(() => expect(lastAsked(server)).toEqual({ status: "completed", ...monthSoFar }));
  await user.selectOptions(status(), "Other");
  await waitFor(() => expect(lastAsked(server)).toEqual({ status: "other", ...monthSoFar }));
  await user.type(city, "pune road");
  await waitFor(() => expect(cities().map(({ textContent }) => textContent)).toEqual(["12 MG Road, Pune"]));
  await user.keyboard("{Enter}");
  expect(city.value).toBe("12 MG Road, Pune");
  const filters = { status: "other", city: "12 MG Road, Pune" };
  await waitFor(() => expect(lastAsked(server)).toEqual({ ...filters, ...monthSoFar }));
  await atAddress(`/visits?${new URLSearchParams(filters)}`);
  expect(chips()).toEqual(["Status: Other", "City: 12 MG Road, Pune"]);
  await user.click(button(/^Remove filter Status/));
  await waitFor(() => expect(lastAsked(server)).toEqual({ city: "12 MG Road, Pune", ...monthSoFar }));
  await user.click(button("Clear All Filters"));
  await atAddress("/visits");
  await waitFor(() => expect(city.value).toBe(""));
  expect(chips()).toEqual([]);
});

test("the city filter says that it offers only some of many addresses", async () => {
  const { server, user, open } = list([aVisitRow(asha, "2025-11-10")]);
  const addresses = Array.from({ length: 51 }, (_, n) => `${100 + n} MG Road, Pune`);
  server.answer(doctorRoutes.places, { cities: ["Pune"], addresses });
  await open("/visits");
  const city = await findCity();
  await user.click(city);
  const note = "50 of 51, type more to find the others";
  await waitFor(() => expect(screen.getAllByText(note)).not.toEqual([]));
  await user.type(city, "150");
  await screen.findByRole("option", { name: "150 MG Road, Pune" });
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
});

test("the list shows how often each doctor was visited, as the server sorts them", async () => {
  const [once, twice] = [aDoctor({ name: "Dr. A" }), asha];
  const { open } = list([aVisitRow(once, "2025-11-10")], {
    frequencies: [
      { doctor_id: twice.id, name: twice.name, city: "Pune", count: 2 },
      { doctor_id: once.id, name: once.name, city: "", count: 1 },
    ],
    frequency_doctors: 2,
  });
  await open("/visits");
  await waitFor(() =>
    expect(frequencies().map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Dr\. Asha Rao *Pune *2 visits$/),
      expect.stringMatching(/^Dr\. A *1 visit$/),
    ]),
  );
  const link = within(frequencies()[0] as HTMLElement).getByRole("link");
  expect(link.getAttribute("href")).toBe(`/doctors/${twice.id}`);
});

test("the list has pages, and a filter starts on the first", async () => {
  const { server, user, open } = list([]);
  const page = Array.from({ length: 10 }, () => aVisitRow(asha, "2025-11-10"));
  server.answer(visitRoutes.list, ({ query }) =>
    query.page === "2"
      ? aVisitList([aVisitRow(asha, "2025-11-01")], { page: 2, total: 11 })
      : aVisitList(page, { total: 11 }),
  );
  await open("/visits");
  await shown(10);
  const pages = () => screen.getByRole("navigation", { name: "Pages" });
  expect(pages().textContent).toContain("Page 1 of 2");
  await user.click(within(pages()).getByRole("button", { name: "Next" }));
  await atAddress("/visits?page=2");
  await shown(1);
  expect(lastAsked(server)).toEqual({ page: "2", ...monthSoFar });
  await user.selectOptions(status(), "Completed");
  await atAddress("/visits?status=completed");
});

test("at midnight a list that stays open reads which visits are still to come", async () => {
  const tomorrow = aVisitRow(asha, "2025-11-21", { status: "scheduled" });
  const { server, open } = list([tomorrow], { upcoming: { visits: 1, last_day: "2025-11-21" } });
  await open("/visits?start_date=&end_date=");
  await screen.findByRole("button", { name: /^Upcoming ?1$/ });
  const dayOf = (name: string) => within(screen.getByRole("table", { name: "Visits" })).getByText(name);
  expect(dayOf("Tomorrow")).toBeTruthy();
  server.answer(visitRoutes.list, aVisitList([tomorrow]));
  wakeAt(testNoon + 13 * 3_600_000);
  await waitFor(() => expect(button(/^Upcoming ?0$/).ariaDisabled).toBe("true"));
  expect(dayOf("Today")).toBeTruthy();
});

test("a list that can't be loaded says so, and continues with Retry", async () => {
  const { server, user, open } = list([]);
  server.refuse(visitRoutes.list, "not_found");
  await open("/visits");
  await findMessage("Error loading visits. Please try again.");
  expect(screen.getByText("Database error fetching visit counts")).toBeTruthy();
  server.answer(visitRoutes.list, aVisitList([aVisitRow(asha, "2025-11-10")]));
  await user.click(button("Retry"));
  await shown(1);
});

test("cities that can't be loaded for the filter are reported", async () => {
  const { server, user, open } = list([aVisitRow(asha, "2025-11-10")]);
  server.refuse(doctorRoutes.places, "not_found");
  await open("/visits");
  await user.click(await findCity());
  await findMessage("Database error fetching doctors");
});

test("without a connection the list says so, and reads again once there is one", async () => {
  const { server, user, open } = list([]);
  await open("/visits");
  await screen.findByText("No visits recorded yet");
  setOnline(false);
  const toasts = noteToasts();
  server.cutOff(visitRoutes.list);
  await typeInto(user, day("Start Date"), "2025-11-02");
  const words = "Failed to load visits. Please check your connection and try again.";
  const alert = await within(screen.getByRole("main")).findByRole("alert");
  expect(alert.textContent).toContain(words);
  expect(toasts).toEqual([]);
  expect(screen.getByText("Error loading visit statistics. Please try again.")).toBeTruthy();
  const before = server.asked(visitRoutes.list).length;
  await user.click(button("Retry"));
  await waitFor(() => expect(server.asked(visitRoutes.list).length).toBeGreaterThan(before));
  server.answer(visitRoutes.list, aVisitList([]));
  setOnline(true);
  await screen.findByText("No visits recorded yet");
});

test("a deletion says what goes with it, and why it failed", async () => {
  const visit = aVisitRow(asha, "2025-11-01");
  const { server, user, open } = list([visit]);
  const effect = { doctor_name: asha.name, visit_date: "2025-11-01", sales: 2, units_returned: 5 };
  server.answer(visitRoutes.deletionEffect, { ...effect, version: 1 });
  // A row under the pointer is read ahead.
  server.refuse(visitRoutes.read, "not_found");
  await open("/visits");
  await shown(1);
  await user.click(button(/^Delete visit to Dr. Asha Rao/));
  const dialog = await screen.findByRole("alertdialog", { name: "Delete visit" });
  expect(dialog.textContent).toContain(
    "Are you sure you want to delete this visit? This will also delete all associated sales.",
  );
  await within(dialog).findByText("2 sales will be deleted, and 5 units come back into stock.");
  const confirm = within(dialog).getByRole("button", { name: "Delete" });
  const toasts = noteToasts();
  server.cutOff(visitRoutes.delete);
  await user.click(confirm);
  await within(dialog).findByText(/^The server can't be reached\./);
  expect(toasts).toEqual([]);
  server.refuse(visitRoutes.delete, "internal");
  await user.click(confirm);
  await findMessage("Failed to delete visit. Please try again.");
  server.refuse(visitRoutes.delete, "forbidden");
  await user.click(confirm);
  await findMessage("Error deleting visit. Please try again.");
  server.answer(visitRoutes.delete, effect);
  server.answer(visitRoutes.list, aVisitList([]));
  await user.click(confirm);
  await findMessage("Visit deleted successfully: Dr. Asha Rao, Nov 01, 2025, 2 associated sales");
  await screen.findByText("No visits recorded yet");
  expect(server.asked(visitRoutes.delete).map(({ params }) => params.id)).toEqual([
    visit.id,
    visit.id,
    visit.id,
    visit.id,
  ]);
});
