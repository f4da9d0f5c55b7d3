import { historyRoutes } from "@rounds/domain/history/routes.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import type { LedgerRow, StockTransaction } from "@rounds/domain/stock/stock.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  detail,
  findMessage,
  messages,
  prepareScreen,
  rowTexts,
  typeInto,
} from "../../testing/render-screen.tsx";
import { anId, aProduct } from "../../testing/rows.ts";
import type { StandInServer } from "../../testing/server.ts";

const correction = (product: Product, quantity: number, notes: string): StockTransaction => ({
  id: anId(),
  product_id: product.id,
  transaction_type: "adjustment",
  quantity,
  transaction_date: "2025-11-20",
  reference_type: "manual_adjustment",
  reference_id: null,
  notes,
  created_at: "2025-11-20T06:30:00.000Z",
  created_by: null,
});

/** The page and the list say that a product has this stock, with these rows in its ledger. */
function answerProduct(server: StandInServer, product: Product, ledger: LedgerRow[] = []) {
  const view = { ...product, has_sales: false };
  server.answer(productRoutes.read, view);
  server.answer(productRoutes.list, { rows: [view], total: 1, unfiltered: 1, page: 1, page_size: 25 });
  server.answer(stockRoutes.ledger, { rows: ledger, total: ledger.length, page: 1, page_size: 10 });
}

/** Corrections succeed from now on, to this stock; the difference is a row of the ledger. */
function acceptCorrection(server: StandInServer, product: Product, difference: number, notes = "Counted") {
  const current_stock = product.current_stock + difference;
  const transaction = difference === 0 ? null : correction(product, difference, notes);
  server.answer(stockRoutes.correct, () => {
    const changed = { ...product, current_stock };
    const made = { balance: current_stock, made_by: null, visit_id: null, doctor_name: null };
    answerProduct(server, changed, transaction ? [{ ...transaction, ...made }] : []);
    return { product: changed, transaction };
  });
}

/** Opens the modal "Edit Stock" of a product with 20 units, on its page or in the list. */
async function editStock(from: "page" | "list" = "page") {
  const { server, user, open } = prepareScreen();
  const product = aProduct({ current_stock: 20 });
  answerProduct(server, product);
  server.answer(historyRoutes.ofRecord, { changes: [], has_more: false, created: null, names: {} });
  await open(from === "page" ? `/products/${product.id}` : "/products");
  await user.click(await screen.findByRole("button", { name: "Edit Stock: Paracip 500" }));
  const dialog = await screen.findByRole("dialog", { name: "Edit Stock" });
  const inside = within(dialog);
  return {
    server,
    user,
    product,
    dialog,
    total: inside.getByLabelText<HTMLInputElement>("New Total Quantity"),
    notes: inside.getByLabelText<HTMLTextAreaElement>("Notes"),
    button: (name: string) => inside.getByRole<HTMLButtonElement>("button", { name }),
  };
}

test("Edit Stock sets a new total and shows the signed difference beforehand", async () => {
  const { server, user, product, dialog, total, button } = await editStock();
  expect(dialog.textContent).toContain("Pain Relief");
  expect([total.value, total.min]).toEqual(["20", "0"]);
  expect(dialog.textContent).toContain("Difference: 0. Nothing will be recorded.");
  await typeInto(user, total, "2O{Enter}");
  await screen.findByText("Please enter a whole number");
  expect(total.value).toBe("2O");
  expect(server.asked(stockRoutes.correct)).toEqual([]);
  await typeInto(user, total, "२६ strips");
  expect(dialog.textContent).toContain("Difference: +6 from the current stock.");
  await user.clear(total);
  expect(button("Update Stock").ariaDisabled).toBe("true");
  await user.type(total, "0");
  expect(dialog.textContent).toContain("Difference: -20 from the current stock.");
  expect(dialog.textContent).toContain("0 marks the product out of stock.");
  acceptCorrection(server, product, -12, "Stock adjusted from 20 to 8 (-12)");
  const release = server.hold(stockRoutes.correct);
  await typeInto(user, total, "8{Enter}");
  await waitFor(() => expect(button("Updating...").ariaDisabled).toBe("true"));
  expect(total.closest("[inert]")).toBeTruthy();
  release();
  await findMessage("Stock updated successfully for Paracip 500!");
  expect(server.asked(stockRoutes.correct)).toMatchObject([
    { params: { id: product.id }, body: { quantity: 8, current_stock: 20 } },
  ]);
  await waitFor(() => expect(detail("Current Stock").textContent).toBe("8Low Stock"));
  await waitFor(() =>
    expect(rowTexts("Stock History")).toEqual([
      expect.stringMatching(/Adjustment.*-12.*Stock adjusted from 20 to 8 \(-12\)/),
    ]),
  );
});

test("a correction is taken back by another movement, from the stock as it is by then", async () => {
  const { server, user, product, total } = await editStock();
  acceptCorrection(server, product, -12);
  await typeInto(user, total, "8{Enter}");
  await findMessage("Stock updated successfully for Paracip 500!");
  // Units are sold again and again meanwhile.
  const moved = { ...product, current_stock: 5 };
  const changed = { changed_by: "ravi@rounds.example", changed_at: "2025-11-20T06:30:00.000Z" };
  server.refuse(stockRoutes.correct, "changed_meanwhile", { details: { current: moved, ...changed } });
  await user.keyboard("{Control>}z{/Control}");
  await findMessage("This was not undone.");
  await findMessage("The stock keeps changing: it is now 5.");
  const sent = () => server.asked(stockRoutes.correct).map(({ body }) => body as { id: string });
  expect(sent().slice(1)).toMatchObject([
    { quantity: 20, current_stock: 8, notes: "Undone" },
    { quantity: 17, current_stock: 5, notes: "Undone" },
    { quantity: 17, current_stock: 5, notes: "Undone" },
  ]);
  // Without an answer it may have been done: it is the same movement.
  expect(
    new Set(
      sent()
        .slice(1)
        .map(({ id }) => id),
    ).size,
  ).toBe(1);
});

test("a correction is taken back", async () => {
  const { server, user, product, total } = await editStock();
  acceptCorrection(server, product, -12);
  await typeInto(user, total, "8{Enter}");
  await findMessage("Stock updated successfully for Paracip 500!");
  acceptCorrection(server, { ...product, current_stock: 8 }, 12);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await findMessage("Undone: the stock is without this change again.");
  await waitFor(() => expect(detail("Current Stock").textContent).toContain("20"));
});

test("an undo that meets just the total it would set goes on from there, and its last attempt can be repeated", async () => {
  const { server, user, product, total } = await editStock();
  acceptCorrection(server, product, -12);
  await typeInto(user, total, "8{Enter}");
  await findMessage("Stock updated successfully for Paracip 500!");
  // Twelve units were bought meanwhile: the server records nothing. The next answer is lost.
  server.answer(stockRoutes.correct, () => {
    server.cutOff(stockRoutes.correct);
    return { product, transaction: null };
  });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await findMessage("It is not known whether this was undone.");
  expect(messages()).not.toContain("Undone:");
  acceptCorrection(server, product, 12);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await findMessage("Undone: the stock is without this change again.");
  const [, first, lost, repeated] = server.asked(stockRoutes.correct).map(({ body }) => body);
  expect(first).toMatchObject({ quantity: 20, current_stock: 8 });
  expect(lost).toMatchObject({ quantity: 32, current_stock: 20 });
  // The same entry, which counts once.
  expect(repeated).toEqual(lost);
});

test("Edit Stock to the total that a colleague has reached meanwhile says that nothing was recorded", async () => {
  const { server, user, product, total } = await editStock();
  acceptCorrection(server, { ...product, current_stock: 25 }, 0);
  await typeInto(user, total, "25{Enter}");
  await findMessage("The stock stays at 25. Nothing was recorded.");
  expect(messages()).not.toContain("Stock updated successfully");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("Edit Stock to the same total says that nothing was recorded", async () => {
  const { server, user, product, button } = await editStock();
  acceptCorrection(server, product, 0);
  await user.click(button("Update Stock"));
  await findMessage("The stock stays at 20. Nothing was recorded.");
  expect(messages()).not.toContain("Stock updated successfully");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("Edit Stock says if the stock moved in the meantime, and then counts from the new one", async () => {
  const { server, user, product, dialog, total, button } = await editStock();
  const moved = { ...product, current_stock: 16 };
  await typeInto(user, total, "25");
  server.refuse(stockRoutes.correct, "changed_meanwhile", {
    details: { current: moved, changed_by: "ravi@rounds.example", changed_at: "2025-11-20T06:30:00.000Z" },
  });
  await user.click(button("Update Stock"));
  await waitFor(() =>
    expect(dialog.textContent).toContain("The stock has changed: it was 20 and is now 16."),
  );
  expect(total.value).toBe("25");
  expect(dialog.textContent).toContain("Difference: +9 from the current stock.");
  acceptCorrection(server, moved, 9);
  await user.click(button("Update Stock"));
  await findMessage("Stock updated successfully for Paracip 500!");
  expect(server.asked(stockRoutes.correct).at(-1)?.body).toMatchObject({ quantity: 25, current_stock: 16 });
  await waitFor(() => expect(detail("Current Stock").textContent).toBe("25"));
});

test("Edit Stock says when it failed, keeps what was typed, and can be repeated", async () => {
  const { server, user, product, total, notes, button } = await editStock("list");
  await typeInto(user, total, "25");
  await user.type(notes, "Counted");
  server.refuse(stockRoutes.correct, "internal");
  await user.click(button("Update Stock"));
  await findMessage("Error updating stock. Please try again.");
  expect(total.closest("[inert]")).toBeNull();
  expect(document.activeElement).toBe(button("Update Stock"));
  expect([total.value, notes.value]).toEqual(["25", "Counted"]);
  acceptCorrection(server, product, 5);
  await user.click(button("Update Stock"));
  await findMessage("Stock updated successfully for Paracip 500!");
  const [first, second] = server.asked(stockRoutes.correct).map(({ body }) => body);
  expect(first).toMatchObject({ quantity: 25, current_stock: 20, notes: "Counted" });
  // The same entry, which counts once.
  expect(second).toEqual(first);
});

test("nobody is advised to save again the stock of a product that was deleted", async () => {
  const { server, user, dialog, total } = await editStock("list");
  server.refuse(stockRoutes.correct, "gone");
  await typeInto(user, total, "25{Enter}");
  await within(dialog).findByText("This was deleted in the meantime.", { exact: false });
  expect(messages()).toBe("");
});

/** Adds 7 units of a product with 20 without an answer; returns the dialog. */
async function addWithoutAnswer() {
  const { server, user, open } = prepareScreen();
  const product = aProduct({ current_stock: 20 });
  answerProduct(server, product);
  server.answer(historyRoutes.ofRecord, { changes: [], has_more: false, created: null, names: {} });
  await open(`/products/${product.id}`);
  await user.click(await screen.findByRole("button", { name: "Add Stock: Paracip 500" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Stock" }));
  await user.type(dialog.getByRole("textbox", { name: /^Quantity to Add/ }), "7");
  expect(dialog.getByText("New total: 27")).toBeTruthy();
  server.cutOff(stockRoutes.add);
  const add = () => user.click(dialog.getByRole("button", { name: "Add Stock" }));
  await add();
  return { dialog, add };
}

test("units that never left the device are not saved, and are promised again", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { dialog } = await addWithoutAnswer();
  await dialog.findByText("Not saved.");
  expect(dialog.getByText("New total: 27")).toBeTruthy();
});

test("units whose answer was lost stay unknown while the device has no connection", async () => {
  const { dialog, add } = await addWithoutAnswer();
  await dialog.findByText("It is not known whether this was saved.");
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await add();
  await dialog.findByText("It is not known whether this was saved.");
  expect(dialog.queryByText("Not saved.")).toBeNull();
});

test("units whose answer was lost are not promised once more", async () => {
  const { dialog } = await addWithoutAnswer();
  await dialog.findByText("It is not known whether this was saved.");
  expect(dialog.getByText(/The server can't be reached/)).toBeTruthy();
  expect(dialog.queryByText(/New total/)).toBeNull();
});
