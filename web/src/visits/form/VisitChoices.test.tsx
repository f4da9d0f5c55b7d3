import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { description, findMessage, typeInto } from "../../testing/render-screen.tsx";
import { aDoctor, anId, aProduct } from "../../testing/rows.ts";
import { noteToasts } from "../../testing/toasts.ts";
import {
  anOption,
  chooseDoctor,
  chooseProduct,
  doctorField,
  doctorOptions,
  newVisit,
  press,
  priceField,
  productField,
} from "../../testing/visit-form.ts";

const rao = aDoctor({ hospital: "Ruby Hall", address: "1 MG Road, Pune" });
const vikram = aDoctor({ name: "Dr. Vikram Nair" });

test("the doctors start with today's and recent ones; their places tell the same names apart; more are counted", async () => {
  const { server, user, open } = newVisit();
  const other = aDoctor({ hospital: "Apollo", address: "2 Park Street, Kolkata" });
  server.answer(doctorRoutes.pick, {
    rows: [anOption(vikram, "scheduled"), anOption(rao, "recent"), anOption(other)],
    total: 22,
  });
  await open("/visits/add");
  await user.click(doctorField());
  const list = await screen.findByRole("listbox", { name: "Doctor" });
  await waitFor(() => expect(doctorOptions()).toHaveLength(4));
  const group = (name: string) =>
    within(within(list).getByRole("group", { name }))
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
  expect(group("Scheduled for today")).toEqual(["Dr. Vikram Nair"]);
  expect(group("Visited recently")).toEqual(["Dr. Asha RaoRuby Hall, Pune"]);
  expect(group("All doctors")).toEqual(["Dr. Asha RaoApollo, Kolkata"]);
  expect(screen.getAllByText(/3 of 22, type more to find the others$/)).not.toEqual([]);
  await user.click(within(list).getByRole("option", { name: /Ruby Hall/ }));
  expect(description(doctorField())).toBe("Ruby Hall, Pune");
  await waitFor(() => expect(document.activeElement).toBe(productField()));
});

test("an item costs what this doctor paid last, otherwise the product's price", async () => {
  const paracip = aProduct({ current_stock: 99 });
  const crocin = aProduct({ name: "Crocin", price: "30.00" });
  const { server, user, open } = newVisit({ doctors: [rao, vikram], products: [paracip, crocin] });
  server.answer(visitRoutes.lastPrices, ({ params }) =>
    params.id === rao.id ? [{ product_id: paracip.id, unit_price: "11.00" }] : [],
  );
  await open("/visits/add");
  await chooseDoctor(user, "Dr. Asha Rao");
  await screen.findByRole("option", { name: "Crocin - ₹30.00 (Stock: 100)" });
  await chooseProduct(user, "Crocin");
  expect(priceField().value).toBe("30.00");
  await chooseProduct(user, "Paracip 500");
  await waitFor(() => expect(priceField().value).toBe("11.00"));
  expect(description(priceField())).toBe("Last price here. List price: ₹12.50");
  // Another doctor has another price; a typed one stays.
  await chooseDoctor(user, "Dr. Vikram Nair");
  await waitFor(() => expect(priceField().value).toBe("12.50"));
  await typeInto(user, priceField(), "12.00");
  await chooseDoctor(user, "Dr. Asha Rao");
  await waitFor(() => expect(doctorField().value).toBe("Dr. Asha Rao"));
  expect(priceField().value).toBe("12.00");
});

test("a new doctor like one that is there is said so, a short number is asked about, and without a connection the dialog alone says so", async () => {
  const { server, user, open } = newVisit({ doctors: [rao] });
  server.answer(doctorRoutes.lastCity, { city: "" });
  server.answer(coverageRoutes.representatives, { rows: [] });
  const alike = { id: anId(), name: "Dr. Vikram", city: "Kochi" };
  server.answer(doctorRoutes.alike, { rows: [alike] });
  await open("/visits/add");
  await user.type(doctorField(), "vikram");
  await user.click(await screen.findByRole("option", { name: "Add a new doctor" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Doctor" }));
  await dialog.findByRole("link", { name: /^Dr\. Vikram, Kochi/ });
  expect(server.asked(doctorRoutes.alike).map(({ query }) => query)).toEqual([{ name: "vikram" }]);
  await user.type(dialog.getByLabelText("Contact Number"), "98220 111");
  const toasts = noteToasts();
  server.cutOff(doctorRoutes.create);
  await user.click(dialog.getByRole("button", { name: "Add Doctor" }));
  const question = await screen.findByRole("alertdialog", { name: "Is this right?" });
  expect(server.asked(doctorRoutes.create)).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "Save anyway" }));
  await dialog.findByText(/^The server can't be reached\./);
  expect(toasts).toEqual([]);
});

test("a doctor who could not be added says why in the dialog, and closing it asks first", async () => {
  const { server, user, open } = newVisit({ doctors: [rao] });
  server.answer(doctorRoutes.lastCity, { city: "" });
  server.answer(coverageRoutes.representatives, { rows: [] });
  await open("/visits/add");
  await user.type(doctorField(), "vikram");
  await user.click(await screen.findByRole("option", { name: "Add a new doctor" }));
  const dialog = await screen.findByRole("dialog", { name: "Add Doctor" });
  const email = within(dialog).getByLabelText("Email");
  await user.type(email, "no address");
  await user.click(within(dialog).getByRole("button", { name: "Add Doctor" }));
  await findMessage("Error adding doctor. Please try again.");
  expect(description(email)).toMatch(/name@example.com/);
  // What a browser makes of Escape in a dialog.
  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  const question = await screen.findByRole("alertdialog", { name: "Leave without saving?" });
  await user.click(within(question).getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Add Doctor" })).toBeNull());
  expect(doctorField().value).toBe("vikram");
  expect(server.asked(doctorRoutes.create)).toEqual([]);
});

test("a new product that was saved before it was changed says so, and advises no other attempt", async () => {
  const { server, user, open } = newVisit();
  await open("/visits/add");
  await press(user, "Add your first product");
  const dialog = await screen.findByRole("dialog", { name: "Add Product" });
  const save = () => user.click(within(dialog).getByRole("button", { name: "Add Product" }));
  await user.type(within(dialog).getByLabelText("Product Name"), "Sample");
  server.cutOff(productRoutes.create);
  await save();
  await within(dialog).findByText(/^The server can't be reached\./);
  const toasts = noteToasts();
  server.refuse(productRoutes.create, "id_taken");
  await user.type(within(dialog).getByLabelText("Price"), "120");
  await save();
  await within(dialog).findByText(
    "This was saved already, before your last changes. Close this and choose it from the list.",
  );
  expect(toasts).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain("It is not known");
});
