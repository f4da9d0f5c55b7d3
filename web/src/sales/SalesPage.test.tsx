import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import type { DoctorOption } from "@rounds/domain/doctors/doctor-list.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import type { SaleRow, SalesSummary } from "@rounds/domain/sales/sales.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  address,
  atAddress,
  chips,
  findMessage,
  headings,
  messages,
  prepareScreen,
  region,
  rowTexts,
  setOnline,
  typeInto,
} from "../testing/render-screen.tsx";
import { aDoctor, anId, aProduct, aVisit } from "../testing/rows.ts";
import type { StandInServer } from "../testing/server.ts";

const failed = "Error loading sales data. Please try again.";
const noMatch = "No sales found matching your filters.";

const asha = aDoctor({ specialization: "Cardiology", doctor_type: "prescriber", doctor_class: "A" });
const ashaText = "Dr. Asha Rao · Cardiology · Prescriber · Class A";
const vikram = aDoctor({ name: "Dr. Vikram Nair", specialization: "Dermatology" });
const paracip = aProduct();
const amoxil = aProduct({ name: "Amoxil", category: "Antibiotics" });
const kit = aProduct({ name: "Sample kit", category: null });

type Sold = [day: string, Doctor, Product, quantity: number, unit_price: string, total_amount: string];
function row([day, doctor, product, quantity, unit_price, total_amount]: Sold, visit_date = day): SaleRow {
  return {
    ...{ id: anId(), visit_id: anId(), transaction_date: day, visit_date, created_by: null },
    ...{ quantity, unit_price, total_amount },
    doctor: { id: doctor.id, name: doctor.name, specialization: doctor.specialization },
    product: { id: product.id, name: product.name, category: product.category },
  };
}
const sold = [
  row(["2025-11-20", vikram, paracip, 4, "12.50", "50.00"], "2025-11-30"),
  row(["2025-11-12", vikram, kit, 1, "1000.00", "1000.00"]),
  row(["2025-11-11", vikram, amoxil, 3, "80.00", "240.00"]),
  row(["2025-11-05", asha, paracip, 10, "12.50", "125.00"]),
  row(["2025-10-31", asha, amoxil, 2, "75.50", "151.00"]),
];

const nothing: SalesSummary = {
  ...{ revenue: "0.00", items_sold: 0, transactions: 0 },
  ...{ by_category: [], top_doctors: [], trend: null, before: null },
};
const figures: SalesSummary = {
  ...{ revenue: "1566.00", items_sold: 20, transactions: 5, before: null },
  by_category: [
    { category: "Other", revenue: "1000.00" },
    { category: "Antibiotics", revenue: "391.00" },
    { category: "Pain Relief", revenue: "175.00" },
  ],
  top_doctors: [
    { doctor_id: vikram.id, name: vikram.name, revenue: "1290.00" },
    { doctor_id: asha.id, name: asha.name, revenue: "276.00" },
  ],
  trend: null,
};

function answer(server: StandInServer, rows: SaleRow[], summary: SalesSummary) {
  server.answer(salesRoutes.list, { rows, total: rows.length, page: 1, page_size: 10 });
  server.answer(salesRoutes.summary, summary);
}

function option(doctor: Doctor): DoctorOption {
  const { id, name, specialization, doctor_type, doctor_class, hospital } = doctor;
  return { id, name, specialization, doctor_type, doctor_class, hospital, city: null, group: "others" };
}

function answerProducts(server: StandInServer) {
  server.answer(
    productRoutes.pick,
    [amoxil, paracip, kit].map(({ id, name, price, current_stock }) => ({ id, name, price, current_stock })),
  );
}

/** Answers the screen of any visit, which nobody has changed. */
function answerVisit(server: StandInServer) {
  server.answer(visitRoutes.read, ({ params: { id } }) => aVisit(asha, { id }));
  server.answer(historyRoutes.ofRecord, { changes: [], has_more: false, created: null, names: {} });
}

/** The sales of two doctors and three products, whatever the filters. */
function sales() {
  const { server, ...others } = prepareScreen();
  answer(server, sold, figures);
  answerProducts(server);
  server.answer(doctorRoutes.pick, ({ query: { search } }) => {
    const rows = { "": [asha, vikram], asha: [asha] }[search ?? ""] ?? [];
    return { rows: rows.map(option), total: rows.length };
  });
  return { server, ...others };
}

const details = () => rowTexts("Sales Details");
const day = (label: "Start Date" | "End Date") => screen.getByLabelText<HTMLInputElement>(label);
const productBox = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Product" });
const doctorBox = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Doctor" });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const retries = () => screen.queryAllByRole("button", { name: /^Retry/ });
const cards = () =>
  ["Total Revenue", "Total Items Sold", "Total Transactions"].map(
    (title) => within(region(title)).getByRole("button").textContent,
  );

/** Waits until list and figures were asked with the same filters. */
const atFilters = (server: StandInServer, filters: Record<string, string>) =>
  waitFor(() => {
    expect(server.asked(salesRoutes.list).at(-1)?.query).toEqual(filters);
    expect(server.asked(salesRoutes.summary).at(-1)?.query).toEqual(filters);
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual(filters);
  });

test("without any sale, says so and suggests the next step", async () => {
  const { server, open } = sales();
  answer(server, [], nothing);
  await open("/sales");
  await screen.findByText("No sales recorded yet.");
  expect(screen.getByRole("heading", { name: "Sales Analytics" })).toBeTruthy();
  await waitFor(() => expect(cards()).toEqual(["₹0.00", "0", "0"]));
  await waitFor(() => expect(screen.getAllByText("No sales to show")).toHaveLength(3));
  expect(screen.getByRole("link", { name: "Add Visit" }).getAttribute("href")).toBe("/visits/add");
});

test("shows cards, charts and every column; a row leads to its visit", async () => {
  const { server, user, open } = sales();
  await open("/sales");
  const pie = await screen.findByRole("group", { name: "Sales by Category, pie chart" });
  const bars = await screen.findByRole("group", { name: "Top Doctors by Sales, bar chart" });
  expect(cards()).toEqual(["₹1,566.00", "20", "5"]);
  await waitFor(() => expect(details()).toHaveLength(5));
  expect(headings("Sales Details").join()).toBe(
    "Date,Doctor,Product,Category,Quantity,Unit Price,Total Amount",
  );
  expect(details()).toEqual([
    "Nov 20, 2025visit on Nov 30, 2025Dr. Vikram NairDermatologyParacip 500Pain Relief4₹12.50₹50.00",
    "Nov 12, 2025Dr. Vikram NairDermatologySample kitOther1₹1,000.00₹1,000.00",
    "Nov 11, 2025Dr. Vikram NairDermatologyAmoxilAntibiotics3₹80.00₹240.00",
    "Nov 05, 2025Dr. Asha RaoCardiologyParacip 500Pain Relief10₹12.50₹125.00",
    "Oct 31, 2025Dr. Asha RaoCardiologyAmoxilAntibiotics2₹75.50₹151.00",
  ]);
  expect(screen.getByText("Showing 5 of 5 sales")).toBeTruthy();
  const names = (chart: HTMLElement) =>
    within(chart)
      .getAllByRole("link")
      .map((link) => link.getAttribute("aria-label"));
  expect(names(pie)).toEqual([
    "Other: ₹1,000.00, 64%",
    "Antibiotics: ₹391.00, 25%",
    "Pain Relief: ₹175.00, 11%",
  ]);
  expect(names(bars)).toEqual(["Dr. Vikram Nair: ₹1,290.00", "Dr. Asha Rao: ₹276.00"]);
  answerVisit(server);
  await user.click(screen.getByText("₹125.00"));
  await atAddress(`/visits/${sold[3]?.visit_id}`);
  await screen.findByRole("heading", { name: "Visit Information" });
  expect(server.asked(visitRoutes.read).at(-1)?.params).toEqual({ id: sold[3]?.visit_id });
});

test("a slice leads to its category and a bar to its doctor, with the same days and product", async () => {
  const { server, user, open } = sales();
  server.answer(doctorRoutes.read, asha);
  const range = { start_date: "2025-10-01", end_date: "2025-11-30" };
  const filters = { ...range, product_id: amoxil.id };
  await open(`/sales?${new URLSearchParams({ ...filters, page: "2" })}`);
  const pie = await screen.findByRole("group", { name: "Sales by Category, pie chart" });
  await user.click(within(pie).getByRole("link", { name: /^Antibiotics/ }));
  await atFilters(server, { ...filters, category: "Antibiotics" });
  await open(`/sales?${new URLSearchParams(filters)}`);
  const bars = await screen.findByRole("group", { name: "Top Doctors by Sales, bar chart" });
  await user.click(within(bars).getByRole("link", { name: /^Dr\. Asha Rao/ }));
  await atFilters(server, { ...filters, doctor_id: asha.id });
  await waitFor(() => expect(doctorBox().value).toBe(ashaText));
});

test("a range applies if both dates are set, and otherwise says why not", async () => {
  const { server, user, open } = sales();
  await open("/sales");
  await waitFor(() => expect(details()).toHaveLength(5));
  await typeInto(user, day("Start Date"), "2025-11-05");
  expect(await screen.findByText("Select end date to apply the date range.")).toBeTruthy();
  await user.clear(day("Start Date"));
  await typeInto(user, day("End Date"), "2025-11-12");
  expect(await screen.findByText("Select start date to apply the date range.")).toBeTruthy();
  expect(details()).toHaveLength(5);
  expect(server.asked(salesRoutes.list).map(({ query }) => query)).toEqual([{}]);
  await typeInto(user, day("Start Date"), "2025-11-05");
  await atFilters(server, { start_date: "2025-11-05", end_date: "2025-11-12" });
  expect(chips()).toEqual(["Dates: Nov 05, 2025 to Nov 12, 2025"]);
  expect([day("Start Date").max, day("End Date").min]).toEqual(["2025-11-12", "2025-11-05"]);
});

test("an end before the start says so, asks nothing and shows nothing, until all dates are chosen", async () => {
  const { server, user, open } = sales();
  const none = { rows: [], total: 0, page: 1, page_size: 10 };
  const whole = { rows: sold, total: 5, page: 1, page_size: 10 };
  server.answer(salesRoutes.list, ({ query }) => (query.start_date ? none : whole));
  await open("/sales?start_date=2025-11-05&end_date=2025-11-04");
  expect(await screen.findByText("End date cannot be earlier than start date.")).toBeTruthy();
  expect(screen.getByText(noMatch)).toBeTruthy();
  expect(cards()).toEqual(["₹0.00", "0", "0"]);
  await waitFor(() => expect(screen.getAllByText("No sales to show")).toHaveLength(3));
  expect(button("Show all dates")).toBeTruthy();
  expect(server.asked(salesRoutes.list)).toEqual([]);
  expect(server.asked(salesRoutes.summary)).toEqual([]);

  await typeInto(user, day("Start Date"), "2025-11-04");
  await atFilters(server, { start_date: "2025-11-04", end_date: "2025-11-04" });
  expect(chips()).toEqual(["Dates: Nov 04, 2025"]);
  await screen.findByText(noMatch);
  await user.click(button("Show all dates"));
  await atAddress("/sales");
  await waitFor(() => expect(details()).toHaveLength(5));
});

test("the doctor's box finds, is filled by a choice, and clears it", async () => {
  const { server, user, open } = sales();
  const options = () => {
    const list = screen.queryByRole("listbox", { name: "Doctor" });
    const found = list ? within(list).queryAllByRole("option") : [];
    return found.map(({ textContent }) => textContent);
  };
  await open("/sales");
  await waitFor(() => expect(details()).toHaveLength(5));
  await typeInto(user, doctorBox(), "nobody");
  await screen.findByText("No doctors found");
  await typeInto(user, doctorBox(), "asha");
  await waitFor(() => expect(options()).toEqual(["Dr. Asha RaoCardiology · Prescriber · Class A"]));
  await user.click(within(screen.getByRole("listbox")).getByRole("option"));
  expect(doctorBox().value).toBe(ashaText);
  await atFilters(server, { doctor_id: asha.id });
  expect(chips()).toEqual(["Doctor: Dr. Asha Rao"]);
  expect(server.asked(doctorRoutes.read)).toEqual([]);

  // Opened by its address, the box says the same.
  server.answer(doctorRoutes.read, asha);
  await open(address());
  await waitFor(() => expect(doctorBox().value).toBe(ashaText));
  expect(server.asked(doctorRoutes.read).map(({ params }) => params)).toEqual([{ id: asha.id }]);

  await user.click(doctorBox());
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.clear(doctorBox());
  await waitFor(() => expect(options()).toEqual([]));
  expect(doctorBox().getAttribute("aria-expanded")).toBe("false");
  await atFilters(server, {});
});

test("the doctor of a link can be cleared, also one who no longer exists", async () => {
  const { server, user, open } = sales();
  server.answer(doctorRoutes.read, vikram);
  await open(`/sales?doctor_id=${vikram.id}`);
  await waitFor(() => expect(doctorBox().value).toBe("Dr. Vikram Nair · Dermatology"));
  await user.click(button("Clear Doctor"));
  await atAddress("/sales");

  server.refuse(doctorRoutes.read, "not_found");
  answer(server, [], nothing);
  await open(`/sales?doctor_id=${anId()}`);
  await screen.findByText(noMatch);
  await waitFor(() => expect(doctorBox().value).toBe("Unknown"));
  answer(server, sold, figures);
  await user.click(button("Remove filter Doctor: Unknown"));
  await waitFor(() => expect(doctorBox().value).toBe(""));
  await waitFor(() => expect(details()).toHaveLength(5));
  expect(messages()).toBe("");
});

test("is filtered by product and category, each with a removable chip", async () => {
  const { server, user, open } = sales();
  await open("/sales");
  const options = () => [...productBox().options].map(({ text }) => text);
  await waitFor(() => expect(options()).toEqual(["All Products", "Amoxil", "Paracip 500", "Sample kit"]));
  answer(server, sold.slice(2, 3), { ...nothing, revenue: "240.00", items_sold: 3, transactions: 1 });
  await user.selectOptions(productBox(), "Amoxil");
  await atFilters(server, { product_id: amoxil.id });
  await waitFor(() => expect(details()).toEqual([expect.stringMatching(/^Nov 11.*Amoxil/)]));
  expect(cards()).toEqual(["₹240.00", "3", "1"]);

  const range = { start_date: "2025-10-01", end_date: "2025-10-31" };
  const filters = { ...range, product_id: amoxil.id, category: "Antibiotics" };
  await open(`/sales?${new URLSearchParams(filters)}`);
  await atFilters(server, filters);
  await waitFor(() =>
    expect(chips()).toEqual([
      "Dates: Oct 01, 2025 to Oct 31, 2025",
      "Product: Amoxil",
      "Category: Antibiotics",
    ]),
  );
  await user.click(button(/^Remove filter Dates/));
  await atFilters(server, { product_id: amoxil.id, category: "Antibiotics" });
  await user.click(button(/^Remove filter Product/));
  await atFilters(server, { category: "Antibiotics" });
  expect(productBox().value).toBe("");
  await user.selectOptions(productBox(), "Sample kit");
  await user.click(button("Clear All Filters"));
  await atFilters(server, {});
  expect(address()).toBe("/sales");
  expect(chips()).toEqual([]);
});

test("has pages of 10; a filter starts on the first; a new page and going back keep the place", async () => {
  const { server, user, open } = sales();
  answerVisit(server);
  const all = Array.from({ length: 24 }, (_, place) =>
    row([`2025-11-${String(24 - place).padStart(2, "0")}`, asha, paracip, 1, "12.50", "12.50"]),
  );
  server.answer(salesRoutes.list, ({ query }) => {
    const page = Math.min(Number(query.page ?? 1), 3);
    return { rows: all.slice((page - 1) * 10, page * 10), total: 24, page, page_size: 10 };
  });
  await open("/sales");
  const pages = () => within(screen.getByRole("navigation", { name: "Pages" }));
  const text = () => screen.getByRole("navigation", { name: "Pages" }).textContent;
  const turn = (name: string) => pages().getByRole<HTMLButtonElement>("button", { name });
  await waitFor(() => expect(details()).toHaveLength(10));
  expect(text()).toContain("Showing 10 of 24 sales");
  expect(text()).toContain("Page 1 of 3");
  expect(turn("Previous").ariaDisabled).toBe("true");
  await user.click(turn("Next"));
  await waitFor(() => expect(details()[0]).toContain("Nov 14"));
  await user.click(turn("Next"));
  await waitFor(() => expect(text()).toContain("Showing 4 of 24 sales"));
  expect(turn("Next").ariaDisabled).toBe("true");
  expect(address()).toBe("/sales?page=3");
  expect(server.asked(salesRoutes.list).map(({ query }) => query.page)).toEqual([undefined, "2", "3"]);

  await open("/sales?page=3");
  await waitFor(() => expect(details()).toHaveLength(4));
  await user.click(screen.getByText("Nov 04, 2025"));
  await atAddress(`/visits/${all[20]?.visit_id}`);
  await screen.findByRole("heading", { name: "Visit Information" });
  history.back();
  await atAddress("/sales?page=3");
  await waitFor(() => expect(details()).toHaveLength(4));
  await user.selectOptions(productBox(), "Paracip 500");
  await atFilters(server, { product_id: paracip.id });
  await open("/sales?page=9");
  await atAddress("/sales?page=3");
});

test("says what could not be loaded, with a Retry in each panel", async () => {
  const { server, user, open } = sales();
  for (const route of [salesRoutes.list, salesRoutes.summary, productRoutes.pick]) {
    server.refuse(route, "not_found");
  }
  await open("/sales");
  await findMessage(failed);
  await waitFor(() => expect(retries()).toHaveLength(4));
  expect(within(screen.getByRole("main")).getAllByText(failed)).toHaveLength(4);
  answer(server, sold, figures);
  answerProducts(server);
  await user.click(retries()[0] as HTMLElement);
  await waitFor(() => expect(details()).toHaveLength(5));
  await waitFor(() => expect(cards()).toEqual(["₹1,566.00", "20", "5"]));
  expect(retries()).toEqual([]);
  expect([...productBox().options].map(({ text }) => text)).toContain("Amoxil");

  // One panel alone.
  server.refuse(salesRoutes.list, "not_found");
  await open("/sales?category=Antibiotics");
  await waitFor(() => expect(cards()).toEqual(["₹1,566.00", "20", "5"]));
  await findMessage(failed);
  expect((await within(region("Sales Details")).findByRole("alert")).textContent).toContain(failed);
  expect(retries()).toHaveLength(1);
  answer(server, sold, figures);
  await user.click(retries()[0] as HTMLElement);
  await waitFor(() => expect(details()).toHaveLength(5));
});

test("without a connection each panel says so, and loads without a press once there is one", async () => {
  const { server, user, open } = sales();
  await open("/sales?category=Antibiotics");
  await waitFor(() => expect(details()).toHaveLength(5));
  setOnline(false);
  server.cutOff(salesRoutes.list);
  server.cutOff(salesRoutes.summary);
  await user.click(button("Clear All Filters"));
  await waitFor(() => expect(retries()).toHaveLength(4));
  answer(server, sold, figures);
  setOnline(true);
  await waitFor(() => expect(details()).toHaveLength(5));
  await waitFor(() => expect(cards()).toEqual(["₹1,566.00", "20", "5"]));
});
