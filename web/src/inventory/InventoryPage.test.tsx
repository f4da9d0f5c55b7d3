import type { InventoryRow, InventorySummary } from "@rounds/domain/inventory/inventory.ts";
import { inventoryRoutes } from "@rounds/domain/inventory/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  address,
  chips,
  findMessage,
  messages,
  prepareScreen,
  region,
  rowTexts,
  setOnline,
  typeInto,
} from "../testing/render-screen.tsx";
import { anId, aProduct } from "../testing/rows.ts";
import type { StandInServer } from "../testing/server.ts";
import { noteToasts } from "../testing/toasts.ts";
import { letUnitsWait } from "../testing/units-waiting.ts";

const failed = "Failed to load inventory data. Please check your connection and try again.";

const row = (product_name: string, given: Partial<InventoryRow> = {}): InventoryRow => ({
  product_id: anId(),
  product_name,
  category: "Pain Relief",
  price: "12.50",
  opening_stock: 0,
  opening_entries: 0,
  purchases: 60,
  sales: 0,
  adjustments: 0,
  sold_before_received: 0,
  closing_stock: 60,
  stock_value: "750.00",
  ...given,
});
const amoxil = row("Amoxil", { category: "Antibiotics" });
const calpol = row("Calpol");

/** Answers with the report of these products, filtered by product; its figures are of no interest here. */
function answerReport(server: StandInServer, rows: InventoryRow[]) {
  const found = (product_id: string | undefined) =>
    rows.filter((each) => !product_id || each.product_id === product_id);
  server.answer(inventoryRoutes.list, ({ query }) => ({
    rows: found(query.product_id),
    total: found(query.product_id).length,
    page: 1,
    page_size: 25,
  }));
  server.answer(
    inventoryRoutes.summary,
    ({ query }): InventorySummary => ({
      products: found(query.product_id).length,
      purchases: 60,
      sales: 0,
      stock_value: "750.00",
      movement: { step: "day", from: "2025-11-01", to: "2025-11-20", sums: [] },
      before: null,
      value_by_category: [],
      low_stock: [],
      low_stock_products: 0,
    }),
  );
}

/** The report of these products, which are also the choices of its filter. */
function report(rows: InventoryRow[]) {
  const { server, ...others } = prepareScreen();
  answerReport(server, rows);
  server.answer(
    productRoutes.pick,
    rows.map(({ product_id, product_name, price, closing_stock }) => ({
      ...{ id: product_id, name: product_name, price, current_stock: closing_stock },
    })),
  );
  return { server, ...others };
}

const details = () => rowTexts("Inventory Details");
const day = (label: "Start Date" | "End Date") => screen.getByLabelText<HTMLInputElement>(label);
const productBox = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Product" });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const asked = (server: StandInServer) => server.asked(inventoryRoutes.list).map(({ query }) => query);

test("the filters start with 2020 until today, and allow no later day", async () => {
  const { user, open } = report([amoxil]);
  await open("/inventory");
  await waitFor(() => expect(details()).toHaveLength(1));
  expect([day("Start Date").value, day("End Date").value]).toEqual(["Jan 01, 2020", "Nov 20, 2025"]);
  expect([day("Start Date").max, day("End Date").max]).toEqual(["2025-11-20", "2025-11-20"]);
  expect(day("End Date").min).toBe("2020-01-01");
  await typeInto(user, day("Start Date"), "2025-11-01");
  await waitFor(() => expect(day("End Date").min).toBe("2025-11-01"));
  await typeInto(user, day("End Date"), "2025-11-10");
  await waitFor(() => expect(day("Start Date").max).toBe("2025-11-10"));
  expect(button("Clear Filters")).toBeTruthy();
});

test("filters are kept in the address, sent, and removed by chip or all at once", async () => {
  const { server, user, open } = report([amoxil, calpol]);
  await open("/inventory");
  await waitFor(() => expect(details()).toHaveLength(2));
  const options = () => [...productBox().options].map(({ text }) => text);
  await waitFor(() => expect(options()).toEqual(["All Products", "Amoxil", "Calpol"]));
  expect(screen.queryByRole("button", { name: "Clear Filters" })).toBeNull();
  await user.selectOptions(productBox(), "Amoxil");
  await typeInto(user, day("Start Date"), "2025-11-06");
  await waitFor(() => expect(details()).toEqual([expect.stringMatching(/^AmoxilAntibiotics0600060/)]));
  const chosen = { product_id: amoxil.product_id, start_date: "2025-11-06" };
  expect(address()).toBe(`/inventory?${new URLSearchParams(chosen)}`);
  await waitFor(() => expect(asked(server).at(-1)).toMatchObject(chosen));

  await open(address());
  await waitFor(() => expect(productBox().value).toBe(amoxil.product_id));
  expect(chips()).toEqual(["Dates: Nov 06, 2025 to Nov 20, 2025", "Product: Amoxil"]);
  await user.click(button("Remove filter Product: Amoxil"));
  await waitFor(() => expect(details()).toHaveLength(2));
  await user.selectOptions(productBox(), "Calpol");
  await waitFor(() => expect(details()).toHaveLength(1));
  await user.click(button("Clear Filters"));
  await waitFor(() => expect(details()).toHaveLength(2));
  expect(address()).toBe("/inventory");
  expect([day("Start Date").value, productBox().value]).toEqual(["Jan 01, 2020", ""]);
});

test("days that can't be used say why, send nothing and show nothing", async () => {
  const { server, user, open } = report([amoxil, calpol]);
  await open("/inventory");
  await waitFor(() => expect(details()).toHaveLength(2));
  await user.clear(day("Start Date"));
  expect(await screen.findAllByText("Select start date to apply the date range.")).not.toEqual([]);
  expect(screen.queryByRole("table", { name: "Inventory Details" })).toBeNull();
  expect(region("Total Products").textContent).toContain("0");
  expect([button("Export Data").ariaDisabled, button("Refresh").ariaDisabled]).toEqual(["true", "true"]);
  await typeInto(user, day("Start Date"), "2025-11-10");
  await waitFor(() => expect(details()).toHaveLength(2));
  const before = asked(server).length;
  await user.clear(day("End Date"));
  expect(await screen.findAllByText("Select end date to apply the date range.")).not.toEqual([]);
  await typeInto(user, day("End Date"), "2025-11-09");
  expect(await screen.findAllByText("End date cannot be earlier than start date.")).not.toEqual([]);
  expect(screen.getByText("Choose the first and the last day of the report.")).toBeTruthy();
  await open("/inventory?start_date=2025-11-21");
  // At the days, and in the place of the report.
  expect(await screen.findAllByText("Start date cannot be after today.")).toHaveLength(2);
  await open("/inventory?start_date=2025-11-10&end_date=2025-11-21");
  expect(await screen.findAllByText("End date cannot be after today.")).toHaveLength(2);
  expect(asked(server)).toHaveLength(before);
  await user.click(screen.getAllByRole("button", { name: "Clear Filters" }).at(-1) as HTMLElement);
  await waitFor(() => expect(details()).toHaveLength(2));
});

test("a day is accepted as it is typed, the day before the month", async () => {
  const { user, open } = report([amoxil]);
  await open("/inventory");
  await waitFor(() => expect(details()).toHaveLength(1));
  day("Start Date").focus();
  day("Start Date").select();
  await user.keyboard("06112025");
  await waitFor(() => expect(address()).toBe("/inventory?start_date=2025-11-06"));
  await user.tab();
  expect(day("Start Date").value).toBe("Nov 06, 2025");
});

test("filters mistyped in a link count as not given, and a deleted product finds nothing", async () => {
  const { server, open } = report([amoxil]);
  await open("/inventory?start_date=2025-02-31&product_id=1&category=Sweets&page=0");
  await waitFor(() => expect(details()).toHaveLength(1));
  expect(asked(server).at(-1)).toEqual({ page: "1" });
  await open(`/inventory?product_id=${anId()}`);
  await screen.findByText("No products found matching your filters.");
  expect(chips()).toEqual(["Product: A product that no longer exists"]);
  expect(button("Export Data").ariaDisabled).toBe("true");
});

test("Refresh reads everything again and says so", async () => {
  const { server, user, open } = report([amoxil]);
  await open("/inventory");
  await waitFor(() => expect(details()).toHaveLength(1));
  const release = server.hold(inventoryRoutes.list);
  const summaries = server.asked(inventoryRoutes.summary).length;
  await user.click(button("Refresh"));
  expect(button("Refreshing...").ariaDisabled).toBe("true");
  server.answer(inventoryRoutes.list, { rows: [row("New")], total: 1, page: 1, page_size: 25 });
  release();
  await findMessage("Inventory data refreshed successfully");
  await waitFor(() => expect(details()).toEqual([expect.stringMatching(/^New/)]));
  expect(server.asked(inventoryRoutes.summary).length).toBe(summaries + 1);
});

test("Refresh without a connection says so, keeps what is shown, and reads again once there is one", async () => {
  const { server, user, open } = report([amoxil]);
  await open("/inventory");
  await waitFor(() => expect(details()).toHaveLength(1));
  setOnline(false);
  const toasts = noteToasts();
  server.cutOff(inventoryRoutes.list);
  server.cutOff(inventoryRoutes.summary);
  await user.click(button("Refresh"));
  const [alert] = await within(screen.getByRole("main")).findAllByRole("alert");
  expect(alert?.textContent).toContain(failed);
  expect(toasts).toEqual([]);
  expect(details()).toHaveLength(1);
  // Each panel reads without a press.
  answerReport(server, [calpol]);
  setOnline(true);
  await waitFor(() => expect(details()).toEqual([expect.stringMatching(/^Calpol/)]));
  await waitFor(() => expect(within(screen.getByRole("main")).queryByRole("alert")).toBeNull());
});

test("a report that can't be loaded says so in each part, and continues with Retry", async () => {
  const { server, user, open } = report([amoxil]);
  server.refuse(inventoryRoutes.list, "not_found");
  server.refuse(inventoryRoutes.summary, "not_found");
  await open("/inventory");
  await findMessage(failed);
  const alerts = () => within(screen.getByRole("main")).queryAllByRole("alert");
  await waitFor(() => expect(alerts()).toHaveLength(2));
  expect(alerts()[0]?.textContent).toContain(failed);
  expect(button("Export Data").ariaDisabled).toBe("true");
  answerReport(server, [amoxil]);
  await user.click(within(alerts()[0] as HTMLElement).getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(details()).toHaveLength(1));
  await waitFor(() => expect(alerts()).toHaveLength(0));
});

test("an export that fails says so, and can be repeated", async () => {
  const { server, user, open } = report([amoxil]);
  const save = vi.fn();
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: save, revokeObjectURL: () => {} }));
  await open("/inventory");
  await waitFor(() => expect(details()).toHaveLength(1));
  server.cutOff(inventoryRoutes.export);
  await user.click(button("Export Data"));
  await findMessage("Failed to export data. Please try again.");
  expect(save).not.toHaveBeenCalled();
  server.answer(inventoryRoutes.export, "Product Name\r\n");
  const release = server.hold(inventoryRoutes.export);
  await user.click(button("Export Data"));
  await waitFor(() => expect(button("Exporting...").ariaDisabled).toBe("true"));
  release();
  await findMessage("Inventory data exported successfully");
  expect(save).toHaveBeenCalledOnce();
});

test("products that can't be loaded for the filter are reported, and the report is shown", async () => {
  const { server, open } = report([amoxil]);
  server.refuse(productRoutes.pick, "not_found");
  await open("/inventory");
  await findMessage("Failed to load products. Please try again.");
  expect(details()).toHaveLength(1);
  expect(messages()).not.toContain(failed);
});

test("today's closing stock says how many units wait on this phone, that of an earlier day does not", async () => {
  const { open } = report([amoxil]);
  letUnitsWait({ ...aProduct({ current_stock: 55 }), id: amoxil.product_id }, 5);
  await open("/inventory");
  await waitFor(() =>
    expect(details()).toEqual([
      expect.stringContaining(`${amoxil.closing_stock - 5} left, 5 wait on this phone`),
    ]),
  );
  await open("/inventory?end_date=2025-11-19");
  await waitFor(() => expect(details()).toEqual([expect.not.stringContaining("this phone")]));
});
