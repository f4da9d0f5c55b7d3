import type { InventoryRow, InventorySummary } from "@rounds/domain/inventory/inventory.ts";
import { inventoryRoutes } from "@rounds/domain/inventory/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { atAddress, chips, prepareScreen, region, rowTexts, typeInto } from "../testing/render-screen.tsx";
import { anId } from "../testing/rows.ts";

const row = (product_name: string, given: Partial<InventoryRow> = {}): InventoryRow => ({
  ...{ product_id: anId(), product_name, category: "Pain Relief", price: "1.00", stock_value: "0.00" },
  ...{
    opening_stock: 0,
    opening_entries: 0,
    purchases: 0,
    sales: 0,
    adjustments: 0,
    sold_before_received: 0,
    closing_stock: 0,
  },
  ...given,
});
/** One product in good supply, one without category that is getting low, and one that is low on stock. */
const amoxil = row("Amoxil", {
  ...{ category: "Antibiotics", price: "12.50", stock_value: "687.50" },
  ...{ opening_stock: 20, purchases: 50, sales: 12, adjustments: -3, closing_stock: 55 },
});
const becosules = row("Becosules", {
  ...{ category: null, price: "100.00", stock_value: "1800.00", purchases: 18, closing_stock: 18 },
});
const calpol = row("Calpol", { purchases: 15, sales: 5, closing_stock: 10, stock_value: "10.00" });

const low = ({ product_id, product_name, category, closing_stock }: InventoryRow) => ({
  ...{ product_id, product_name, category, closing_stock, current_stock: closing_stock },
});
const onDay = (day: string, purchases: number, sales: number) => ({ from: day, to: day, purchases, sales });
const figures: InventorySummary = {
  ...{ products: 3, purchases: 83, sales: 17, stock_value: "2497.50", before: null },
  movement: {
    ...{ step: "day", from: "2025-11-03", to: "2025-11-20" },
    sums: [
      onDay("2025-11-03", 0, 5),
      onDay("2025-11-05", 50, 0),
      onDay("2025-11-06", 18, 0),
      onDay("2025-11-08", 15, 0),
      onDay("2025-11-10", 0, 12),
    ],
  },
  value_by_category: [
    { category: "Other", value: "1800.00" },
    { category: "Antibiotics", value: "687.50" },
    { category: "Pain Relief", value: "10.00" },
  ],
  ...{ low_stock: [low(calpol)], low_stock_products: 1 },
};

/** The report with these rows and figures, whatever the filters. */
function report(rows: InventoryRow[] = [amoxil, becosules, calpol], summary: Partial<InventorySummary> = {}) {
  const { server, ...others } = prepareScreen();
  server.answer(inventoryRoutes.list, { rows, total: rows.length, page: 1, page_size: 25 });
  server.answer(inventoryRoutes.summary, { ...figures, ...summary });
  server.answer(productRoutes.pick, []);
  return { server, ...others };
}

const details = () => rowTexts("Inventory Details");
const movements = () => rowTexts("Stock Movement Over Time");
const chart = (name: string) => screen.findByRole("group", { name });
const lines = () => chart("Stock Movement Over Time, line chart");
const pie = () => chart("Stock Value by Category, pie chart");
/** Where a link of this name leads, once it is there. */
const target = async (name: string, part: HTMLElement = document.body) =>
  (await within(part).findByRole("link", { name })).getAttribute("href");
/** The text of a card, without how its figure changed. */
const card = (title: string) => region(title).textContent;
const focused = () => document.activeElement?.getAttribute("aria-label");

/** Puts the focus on the chart's mark, which the arrow keys move. */
const focusMark = async () => (await lines()).querySelector<HTMLElement>("[tabindex='0']")?.focus();

test("without products says what it is for, and suggests the first step", async () => {
  const { open } = report([], {
    ...{ products: 0, purchases: 0, sales: 0, stock_value: "0.00", low_stock: [], low_stock_products: 0 },
    movement: { step: "month", from: "2020-01-01", to: "2025-11-20", sums: [] },
    value_by_category: [],
  });
  await open("/inventory");
  await screen.findByText("No products in the inventory yet.");
  expect(screen.getByRole("heading", { name: "Inventory" })).toBeTruthy();
  await screen.findByText("No purchases or sales in these days");
  expect(card("Total Products")).toBe("Total Products0active inventory items");
  expect(card("Total Purchases")).toBe("Total Purchases0units purchased since Jan 01, 2020");
  expect(card("Total Sales")).toBe("Total Sales0units sold since Jan 01, 2020");
  expect(card("Stock Value")).toContain("Stock Value₹0.00");
  expect(screen.getByText("No stock of any value")).toBeTruthy();
  expect(screen.getByText(/^No product is low on stock\./)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Export Data" }).ariaDisabled).toBe("true");
  expect(await target("Add First Product")).toBe("/products/add");
});

test("draws what came in and was sold each day, each day linked to its rows", async () => {
  const { user, open } = report();
  await open("/inventory");
  await user.click(within(await lines()).getByRole("button", { name: "Show figures as a table" }));
  expect(movements()).toEqual([
    "Nov 10, 2025012",
    "Nov 08, 2025150",
    "Nov 06, 2025180",
    "Nov 05, 2025500",
    "Nov 03, 202505",
  ]);
  const table = () => screen.getByRole("table", { name: "Stock Movement Over Time" });
  expect(await target("5", table())).toBe("/sales?start_date=2025-11-03&end_date=2025-11-03");
  expect(await target("50", table())).toBe("/inventory?start_date=2025-11-05&end_date=2025-11-05");
  // The first day of all is where the axis begins.
  await focusMark();
  await user.keyboard("{Home}{ArrowDown}");
  expect(focused()).toBe("Nov 03, 2025, Sales: 5");
  await user.keyboard("{ArrowRight}{ArrowRight}{ArrowUp}");
  expect(focused()).toBe("Nov 05, 2025, Purchases: 50");

  // For one product, the purchases of a day are entries of its ledger.
  await open(`/inventory?product_id=${amoxil.product_id}`);
  await user.click(within(await lines()).getByRole("button", { name: "Show figures as a table" }));
  expect(await target("50", table())).toBe(
    `/products/${amoxil.product_id}?kind=purchase&start_date=2025-11-05&end_date=2025-11-05`,
  );
});

test("compares the figures of some days with those of the days before", async () => {
  const { server, open } = report([amoxil], {
    ...{ purchases: 50, sales: 0, stock_value: "875.00" },
    before: { from: "2025-11-04", to: "2025-11-04", purchases: 0, sales: 0, stock_value: "250.00" },
  });
  const days = { start_date: "2025-11-05", end_date: "2025-11-05" };
  await open(`/inventory?${new URLSearchParams(days)}`);
  await waitFor(() => expect(card("Total Purchases")).toContain("↑ none on Nov 04, 2025"));
  expect(card("Total Sales")).not.toContain("Nov 04, 2025");
  expect(card("Stock Value")).toContain("₹875.00");
  expect(card("Stock Value")).toContain("↑ 250% more than ₹250.00 on Nov 04, 2025");
  expect(server.asked(inventoryRoutes.summary).map(({ query }) => query)).toEqual([days]);
});

test("shows the movement of more than 60 days by week, and says so", async () => {
  const { user, open } = report([amoxil], {
    movement: {
      ...{ step: "week", from: "2025-09-03", to: "2025-11-20" },
      sums: [
        { from: "2025-11-03", to: "2025-11-09", purchases: 83, sales: 5 },
        { from: "2025-11-10", to: "2025-11-16", purchases: 0, sales: 12 },
      ],
    },
  });
  await open("/inventory?start_date=2025-09-03");
  const chartOfWeeks = within(await lines());
  expect(region("Stock Movement Over Time").textContent).toContain(
    "Units purchased and sold per week, Monday to Sunday. The first has 5 days, the last 4 days.",
  );
  await user.click(chartOfWeeks.getByRole("button", { name: "Show figures as a table" }));
  expect(movements()).toEqual(["Nov 10, 2025 to Nov 16, 2025012", "Nov 03, 2025 to Nov 09, 2025835"]);
  expect(await target("12", screen.getByRole("table", { name: "Stock Movement Over Time" }))).toBe(
    "/sales?start_date=2025-11-10&end_date=2025-11-16",
  );
  await focusMark();
  await user.keyboard("{ArrowLeft}{ArrowDown}");
  expect(focused()).toBe("Nov 10, 2025 to Nov 16, 2025, Sales: 12");
});

test("shows the value of each category; a slice filters by it", async () => {
  const { server, user, open } = report();
  const all = [amoxil, becosules, calpol];
  server.answer(inventoryRoutes.list, ({ query }) => {
    const rows = query.category === "Other" ? [becosules] : all;
    return { rows, total: rows.length, page: 1, page_size: 25 };
  });
  await open("/inventory");
  const slices = await pie();
  const parts = within(slices).getAllByRole("listitem");
  expect(parts.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Other ₹1,800\.00 72%/),
    expect.stringMatching(/^Antibiotics ₹687\.50 28%/),
    expect.stringMatching(/^Pain Relief ₹10\.00 <1%/),
  ]);
  // Around the ring only slices over 5 % carry their share.
  const drawn = [...slices.querySelectorAll("svg text")].map(({ textContent }) => textContent ?? "");
  expect(drawn.filter((text) => text.includes("%"))).toEqual(["72%", "28%"]);
  expect(drawn.filter((text) => text.includes("₹"))).toEqual(["₹2,497.50"]);

  await user.click(within(slices).getByRole("link", { name: "Other: ₹1,800.00, 72%" }));
  await atAddress("/inventory?category=Other");
  await waitFor(() => expect(details()).toEqual([expect.stringMatching(/^BecosulesOther/)]));
  expect(server.asked(inventoryRoutes.summary).at(-1)?.query).toEqual({ category: "Other" });
  expect(chips()).toEqual(["Category: Other"]);
  history.back();
  await atAddress("/inventory");
  await waitFor(() => expect(details()).toHaveLength(3));
  history.forward();
  await atAddress("/inventory?category=Other");
  await user.click(await screen.findByRole("button", { name: "Remove filter Category: Other" }));
  await atAddress("/inventory");
  await waitFor(() => expect(details()).toHaveLength(3));
});

test("links each number of a row to what it sums", async () => {
  const { open } = report();
  const product = `/products/${amoxil.product_id}`;
  const whole = "start_date=2020-01-01&end_date=2025-11-20";
  await open("/inventory");
  const table = await screen.findByRole("table", { name: "Inventory Details" });
  for (const [name, address] of [
    ["Purchases of Amoxil: 50", `${product}?kind=purchase&${whole}`],
    ["Adjustments of Amoxil: -3", `${product}?kind=adjustment&${whole}`],
    ["Opening stock of Amoxil: 20", `${product}?start_date=1900-01-01&end_date=2019-12-31`],
    ["Sales of Amoxil: 12", `/sales?${whole}&product_id=${amoxil.product_id}`],
    ["Closing stock of Amoxil: 55", product],
  ] as const) {
    expect(await target(name, table)).toBe(address);
  }
  // For a range of days, the opening stock sums everything before it.
  await open("/inventory?start_date=2025-11-06&end_date=2025-11-11");
  expect(await target("Opening stock of Amoxil: 20")).toBe(
    `${product}?start_date=1900-01-01&end_date=2025-11-05`,
  );
  expect(await target("Closing stock of Amoxil: 55")).toBe(
    `${product}?start_date=1900-01-01&end_date=2025-11-11`,
  );
});

test("the cards link to the sales, and to the purchases of the chosen product", async () => {
  const { open } = report();
  await open("/inventory");
  expect(await target("17", region("Total Sales"))).toBe("/sales?start_date=2020-01-01&end_date=2025-11-20");
  expect(within(region("Total Purchases")).queryByRole("link")).toBeNull();
  await open(`/inventory?product_id=${amoxil.product_id}&end_date=2025-11-06`);
  expect(await target("83", region("Total Purchases"))).toBe(
    `/products/${amoxil.product_id}?kind=purchase&start_date=2020-01-01&end_date=2025-11-06`,
  );
});

test("shows separately what was sold before it was received, and links to its movements", async () => {
  const short = { ...calpol, purchases: 0, sold_before_received: 5, closing_stock: 0, stock_value: "0.00" };
  const { server, open } = report([short]);
  const explained = /^Sold before received: a sale was entered for a day before its stock came in/;
  const days = "start_date=2025-11-01&end_date=2025-11-05";
  await open(`/inventory?${days}`);
  await screen.findByText(explained);
  expect(details()).toEqual(["CalpolPain Relief00500+5 sold before received₹0.00Low Stock"]);
  expect(await target("Sold before received of Calpol: +5")).toBe(
    `/products/${calpol.product_id}?kind=sold_before_received&${days}`,
  );
  const good = { ...calpol, sales: 0, sold_before_received: -5 };
  server.answer(inventoryRoutes.list, { rows: [good], total: 1, page: 1, page_size: 25 });
  await open("/inventory?start_date=2025-11-06");
  await screen.findByText(explained);
  expect(details()).toEqual(["CalpolPain Relief0150010-5 sold before received₹10.00Low Stock"]);
  expect(await target("Sold before received of Calpol: -5")).toBe(
    `/products/${calpol.product_id}?kind=sold_before_received&start_date=2025-11-06&end_date=2025-11-20`,
  );
  server.answer(inventoryRoutes.list, { rows: [calpol], total: 1, page: 1, page_size: 25 });
  await open("/inventory");
  await waitFor(() => expect(details()).toHaveLength(1));
  expect(screen.queryByText(explained)).toBeNull();
});

test("is paged by 25, and a filter starts at the first page again", async () => {
  const all = Array.from({ length: 51 }, (_, place) => row(`Product ${10 + place}`));
  const { server, user, open } = report();
  server.answer(inventoryRoutes.list, ({ query }) => {
    const page = Number(query.page);
    return { rows: all.slice((page - 1) * 25, page * 25), total: 51, page, page_size: 25 };
  });
  await open("/inventory");
  const pages = await screen.findByRole("navigation", { name: "Pages" });
  expect(details()).toHaveLength(25);
  expect(pages.textContent).toContain("Showing 25 of 51 products");
  await user.click(within(pages).getByText("Next"));
  await screen.findByText("Product 59");
  await user.click(within(pages).getByText("Next"));
  await screen.findByText("Product 60");
  expect(details()).toEqual([expect.stringMatching(/^Product 60/)]);
  await atAddress("/inventory?page=3");
  expect(pages.textContent).toContain("Showing 1 of 51 products");
  await typeInto(user, screen.getByLabelText<HTMLInputElement>("Start Date"), "2025-11-01");
  await atAddress("/inventory?start_date=2025-11-01");
});

test("shows twelve products that are low on stock, all on request, and how many more there are", async () => {
  const all = Array.from({ length: 50 }, (_, place) => row(`Product ${10 + place}`));
  const { user, open } = report([amoxil], { low_stock: all.map(low), low_stock_products: 51 });
  await open("/inventory");
  const alert = await screen.findByRole("list", { name: "Low Stock Alert" });
  // What is folded is hidden by its style.
  const shown = () => [...alert.children].filter((item) => !item.classList.contains("hidden")).length;
  const more = screen.getByText("and 1 more, in the table below");
  expect([shown(), more.classList.contains("hidden")]).toEqual([12, true]);
  await user.click(screen.getByText("Show all 50"));
  expect([shown(), more.classList.contains("hidden")]).toEqual([50, false]);
  await user.click(screen.getByText("Show fewer"));
  expect(shown()).toBe(12);
});
