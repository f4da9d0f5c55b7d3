import type { CatchUpRow } from "@rounds/domain/catch-up/catch-up.ts";
import { catchUpRoutes } from "@rounds/domain/catch-up/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findMessage, prepareScreen } from "../testing/render-screen.tsx";
import { aDoctor, anId, aProduct, aSale, aVisit } from "../testing/rows.ts";

const doctor = aDoctor();
const product = aProduct();

/** The evening of a day with one planned visit of this many items; what is saved is answered as it was sent. */
async function openEvening(itemCount: number) {
  const { server, user, open } = prepareScreen();
  const { id, name, specialization, hospital, doctor_class } = doctor;
  const items = Array.from({ length: itemCount }, () => ({
    ...{ id: anId(), product_id: product.id, product_name: product.name, quantity: 4, unit_price: "12.50" },
  }));
  const planned = { id: anId(), version: 1, notes: null, items };
  const row: CatchUpRow = {
    doctor: { id, name, specialization, hospital, doctor_class, city: null },
    ...{ planned, visits: [], likely: null, usual: [] },
  };
  server.answer(catchUpRoutes.read, { day: "2025-11-20", previous: "2025-11-19", next: null, rows: [row] });
  server.answer(productRoutes.pick, [
    { id: product.id, name: product.name, price: "12.50", current_stock: 96 },
  ]);
  server.answer(visitRoutes.update, ({ body }) => {
    const { items: sent, ...given } = body as { items: { id: string }[]; status: "cancelled" };
    const sales = sent.map((item) => aSale(product, { ...item, quantity: 4, total_amount: "50.00" }));
    return aVisit(doctor, { ...given, id: planned.id, version: 2, sales });
  });
  await open("/today/catch-up");
  await user.selectOptions(await screen.findByLabelText(`Status of the visit to ${name}`), "Cancelled");
  /** Saves, and returns what was sent. */
  const save = async () => {
    await user.click(screen.getByRole("button", { name: "Save 1 visit" }));
    await findMessage("1 visit saved!");
    return server.asked(visitRoutes.update)[0]?.body;
  };
  return { user, save, items };
}

const question = () => screen.findByRole("alertdialog");

test("a planned visit that is cancelled asks about its items, and loses those that are removed", async () => {
  const { user, save } = await openEvening(2);
  const dialog = within(await question());
  expect(dialog.getByText("This visit has 2 sales items. Should a cancelled visit keep them?")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Remove items" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  const products = screen.getByRole("combobox", { name: `Products for ${doctor.name}` });
  expect(products).toHaveProperty("value", "");
  expect(await save()).toMatchObject({ status: "cancelled", items: [] });
});

test("a cancelled visit keeps its item if it is to", async () => {
  const { user, save, items } = await openEvening(1);
  const dialog = within(await question());
  expect(dialog.getByText("This visit has 1 sales item. Should a cancelled visit keep it?")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Keep item" }));
  expect(await save()).toMatchObject({ status: "cancelled", items: [{ id: items[0]?.id, quantity: 4 }] });
});

test("a cancelled visit without items asks nothing", async () => {
  const { save } = await openEvening(0);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(await save()).toMatchObject({ status: "cancelled", items: [] });
});
