import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import type { Glance } from "@rounds/domain/glance/glance.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitCompletion } from "@rounds/domain/visits/visit-list.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerDoctorPage, emptyGlance } from "../../testing/doctor-page.ts";
import { atAddress, findMessage, testNoon, typeInto, wakeAt } from "../../testing/render-screen.tsx";
import { aDoctor, anId, aProduct, aVisit } from "../../testing/rows.ts";
import { doctorField, items, newVisit, press } from "../../testing/visit-form.ts";

const asha = aDoctor({ doctor_class: "A" });
const paracip = aProduct({ current_stock: 16 });
const azee = aProduct({ name: "Azee 250", price: "110.00", current_stock: 50 });
const telma = aProduct({ name: "Telma 40", price: "80.00" });
const record = `/visits/record?doctor_id=${asha.id}`;

/** The quick record of a doctor who bought two products before, and has these scheduled visits. */
function quick(scheduled: Glance["scheduled"] = [], paidForAzee = "110.00") {
  const prepared = newVisit({ doctors: [asha], products: [paracip, azee, telma] });
  const { server } = prepared;
  answerDoctorPage(server, asha);
  const bought = [
    { product: paracip, last_quantity: 4, last_unit_price: "12.00" },
    { product: azee, last_quantity: 10, last_unit_price: paidForAzee },
  ].map(({ product: { id, name, price, current_stock }, ...last }) => ({
    ...{ product_id: id, name, price, current_stock, ...last, last_day: "2025-11-10" },
    ...{ units: 4, amount: "48.00", units_before: 0, months: [0, 0, 0, 0, 0, 4] },
  }));
  server.answer(glanceRoutes.read, { ...emptyGlance(asha), bought, products: 2, scheduled });
  server.answer(visitRoutes.complete, ({ params, body }) => {
    const { visit_date, notes } = body as VisitCompletion;
    const status = "completed";
    return aVisit(asha, { id: params.id ?? "", visit_date, status, notes: notes || null, version: 2 });
  });
  return prepared;
}

const chip = (name: string) => {
  const list = within(screen.getByRole("list", { name: "Products bought before" }));
  return list.getByRole("button", { name: new RegExp(name) });
};
const findChip = (name: string) => waitFor(() => chip(name));
const quantity = (name: string) => screen.getByLabelText<HTMLInputElement>(`Quantity of ${name}`);
const notes = () => screen.getByLabelText<HTMLTextAreaElement>("Notes");
const save = () => screen.getByRole("button", { name: /^Save/ });

test("a chip is put back by another tap, and another product is found by its name", async () => {
  const { server, user, open } = quick();
  await open(record);
  await user.click(await findChip("Azee 250"));
  expect(chip("Azee 250").getAttribute("aria-pressed")).toBe("true");
  await user.click(chip("Azee 250"));
  expect(items()).toHaveLength(0);
  await user.click(chip("Azee 250"));
  await user.click(screen.getByRole("button", { name: "Remove Azee 250" }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Another product" })),
  );
  await user.type(screen.getByRole("combobox", { name: "Another product" }), "telm");
  await user.click(await screen.findByRole("option", { name: /Telma 40/ }));
  await waitFor(() => expect(document.activeElement).toBe(quantity("Telma 40")));
  expect(quantity("Telma 40").inputMode).toBe("numeric");
  await user.keyboard("3O");
  await user.click(save());
  await screen.findByText("Please enter a whole number");
  expect(quantity("Telma 40").value).toBe("3O");
  await typeInto(user, quantity("Telma 40"), "३ strips");
  expect(save().textContent).toMatch(/^Save · ₹/);
  await typeInto(user, screen.getByLabelText("Unit Price of Telma 40"), "79.50");
  await user.type(notes(), "Wants samples");
  expect(save().textContent).toBe("Save · ₹238.50");
  await user.click(save());
  await findMessage("Visit added successfully!");
  expect(server.asked(visitRoutes.create).map(({ body }) => body)).toMatchObject([
    {
      ...{ doctor_id: asha.id, visit_date: "2025-11-20", status: "completed", notes: "Wants samples" },
      items: [{ product_id: telma.id, quantity: 3, unit_price: "79.50" }],
    },
  ]);
});

test("more than the stock is said at the line at once, and the server's refusal too, with nothing lost", async () => {
  const { server, user, open } = quick();
  await open(record);
  await user.click(await findChip("Paracip 500"));
  expect(quantity("Paracip 500").value).toBe("4");
  await typeInto(user, quantity("Paracip 500"), "17");
  const line = () => items()[0]?.textContent;
  expect(line()).toContain("Insufficient stock. Available: 16");
  expect(chip("Paracip 500").textContent).toContain("Available: 16");
  await user.type(notes(), "Stays");
  const [code, n] = ["insufficient_stock", 15] as const;
  const fields = { "items.0.quantity": "Insufficient stock. Available: 15" };
  server.refuse(visitRoutes.create, code, { n, fields });
  await user.click(save());
  await findMessage("Insufficient stock. Available: 15");
  await atAddress(record);
  expect(notes().value).toBe("Stays");
  await typeInto(user, quantity("Paracip 500"), "15");
  await waitFor(() => expect(line()).not.toContain("Insufficient stock"));
});

test("a price is compared with what was proposed, which is what the doctor paid last", async () => {
  const { server, user, open } = quick([], "1570.30");
  await open(record);
  await user.click(await findChip("Azee 250"));
  // Less than a tenth of that, though not of the product's own price.
  await typeInto(user, screen.getByLabelText("Unit Price of Azee 250"), "40");
  await user.click(save());
  await screen.findByText(
    "The last price of Azee 250 was ₹1,570.30. Here it is sold for ₹40.00, less than a tenth of that.",
  );
  expect(server.asked(visitRoutes.create)).toEqual([]);
});

test("two quick clicks on Save record one visit", async () => {
  const { server, user, open } = quick();
  await open(record);
  await user.click(await findChip("Paracip 500"));
  await user.dblClick(save());
  await findMessage("Visit added successfully!");
  expect(server.asked(visitRoutes.create)).toHaveLength(1);
});

test("the full form takes everything over, and saves it once", async () => {
  const { server, user, open } = quick();
  await open(record);
  await user.click(await findChip("Paracip 500"));
  await user.type(notes(), "Wants samples");
  await press(user, "Full form");
  await atAddress(`/visits/add?doctor_id=${asha.id}`);
  await waitFor(() => expect(doctorField().value).toBe("Dr. Asha Rao"));
  expect(items()).toHaveLength(1);
  expect(notes().value).toBe("Wants samples");
  await press(user, "Add Visit");
  await findMessage("Visit added successfully!");
  expect(server.asked(visitRoutes.create)).toHaveLength(1);
});

test("Back returns to the doctor, and so does saving", async () => {
  const { user, open } = quick();
  await open(`/doctors/${asha.id}`);
  const page = `/doctors/${asha.id}`;
  await user.click(await screen.findByRole("link", { name: "Record visit" }));
  await findChip("Paracip 500");
  history.back();
  await atAddress(page);
  await user.click(await screen.findByRole("link", { name: "Record visit" }));
  await user.click(await findChip("Paracip 500"));
  await user.click(save());
  await findMessage("Visit added successfully!");
  await atAddress(page);
});

test("a visit that is scheduled for today is completed, not doubled", async () => {
  const scheduled = { id: anId(), visit_date: "2025-11-20", notes: "Bring the leaflet" };
  const { server, user, open } = quick([scheduled]);
  server.answer(visitRoutes.read, aVisit(asha, { ...scheduled, status: "scheduled" }));
  await open(record);
  await screen.findByText(/^Saving completes the visit scheduled for today\./);
  expect(screen.getByText("Bring the leaflet")).toBeTruthy();
  await user.click(await findChip("Paracip 500"));
  await user.type(notes(), "Took the leaflet");
  await user.click(save());
  await findMessage("Scheduled visit completed!");
  expect(server.asked(visitRoutes.create)).toEqual([]);
  // What the plan holds is the server's.
  expect(server.asked(visitRoutes.complete)).toMatchObject([
    {
      params: { id: scheduled.id },
      body: {
        visit_date: "2025-11-20",
        notes: "Took the leaflet",
        items: [{ product_id: paracip.id, quantity: 4, unit_price: "12.00" }],
      },
    },
  ]);
  server.answer(historyRoutes.undo, { noun: "visits", id: scheduled.id, records: 1 });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await findMessage("Undone: the visit is as before.");
});

test("a plan of another system, whose visit moves no stock, has no limit", async () => {
  const plan = { id: anId(), visit_date: "2025-11-20", notes: null };
  const { server, user, open } = quick([plan]);
  server.answer(visitRoutes.read, aVisit(asha, { ...plan, status: "scheduled", moves_stock: false }));
  await open(record);
  await user.click(await findChip("Paracip 500"));
  await typeInto(user, quantity("Paracip 500"), "17");
  await waitFor(() => expect(items()[0]?.textContent).not.toContain("Insufficient stock"));
  await user.click(save());
  await findMessage("Scheduled visit completed!");
  expect(server.asked(visitRoutes.complete)).toMatchObject([{ body: { items: [{ quantity: 17 }] } }]);
});

test("a completion that is corrected after its answer was lost stays one visit", async () => {
  const plan = { id: anId(), visit_date: "2025-11-20", notes: null };
  const { server, user, open } = quick([plan]);
  server.answer(visitRoutes.read, aVisit(asha, { ...plan, status: "scheduled" }));
  server.cutOff(visitRoutes.complete);
  await open(record);
  await screen.findByText(/^Saving completes the visit scheduled for today\./);
  await user.type(notes(), "Took it");
  await user.click(save());
  // The form comes back with everything.
  await screen.findByRole("button", { name: "Save restored visit" });
  await user.type(notes(), " home");
  const [attempt] = server.asked(visitRoutes.complete);
  const stored = aVisit(asha, { ...plan, status: "completed", notes: "Took it", version: 2 });
  // The first attempt was done.
  server.answer(visitRoutes.complete, ({ key }) => (key === attempt?.key ? stored : aVisit(asha)));
  server.answer(visitRoutes.update, { ...stored, notes: "Took it home", version: 3 });
  await user.click(save());
  await findMessage("Scheduled visit completed!");
  expect(server.asked(visitRoutes.complete)).toEqual([attempt, attempt]);
  expect(server.asked(visitRoutes.update)).toMatchObject([
    { params: { id: plan.id }, body: { notes: "Took it home", version: 2 } },
  ]);
});

test("an earlier scheduled visit that was never recorded is offered", async () => {
  const missed = { id: anId(), visit_date: "2025-11-18", notes: null };
  const { server, user, open } = quick([missed]);
  server.answer(visitRoutes.read, aVisit(asha, { ...missed, status: "scheduled" }));
  await open(record);
  await screen.findByText("A visit to this doctor is scheduled for Nov 18, 2025.");
  await press(user, "Complete that one");
  await screen.findByText("Saving completes the visit scheduled for Nov 18, 2025.");
  await user.click(chip("Azee 250"));
  await user.click(save());
  await findMessage("Scheduled visit completed!");
  expect(server.asked(visitRoutes.complete)).toMatchObject([
    { params: { id: missed.id }, body: { visit_date: "2025-11-20" } },
  ]);
});

test.each([
  ["offered", true],
  ["of that day", false],
])("a scheduled visit is completed on its own day, which is over: one that was %s", async (_, isChosen) => {
  const missed = { id: anId(), visit_date: "2025-11-18", notes: null };
  const { server, user, open } = quick([missed]);
  server.answer(visitRoutes.read, aVisit(asha, { ...missed, status: "scheduled" }));
  await open(record);
  await screen.findByText("A visit to this doctor is scheduled for Nov 18, 2025.");
  if (isChosen) await press(user, "Complete that one");
  await typeInto(user, screen.getByLabelText(/Visit Date/), "Nov 18, 2025");
  await user.tab();
  await screen.findByText("Saving completes the visit scheduled for Nov 18, 2025.");
  // It is this visit: nothing is recorded beside it.
  expect(screen.queryByRole("button", { name: "Record separately" })).toBeNull();
  await user.click(save());
  await findMessage("Scheduled visit completed!");
  expect(server.asked(visitRoutes.create)).toEqual([]);
  expect(server.asked(visitRoutes.complete)).toMatchObject([
    { params: { id: missed.id }, body: { visit_date: "2025-11-18" } },
  ]);
});

test("the plan's form takes over the day that was set, too", async () => {
  const missed = { id: anId(), visit_date: "2025-11-18", notes: null };
  const { server, user, open } = quick([missed]);
  server.answer(visitRoutes.read, aVisit(asha, { ...missed, status: "scheduled" }));
  await open(record);
  await press(user, "Complete that one");
  await typeInto(user, screen.getByLabelText(/Visit Date/), "Nov 18, 2025");
  await user.tab();
  await press(user, "Full form");
  await atAddress(`/visits/${missed.id}/edit`);
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>("Status").value).toBe("completed"));
  expect(screen.getByLabelText<HTMLInputElement>(/Visit Date/).value).toBe("Nov 18, 2025");
});

test("what was typed stays on this device until the plan's form has it", async () => {
  const plan = { id: anId(), visit_date: "2025-11-20", notes: null };
  const { server, user, open } = quick([plan]);
  server.answer(visitRoutes.read, aVisit(asha, { ...plan, status: "scheduled" }));
  await open(record);
  await screen.findByText(/^Saving completes the visit scheduled for/);
  await user.type(notes(), "Wants samples");
  const release = server.hold(visitRoutes.read);
  await press(user, "Full form");
  await atAddress(`/visits/${plan.id}/edit`);
  // Left before the plan was read.
  await user.click(await screen.findByRole("link", { name: "Back" }));
  await open(record);
  await waitFor(() => expect(notes().value).toBe("Wants samples"));
  release();
  await press(user, "Full form");
  await atAddress(`/visits/${plan.id}/edit`);
  await waitFor(() => expect(notes().value).toBe("Wants samples"));
  const kept = Object.keys(localStorage).filter((key) =>
    localStorage.getItem(key)?.includes("Wants samples"),
  );
  expect(kept).toEqual([expect.stringContaining(`visits/${plan.id}/edit`)]);
});

test("what was typed for a plan that was recorded meanwhile is recorded beside it", async () => {
  const plan = { id: anId(), visit_date: "2025-11-20", notes: null };
  const { server, user, open } = quick([plan]);
  const recorded = aVisit(asha, { ...plan, status: "completed", notes: "By a colleague", version: 2 });
  server.answer(visitRoutes.read, recorded);
  await open(record);
  await screen.findByText(/^Saving completes the visit scheduled for/);
  await user.type(notes(), "Wants samples");
  await press(user, "Full form");
  await atAddress(`/visits/${plan.id}/edit`);
  await findMessage("This visit was recorded meanwhile.");
  expect(notes().value).toBe("By a colleague");
  await user.click(screen.getByRole("link", { name: "Record it beside that one" }));
  await atAddress(`/visits/add?doctor_id=${asha.id}`);
  await waitFor(() => expect(notes().value).toBe("Wants samples"));
});

test("at midnight what is typed stays, even if nothing can be read then", async () => {
  const { server, user, open } = quick();
  await open(record);
  await user.click(await findChip("Azee 250"));
  await user.type(notes(), "Wants samples");
  server.refuse(glanceRoutes.read, "forbidden");
  wakeAt(testNoon + 13 * 3_600_000);
  await user.type(notes(), " soon");
  expect(notes().value).toBe("Wants samples soon");
  expect(items()).toHaveLength(1);
});

test("a missing doctor is reported", async () => {
  const { server, open } = quick();
  server.refuse(glanceRoutes.read, "not_found");
  server.refuse(doctorRoutes.read, "not_found");
  await open(record);
  await screen.findByText("Doctor not found");
  const link = screen.getByRole("link", { name: "Choose a doctor" });
  expect(link.getAttribute("href")).toBe("/visits/record");
});
