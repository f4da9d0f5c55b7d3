import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import type { VisitCreation } from "@rounds/domain/visits/visit-list.ts";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { atAddress, description, findMessage, typeInto } from "../../testing/render-screen.tsx";
import { aDoctor, aProduct, aSale, aVisit, aVisitRow } from "../../testing/rows.ts";
import { letUnitsWait } from "../../testing/units-waiting.ts";
import {
  chooseDoctor,
  chooseProduct,
  doctorField,
  items,
  newVisit,
  press,
  priceField,
  quantityField,
  total,
} from "../../testing/visit-form.ts";

const asha = aDoctor();
const paracip = aProduct({ current_stock: 20 });
const form = () => newVisit({ doctors: [asha], products: [paracip] });
const quantityOf = (index: number) =>
  within(items()[index] as HTMLElement).getByLabelText<HTMLInputElement>("Quantity of Paracip 500");
const addedQuantity = () => quantityOf(0);

async function addItem(user: UserEvent, quantity: string) {
  await chooseProduct(user, "Paracip 500");
  await user.type(quantityField(), quantity);
  await press(user, "Add Item");
}

test("a chosen product shows its stock and price, which limit the item", async () => {
  const { user, open } = form();
  await open("/visits/add");
  await screen.findByText("No sales items added yet");
  expect(total()).toBe("₹0.00");
  await screen.findByRole("option", { name: "Paracip 500 - ₹12.50 (Stock: 20)" });

  await chooseProduct(user, "Paracip 500");
  expect([priceField().value, priceField().min, priceField().step]).toEqual(["12.50", "0", "0.01"]);
  await waitFor(() => expect(description(quantityField())).toBe("Available: 20"));
  expect([quantityField().min, quantityField().max]).toEqual(["1", "20"]);
  await typeInto(user, quantityField(), "21");
  await screen.findByText("Quantity exceeds available stock");
  await press(user, "Add Item");
  await findMessage("Insufficient stock. Available: 20");
  await typeInto(user, quantityField(), "0");
  await typeInto(user, priceField(), "0");
  await press(user, "Add Item");
  await findMessage("Please fill in all sale details");
  expect(items()).toEqual([]);
});

test("the stock that is left is said with the units that wait on this phone", async () => {
  const { user, open } = form();
  letUnitsWait({ ...paracip, current_stock: 21 }, 1);
  await open("/visits/add");
  await screen.findByRole("option", { name: "Paracip 500 - ₹12.50 (Stock: 20, 1 waits on this phone)" });
  await chooseProduct(user, "Paracip 500");
  await waitFor(() => expect(description(quantityField())).toBe("Available: 20, 1 waits on this phone"));
});

test("an added item takes its units from what is left, is edited in place, and removed", async () => {
  const { user, open } = form();
  await open("/visits/add");
  await chooseProduct(user, "Paracip 500");
  await user.type(quantityField(), "15");
  await typeInto(user, priceField(), "10.05");
  await press(user, "Add Item");
  await waitFor(() => expect(items()).toHaveLength(1));
  expect(items()[0]?.textContent).toContain("₹150.75");
  expect(total()).toBe("₹150.75");
  await chooseProduct(user, "Paracip 500");
  await waitFor(() => expect(description(quantityField())).toBe("Available: 5"));
  await user.type(quantityField(), "5");
  await press(user, "Add Item");
  await waitFor(() => expect(total()).toBe("₹213.25"));
  await typeInto(user, addedQuantity(), "1");
  await waitFor(() => expect(total()).toBe("₹72.55"));
  await typeInto(user, quantityOf(1), "1O");
  await waitFor(() => expect(total()).toBe("₹10.05"));
  await user.click(within(items()[0] as HTMLElement).getByRole("button", { name: "Remove Paracip 500" }));
  await waitFor(() => expect(items()).toHaveLength(1));
  // Who removes by keyboard goes on with the next one, and at last with another product.
  const left = within(items()[0] as HTMLElement).getByRole("button", { name: "Remove Paracip 500" });
  await waitFor(() => expect(document.activeElement).toBe(left));
  // The line moves up with what stands in it.
  expect(quantityOf(0).value).toBe("1O");
  await typeInto(user, quantityOf(0), "१० strips");
  await waitFor(() => expect(total()).toBe("₹125.00"));
  for (const item of items()) {
    await user.click(within(item).getByRole("button", { name: "Remove Paracip 500" }));
  }
  await screen.findByText("No sales items added yet");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Product")));
});

test("an item that is entered but not added is saved too, or says why it can't be", async () => {
  const { server, user, open } = form();
  await open("/visits/add");
  await chooseDoctor(user, "Dr. Asha Rao");
  await chooseProduct(user, "Paracip 500");
  await press(user, "Add Visit");
  await findMessage("Please fill in all sale details");
  expect(description(quantityField())).toMatch(/Please enter at least 1/);
  expect(document.activeElement).toBe(quantityField());

  await waitFor(() => expect(description(quantityField())).toMatch(/Available: 20/));
  await user.type(quantityField(), "21");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await findMessage("Insufficient stock. Available: 20");
  expect(description(quantityField())).toBe("Insufficient stock. Available: 20");
  expect(server.asked(visitRoutes.create)).toEqual([]);

  await typeInto(user, quantityField(), "20");
  await screen.findByText("Saved with the visit, also without Add Item: ₹250.00");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await findMessage("Visit added successfully!");
  expect(server.asked(visitRoutes.create).map(({ body }) => body)).toMatchObject([
    { items: [{ product_id: paracip.id, quantity: 20, unit_price: "12.50" }] },
  ]);
});

test("an item whose last units somebody else took says how many are left, and nothing is lost", async () => {
  const { server, user, open } = form();
  await open("/visits/add");
  await chooseDoctor(user, "Dr. Asha Rao");
  await addItem(user, "8");
  server.refuse(visitRoutes.create, "insufficient_stock", {
    n: 3,
    fields: { "items.0.quantity": "Insufficient stock. Available: 3" },
  });
  server.answer(stockRoutes.availability, { available: 3 });
  await press(user, "Add Visit");
  await findMessage("Insufficient stock. Available: 3");
  await atAddress("/visits/add");
  expect(doctorField().value).toBe("Dr. Asha Rao");
  expect(addedQuantity().value).toBe("8");
  expect(description(addedQuantity())).toBe("Insufficient stock. Available: 3");
  server.answer(visitRoutes.create, ({ body }) => aVisit(asha, { id: (body as VisitCreation).id }));
  await typeInto(user, addedQuantity(), "3");
  await press(user, "Add Visit");
  await findMessage("Visit added successfully!");
  expect(server.asked(visitRoutes.create).at(-1)?.body).toMatchObject({ items: [{ quantity: 3 }] });
});

test("without the stock there is no limit, and the server's refusal is shown", async () => {
  const { server, user, open } = form();
  server.refuse(stockRoutes.availability, "not_found");
  await open("/visits/add");
  await chooseDoctor(user, "Dr. Asha Rao");
  await addItem(user, "21");
  await waitFor(() => expect(items()).toHaveLength(1));
  server.refuse(visitRoutes.create, "insufficient_stock", { n: 20 });
  await press(user, "Add Visit");
  await findMessage("Insufficient stock. Available: 20");
});

test("a visit that is cancelled asks what to do with its items", async () => {
  const { user, open } = form();
  await open("/visits/add");
  const status = screen.getByLabelText("Status");
  await user.selectOptions(status, "Cancelled");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await user.selectOptions(status, "Completed");
  await addItem(user, "2");
  await user.selectOptions(status, "Cancelled");
  const dialog = await screen.findByRole("alertdialog", { name: "Remove the items?" });
  expect(dialog.textContent).toContain("This visit has 1 sales item. Should a cancelled visit keep it?");
  await user.click(within(dialog).getByRole("button", { name: "Keep item" }));
  expect(items()).toHaveLength(1);
  await user.selectOptions(status, "Scheduled");
  await user.selectOptions(status, "Cancelled");
  await user.click(await screen.findByRole("button", { name: "Remove item" }));
  await screen.findByText("No sales items added yet");
});

test("a cancelled visit asks when it is saved about an item that came later, and not about one that it is to keep", async () => {
  const { server, user, open } = form();
  server.answer(visitRoutes.create, ({ body }) => aVisit(asha, { ...(body as VisitCreation), sales: [] }));
  await open("/visits/add");
  await chooseDoctor(user, asha.name);
  await addItem(user, "2");
  const status = screen.getByLabelText("Status");
  await user.selectOptions(status, "Cancelled");
  await user.click(await screen.findByRole("button", { name: "Keep item" }));
  // One more is typed and not yet added.
  await chooseProduct(user, "Paracip 500");
  await user.type(quantityField(), "3");
  await press(user, "Add Visit");
  await screen.findByText("The visit is cancelled, but its items count as sales and take stock.");
  await press(user, "Change it");
  expect(server.asked(visitRoutes.create)).toEqual([]);
  const [, added] = screen.getAllByRole("button", { name: "Remove Paracip 500" });
  await user.click(added as HTMLElement);
  await press(user, "Add Visit");
  await findMessage("Visit added successfully!");
  expect(server.asked(visitRoutes.create)).toHaveLength(1);
});

test("an item that was entered before a reload is saved before the products are here", async () => {
  const { server, user, open } = form();
  await open("/visits/add");
  await chooseDoctor(user, "Dr. Asha Rao");
  await chooseProduct(user, "Paracip 500");
  await user.type(quantityField(), "3");
  server.hold(productRoutes.pick);
  await open("/visits/add");
  await waitFor(() => expect(quantityField().value).toBe("3"));
  await press(user, "Add Visit");
  await findMessage("Visit added successfully!");
  expect(server.asked(visitRoutes.create).map(({ body }) => (body as VisitCreation).items)).toMatchObject([
    [{ product_id: paracip.id, quantity: 3, unit_price: "12.50" }],
  ]);
});

test("the last visit is repeated as it is, not as the list knew it before", async () => {
  const { server, user, open } = form();
  const visitOf = (quantity: number, total_amount: string) =>
    aVisit(asha, { sales: [aSale(paracip, { quantity, total_amount })] });
  const [older, newest] = [visitOf(1, "12.50"), visitOf(3, "37.50")];
  const page = (...visits: Visit[]) => ({
    rows: visits.map(({ id }) => aVisitRow(asha, "2025-11-19", { id, item_count: 1 })),
    total: visits.length,
    page: 1,
    page_size: 10,
  });
  server.answer(visitRoutes.read, ({ params }) => (params.id === newest.id ? newest : older));
  server.answer(visitRoutes.ofDoctor, page(older));
  await open("/visits/add");
  await chooseDoctor(user, "Dr. Asha Rao");
  await screen.findByRole("button", { name: "Repeat last items" });

  const answerNow = server.hold(visitRoutes.ofDoctor);
  server.answer(visitRoutes.ofDoctor, page(newest, older));
  void queryClient.invalidateQueries({ queryKey: ["visits"] });
  await press(user, "Repeat last items");
  answerNow();
  await waitFor(() => expect(items()).toHaveLength(1));
  expect(total()).toBe("₹37.50");
});

test("the last items of a doctor are not added once another one is chosen", async () => {
  const ravi = aDoctor({ name: "Dr. Ravi Iyer" });
  const { server, user, open } = newVisit({ doctors: [asha, ravi], products: [paracip] });
  server.answer(visitRoutes.ofDoctor, ({ params }) => {
    const row = { ...aVisitRow(params.id === ravi.id ? ravi : asha, "2025-11-10"), item_count: 1 };
    return { rows: [row], total: 1, page: 1, page_size: 10 };
  });
  const sales = [aSale(paracip, { quantity: 3, unit_price: "12.50", total_amount: "37.50" })];
  server.answer(visitRoutes.read, aVisit(asha, { visit_date: "2025-11-10", sales }));
  await open("/visits/add");
  await chooseDoctor(user, "Dr. Asha Rao");
  const answerNow = server.hold(visitRoutes.read);
  await press(user, "Repeat last items");
  await screen.findByRole("button", { name: "Adding items..." });
  await user.clear(doctorField());
  await chooseDoctor(user, "Dr. Ravi Iyer");
  answerNow();
  await screen.findByRole("button", { name: "Repeat last items" });
  expect(items()).toEqual([]);
});
