import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitCreation } from "@rounds/domain/visits/visit-list.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  address,
  atAddress,
  description,
  findMessage,
  messages,
  testNoon,
  typeInto,
  wakeAt,
} from "../../testing/render-screen.tsx";
import { aDoctor, aProduct } from "../../testing/rows.ts";
import {
  anOption,
  chooseDoctor,
  chooseProduct,
  doctorField,
  doctorOptions,
  newVisit,
  press,
  priceField,
  quantityField,
} from "../../testing/visit-form.ts";

const asha = aDoctor({ specialization: "Cardiology", doctor_type: "prescriber", doctor_class: "A" });
const vikram = aDoctor({ name: "Dr. Vikram Nair" });
const paracip = aProduct({ current_stock: 20 });
const day = () => screen.getByLabelText<HTMLInputElement>("Visit Date");
const status = () => screen.getByLabelText<HTMLSelectElement>("Status");
const optionTexts = () => doctorOptions().map(({ textContent }) => textContent);

test("the doctor is searched for by the server, and chosen by the arrow keys", async () => {
  const { server, user, open } = newVisit({ doctors: [asha, vikram] });
  await open("/visits/add");
  server.answer(doctorRoutes.pick, ({ query: { search } }) => {
    const rows = search === "cardio" ? [asha] : search === "nobody" ? [] : [asha, vikram];
    return { rows: rows.map((doctor) => anOption(doctor)), total: rows.length };
  });
  const field = doctorField();
  await user.type(field, "cardio");
  await waitFor(() =>
    expect(optionTexts()).toEqual(["Dr. Asha RaoCardiology · Prescriber · Class A", "Add a new doctor"]),
  );
  expect(server.asked(doctorRoutes.pick).at(-1)?.query).toEqual({ search: "cardio" });
  await typeInto(user, field, "nobody");
  const none = await screen.findByText("No doctors found");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(none.closest("[hidden]")).toBeTruthy());
  expect(address()).toBe("/visits/add");

  // Arrow keys move through the list and wrap around; Escape closes only the list.
  await press(user, "Clear Doctor");
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(doctorOptions()).toHaveLength(3));
  await user.keyboard("{ArrowDown>4/}");
  expect(field.getAttribute("aria-activedescendant")).toBe(doctorOptions()[0]?.id);
  await user.keyboard("{ArrowUp}{ArrowUp}{Enter}");
  expect(field.value).toBe("Dr. Vikram Nair");

  // Clearing the text clears the choice.
  await user.clear(field);
  await user.keyboard("{Escape}");
  await press(user, "Add Visit");
  await waitFor(() => expect(description(field)).toBe("Please select a doctor"));
});

test("the form asks for a doctor and a date", async () => {
  const { server, user, open } = newVisit({ doctors: [asha] });
  await open("/visits/add");
  expect(day().value).toBe("Nov 20, 2025");
  expect([...status().options].map(({ text }) => text)).toEqual(["Completed", "Scheduled", "Cancelled"]);
  await press(user, "Add Visit");
  await findMessage("Please select a doctor");
  expect(description(doctorField())).toBe("Please select a doctor");
  await chooseDoctor(user, "Dr. Asha Rao");
  await user.clear(day());
  await press(user, "Add Visit");
  await waitFor(() => expect(description(day())).toBe("Please enter a date"));
  expect(document.activeElement).toBe(day());
  expect(server.asked(visitRoutes.create)).toEqual([]);
});

test("a visit completed in the future and a price of twenty times the product's are asked about once", async () => {
  const { server, user, open } = newVisit({ doctors: [asha], products: [paracip] });
  await open("/visits/add");
  await chooseDoctor(user, "Dr. Asha Rao");
  await typeInto(user, day(), "25/11/2025");
  await chooseProduct(user, "Paracip 500");
  await user.type(quantityField(), "2");
  await typeInto(user, priceField(), "1250");
  await user.keyboard("{Control>}{Enter}{/Control}");
  const question = () => screen.findByRole("alertdialog", { name: "Is this right?" });
  const first = await question();
  expect(first.textContent).toContain("The visit is marked as completed, but Nov 25, 2025 is in the future.");
  expect(first.textContent).toContain(
    "Paracip 500 costs ₹12.50. Here it is sold for ₹1,250.00, 100 times that.",
  );
  await press(user, "Change it");
  expect(server.asked(visitRoutes.create)).toEqual([]);
  await user.selectOptions(status(), "Scheduled");
  await press(user, "Add Visit");
  expect((await question()).textContent).not.toContain("is in the future");
  await press(user, "Save anyway");
  await findMessage("Visit added successfully!");
  expect(server.asked(visitRoutes.create).map(({ body }) => body)).toMatchObject([
    {
      doctor_id: asha.id,
      visit_date: "2025-11-25",
      status: "scheduled",
      items: [{ product_id: paracip.id, quantity: 2, unit_price: "1250.00" }],
    },
  ]);
  // The list shows the days up to today: the message leads to the visit.
  server.refuse(visitRoutes.read, "not_found");
  server.answer(historyRoutes.ofRecord, { changes: [], has_more: false, created: null, names: {} });
  const [sent] = server.asked(visitRoutes.create).map(({ body }) => body as VisitCreation);
  await user.click(screen.getByRole("link", { name: "See it on Nov 25, 2025" }));
  await atAddress(`/visits/${sent?.id}`);
  expect(messages()).not.toContain("Visit added");
});

test("choices that can't be loaded are reported, and the products are read again by Retry", async () => {
  const { server, user, open } = newVisit({ doctors: [asha], products: [paracip] });
  server.refuse(productRoutes.pick, "not_found");
  await open("/visits/add");
  await findMessage("Error loading products");
  server.refuse(doctorRoutes.pick, "not_found");
  await user.type(doctorField(), "asha");
  await findMessage("Database error fetching doctors");
  server.answer(productRoutes.pick, [
    { id: paracip.id, name: paracip.name, price: paracip.price, current_stock: 20 },
  ]);
  server.answer(doctorRoutes.pick, { rows: [anOption(asha)], total: 1 });
  await press(user, "Retry");
  await screen.findByRole("option", { name: "Paracip 500 - ₹12.50 (Stock: 20)" });
  await typeInto(user, doctorField(), "rao");
  await chooseDoctor(user, "Dr. Asha Rao");
  expect(doctorField().value).toBe("Dr. Asha Rao");
});

test("a doctor of the address who was deleted is reported at the field, until another one is chosen", async () => {
  const { server, user, open } = newVisit({ doctors: [vikram] });
  server.refuse(doctorRoutes.read, "gone");
  await open(`/visits/add?doctor_id=${asha.id}`);
  await waitFor(() => expect(description(doctorField())).toBe("This doctor no longer exists."));
  expect(messages()).not.toContain("Database error");
  await chooseDoctor(user, "Dr. Vikram Nair");
  await waitFor(() => expect(description(doctorField())).toBe(""));
});

test("a visit that was deleted before it came again is said to be, to somebody who has gone on", async () => {
  const { server, user, open } = newVisit({ doctors: [asha] });
  server.answer(productRoutes.list, { rows: [], total: 0, unfiltered: 0, page: 1, page_size: 25 });
  server.refuse(visitRoutes.create, "gone");
  const release = server.hold(visitRoutes.create);
  const router = await open("/visits/add");
  await chooseDoctor(user, "Dr. Asha Rao");
  await press(user, "Add Visit");
  await atAddress("/visits");
  await router.navigate({ to: "/products" });
  await atAddress("/products");
  release();
  await findMessage("This was deleted in the meantime.");
  expect(messages()).not.toContain("try again");
  await user.click(screen.getByRole("link", { name: "Open what you typed" }));
  await screen.findByText("Not saved.");
  await press(user, "Cancel");
  const question = await screen.findByRole("alertdialog", { name: "Leave without saving?" });
  await user.click(within(question).getByRole("button", { name: "Leave" }));
  await atAddress("/products");
});

test("a doctor who can't be loaded is reported as a failure", async () => {
  const { server, open } = newVisit({ doctors: [vikram] });
  server.refuse(doctorRoutes.read, "internal");
  await open(`/visits/add?doctor_id=${asha.id}`);
  await findMessage("Database error fetching doctors");
  expect(description(doctorField())).toBe("");
});

test("Cancel and Escape leave the form, after a question if something was typed", async () => {
  const { server, user, open } = newVisit({ doctors: [asha] });
  server.answer(doctorRoutes.read, asha);
  await open("/visits");
  await user.click(screen.getByRole("link", { name: "Add Visit" }));
  await waitFor(() => expect(document.activeElement).toBe(doctorField()));
  await user.keyboard("{Escape}");
  await atAddress("/visits");
  // A doctor named by the link does not count as typed.
  await open(`/visits/add?doctor_id=${asha.id}`);
  await waitFor(() => expect(doctorField().value).toBe("Dr. Asha Rao"));
  await press(user, "Cancel");
  await atAddress("/visits");
  await user.click(screen.getByRole("link", { name: "Add Visit" }));
  await waitFor(() => expect(document.activeElement).toBe(doctorField()));
  await chooseDoctor(user, "Dr. Asha Rao");
  await user.keyboard("{Escape}");
  const question = await screen.findByRole("alertdialog", { name: "Leave without saving?" });
  await user.click(within(question).getByRole("button", { name: "Leave" }));
  await atAddress("/visits");
});

test("a form left open over midnight says that the day has changed, and takes the new one by a press", async () => {
  const { server, user, open } = newVisit({ doctors: [asha] });
  await open("/visits/add");
  await chooseDoctor(user, "Dr. Asha Rao");
  expect(screen.queryByText(/The day has changed/)).toBeNull();
  wakeAt(testNoon + 13 * 3_600_000);
  await screen.findByText("The day has changed: today is Nov 21, 2025. This visit is dated Nov 20, 2025.");
  // Nothing is changed by itself.
  expect(day().value).toBe("Nov 20, 2025");
  await press(user, "Date it today");
  expect(day().value).toBe("Nov 21, 2025");
  expect(screen.queryByText(/The day has changed/)).toBeNull();
  await press(user, "Add Visit");
  await findMessage("Visit added successfully!");
  expect(server.asked(visitRoutes.create)[0]?.body).toMatchObject({ visit_date: "2025-11-21" });
});

test("a visit that a device's wrong clock dated tomorrow is asked about", async () => {
  const { server, user, open } = newVisit({ doctors: [asha] });
  await open("/visits/add");
  await chooseDoctor(user, "Dr. Asha Rao");
  // An answer said which day it is.
  wakeAt(testNoon - 24 * 3_600_000);
  await screen.findByText("The day has changed: today is Nov 19, 2025. This visit is dated Nov 20, 2025.");
  await press(user, "Add Visit");
  await screen.findByText("The visit is marked as completed, but Nov 20, 2025 is in the future.");
  expect(server.asked(visitRoutes.create)).toEqual([]);
});
