import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import type { LedgerRow } from "@rounds/domain/stock/stock.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  address,
  atAddress,
  chips,
  headings,
  prepareScreen,
  rowTexts,
  typeInto,
} from "../../testing/render-screen.tsx";
import { anId, aProduct } from "../../testing/rows.ts";
import type { StandInServer } from "../../testing/server.ts";

const product = aProduct();
const path = `/products/${product.id}`;

const purchase = (quantity: number, given: Partial<LedgerRow> = {}): LedgerRow => ({
  id: anId(),
  product_id: product.id,
  transaction_type: "purchase",
  quantity,
  transaction_date: "2025-11-20",
  reference_type: "manual_adjustment",
  reference_id: null,
  notes: "Manual stock addition",
  created_at: "2025-11-20T06:30:00.000Z",
  created_by: null,
  balance: quantity,
  made_by: "asha@example.com",
  visit_id: null,
  doctor_name: null,
  ...given,
});

function sale(quantity: number, transaction_date: string, given: Partial<LedgerRow> = {}): LedgerRow {
  const visit_id = anId();
  return purchase(-quantity, {
    transaction_type: "sale",
    transaction_date,
    reference_type: "visit",
    reference_id: visit_id,
    notes: null,
    visit_id,
    doctor_name: "Dr. Asha Rao",
    ...given,
  });
}

/** A ledger of these rows, in pages of 10; filtered by kind and day as far as a test needs it. */
function answerLedger(server: StandInServer, rows: LedgerRow[]) {
  server.answer(stockRoutes.ledger, ({ query }) => {
    const found = rows.filter(
      ({ transaction_type, transaction_date }) =>
        (!query.kind || transaction_type === query.kind) &&
        (!query.start_date || !query.end_date || transaction_date >= query.start_date),
    );
    const page = Number(query.page ?? 1);
    return {
      rows: found.slice(10 * (page - 1), 10 * page),
      total: found.length,
      page,
      page_size: 10,
    };
  });
}

function ledger(given: LedgerRow[]) {
  const prepared = prepareScreen();
  answerLedger(prepared.server, given);
  prepared.server.answer(productRoutes.read, { ...product, has_sales: true });
  prepared.server.answer(historyRoutes.ofRecord, { changes: [], has_more: false, created: null, names: {} });
  return prepared;
}

const rows = () => rowTexts("Stock History");
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

test("the ledger shows every movement with its balance, and leads to its visit", async () => {
  const sold = sale(4, "2025-11-18", { balance: -4 });
  const { open } = ledger([purchase(20, { balance: 16 }), sold]);
  await open(path);
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(headings("Stock History")).toEqual([
    "Date",
    "Type",
    "Quantity",
    "Balance",
    "Reference",
    "Notes",
    "By",
  ]);
  const table = within(screen.getByRole("table", { name: "Stock History" }));
  const cells = table.getAllByRole("cell").map(({ textContent }) => textContent);
  expect(cells.slice(0, 7)).toEqual([
    "Nov 20, 2025",
    "Purchase",
    "+20",
    "16",
    "Manual",
    "Manual stock addition",
    "asha@example.com",
  ]);
  expect(cells.slice(7, 11)).toEqual(["Nov 18, 2025", "Sale", "-4", "-4"]);
  expect(table.getByRole("link", { name: /Visit/ }).getAttribute("href")).toBe(`/visits/${sold.visit_id}`);
});

test("a ledger without movements says so", async () => {
  const { open } = ledger([]);
  await open(path);
  await screen.findByText("No stock movements yet");
});

test("a ledger that can't be loaded says so, continues with Retry, and has pages of its own", async () => {
  const { server, user, open } = ledger([]);
  server.refuse(stockRoutes.ledger, "not_found");
  await open(path);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The stock history could not be loaded.");
  answerLedger(
    server,
    Array.from({ length: 11 }, (_, n) => purchase(11 - n)),
  );
  await user.click(button("Retry"));
  await waitFor(() => expect(rows()).toHaveLength(10));
  expect(rows()[0]).toContain("+11");
  expect(screen.getByText("Showing 10 of 11 entries")).toBeTruthy();
  await user.click(button("Next"));
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining("+1")]));
  expect(address()).toBe(`${path}?page=2`);
});

test("the ledger is filtered by type and days, which the address keeps", async () => {
  const given = [purchase(20), sale(3, "2025-11-19"), sale(4, "2025-11-18")];
  const { server, user, open } = ledger(given);
  await open(path);
  await waitFor(() => expect(rows()).toHaveLength(3));
  const asked = () => server.asked(stockRoutes.ledger).at(-1)?.query;
  const type = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Type" });
  const day = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  expect([...type().options].map(({ text }) => text)).toEqual([
    "All movements",
    "Opening stock",
    "Purchases",
    "Sales",
    "Adjustments",
    "Sold before received",
  ]);
  const later = expect.stringMatching(/^Nov 19, 2025Sale-3/);
  await user.selectOptions(type(), "Sales");
  await waitFor(() => expect(rows()).toEqual([later, expect.stringMatching(/^Nov 18, 2025Sale-4/)]));
  expect(asked()).toMatchObject({ kind: "sale" });
  await typeInto(user, day("Start Date"), "2025-11-19");
  await screen.findByText("Select end date to apply the date range.");
  expect(rows()).toHaveLength(2);
  await typeInto(user, day("End Date"), "2025-11-20");
  await waitFor(() => expect(rows()).toEqual([later]));
  const chosen = { kind: "sale", start_date: "2025-11-19", end_date: "2025-11-20" };
  expect(asked()).toMatchObject(chosen);
  expect(address()).toBe(`${path}?${new URLSearchParams(chosen)}`);

  await open(address());
  await waitFor(() => expect(rows()).toEqual([later]));
  expect(chips()).toEqual(["Type: Sales", "Dates: Nov 19, 2025 to Nov 20, 2025"]);
  await user.selectOptions(type(), "Adjustments");
  await screen.findByText("No stock movements match your filters.");
  await typeInto(user, day("End Date"), "2025-11-01");
  await screen.findByText("End date cannot be earlier than start date.");
  await user.click(button("Show the whole history"));
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(chips()).toEqual([]);
  await user.selectOptions(type(), "Purchases");
  await user.click(await screen.findByRole("button", { name: "Remove filter Type: Purchases" }));
  await atAddress(path);
});
