import type { CatchUpRow, VisitOfDay } from "@rounds/domain/catch-up/catch-up.ts";
import { catchUpRoutes } from "@rounds/domain/catch-up/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { dropDraft, keepDraft } from "../form/draft/drafts.ts";
import {
  atAddress,
  description,
  findMessage,
  prepareScreen,
  testNoon,
  wakeAt,
} from "../testing/render-screen.tsx";
import { aDoctor, anId, aProduct, aSale, aVisit, aVisitRow } from "../testing/rows.ts";
import { ownId } from "../testing/signed-in.ts";
import { noteToasts } from "../testing/toasts.ts";
import { focusAfterSaving } from "./move-focus.ts";

const doctor = aDoctor();
const product = aProduct();

/** The evening of a day with one planned visit of this many items and this note; what is saved is answered as it was sent. */
async function openEvening(itemCount: number, note: string | null = null) {
  const { server, user, open } = prepareScreen();
  const { id, name, specialization, hospital, doctor_class } = doctor;
  const items = Array.from({ length: itemCount }, () => ({
    ...{ id: anId(), product_id: product.id, product_name: product.name, quantity: 4, unit_price: "12.50" },
  }));
  const planned = { id: anId(), version: 1, notes: note, created_by: null, items };
  const row: CatchUpRow = {
    doctor: { id, name, specialization, hospital, doctor_class, city: null, representative_id: null },
    ...{ planned, visits: [], likely: null, usual: [] },
  };
  server.answer(catchUpRoutes.read, ({ query }) => ({
    ...{ day: query.day ?? "", previous: "2025-11-19", next: null, rows: [row] },
  }));
  server.answer(productRoutes.pick, [
    { id: product.id, name: product.name, price: "12.50", current_stock: 96 },
  ]);
  server.answer(visitRoutes.update, ({ body }) => {
    const { items: sent, ...given } = body as { items: { id: string }[]; status: "cancelled" };
    const sales = sent.map((item) => aSale(product, { ...item, quantity: 4, total_amount: "50.00" }));
    return aVisit(doctor, { ...given, id: planned.id, version: 2, sales });
  });
  await open("/today/catch-up");
  const status = await screen.findByLabelText(`Status of the visit to ${name}`);
  /** Saves, and returns what was sent. */
  const save = async () => {
    await user.click(screen.getByRole("button", { name: "Save 1 visit" }));
    await findMessage("1 visit saved!");
    return server.asked(visitRoutes.update)[0]?.body;
  };
  const choose = (to: string) => user.selectOptions(status, to);
  return { server, user, choose, save, items, plan: planned.id };
}

const question = () => screen.findByRole("alertdialog");

test("a planned visit that is cancelled asks about its items, and loses those that are removed", async () => {
  const { user, choose, save } = await openEvening(2);
  await choose("Cancelled");
  const dialog = within(await question());
  expect(dialog.getByText("This visit has 2 sales items. Should a cancelled visit keep them?")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Remove items" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  const products = screen.getByRole("combobox", { name: `Products for ${doctor.name}` });
  expect(products).toHaveProperty("value", "");
  expect(await save()).toMatchObject({ status: "cancelled", items: [] });
});

test("a cancelled visit keeps its item if it is to", async () => {
  const { user, choose, save, items } = await openEvening(1);
  await choose("Cancelled");
  const dialog = within(await question());
  expect(dialog.getByText("This visit has 1 sales item. Should a cancelled visit keep it?")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Keep item" }));
  expect(await save()).toMatchObject({ status: "cancelled", items: [{ id: items[0]?.id, quantity: 4 }] });
});

test("products that are typed after a visit was cancelled are asked about when it is saved", async () => {
  const { server, user, choose } = await openEvening(0);
  await choose("Cancelled");
  await user.type(screen.getByRole("combobox", { name: `Products for ${doctor.name}` }), "para 3");
  await user.click(screen.getByRole("button", { name: "Save 1 visit" }));
  const sentence = `${doctor.name}: The visit is cancelled, but its items count as sales and take stock.`;
  expect(within(await question()).getByText(sentence)).toBeTruthy();
  expect(server.asked(visitRoutes.update)).toEqual([]);
});

test("a cancelled visit without items asks nothing, and is planned again by Undo", async () => {
  const { server, user, choose, save } = await openEvening(0);
  await choose("Cancelled");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(await save()).toMatchObject({ status: "cancelled", items: [] });
  server.cutOff(historyRoutes.undo);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  const again = await screen.findByRole("button", { name: "Try again" });
  server.answer(historyRoutes.undo, { noun: "visits", id: anId(), records: 1 });
  await user.click(again);
  await findMessage("Undone: 1 visit is as before.");
  const keys = server.asked(historyRoutes.undo).map(({ key }) => key);
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

test.each([
  ["before anything is sent", catchUpRoutes.read],
  ["while a visit is sent", visitRoutes.update],
])("without a connection %s, the row alone says that it is not saved", async (_, route) => {
  const { server, user, choose } = await openEvening(0);
  await choose("Completed");
  const toasts = noteToasts();
  server.cutOff(route);
  await user.click(screen.getByRole("button", { name: "Save 1 visit" }));
  await screen.findByText(/^The server can't be reached\./);
  expect(toasts).toEqual([]);
});

test("a row that never left the device is not saved: the way out says so", async () => {
  const { server, user, choose } = await openEvening(0);
  await choose("Completed");
  server.cutOff(visitRoutes.update);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await user.click(screen.getByRole("button", { name: "Save 1 visit" }));
  await screen.findByText(/^The server can't be reached\./);
  await user.keyboard("{Escape}");
  await screen.findByRole("alertdialog", { name: "Leave without saving?" });
});

test("a planned visit that was completed on this phone is recorded", async () => {
  const { plan } = await openEvening(0);
  const { addPending } = await import("../api/phone/pending-rows.ts");
  const row = aVisitRow(doctor, "2025-11-20", { id: plan, total_sales: "50.00" });
  act(() => void addPending("visits", { ...row, saving: true } as typeof row));
  const recorded = within(await screen.findByRole("list", { name: "Recorded visits" }));
  expect(recorded.getByText("Saving…")).toBeTruthy();
  expect(screen.queryByRole("combobox", { name: `Products for ${doctor.name}` })).toBeNull();
  expect(recorded.getByText("₹50.00")).toBeTruthy();
});

test("the keyboard goes on after the row that it was in is saved", async () => {
  const { user } = await openEvening(0);
  await user.type(screen.getByRole("combobox", { name: `Products for ${doctor.name}` }), "para 2");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await findMessage("1 visit saved!");
  await waitFor(() => expect(document.activeElement?.tagName).toBe("INPUT"));
});

const notes = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: `Notes for ${doctor.name}` });

test("the keyboard takes the plan's note, and goes on in the notes", async () => {
  const { user } = await openEvening(0, "Bring samples");
  await user.click(notes());
  await user.tab();
  const use = screen.getByRole("button", { name: `Use the plan's note for ${doctor.name}` });
  expect(document.activeElement).toBe(use);
  await user.keyboard("{Enter}");
  expect(notes().value).toBe("Bring samples");
  expect(document.activeElement).toBe(notes());
});

test("what is wrong with the notes or the new day is said with the field, which has the focus", async () => {
  const { user, choose } = await openEvening(0);
  const refused = async (field: HTMLElement, why: string) => {
    await user.click(screen.getByRole("button", { name: "Save 1 visit" }));
    await screen.findByText(why);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(description(field)).toBe(why);
    expect(document.activeElement).toBe(field);
  };
  await choose("Move…");
  const day = screen.getByRole("textbox", { name: `New day of the visit to ${doctor.name}` });
  expect(day.getAttribute("aria-invalid")).toBeNull();
  await refused(day, "Please enter a date");
  fireEvent.change(notes(), { target: { value: "x".repeat(5_001) } });
  await refused(notes(), "Please use at most 5000 characters");
});

const hours = 3_600_000;

test("a doctor who was met already is added for a second visit, and is forgotten once that is saved", async () => {
  const { server, user, open } = prepareScreen();
  const { id, name, specialization, hospital, doctor_class } = doctor;
  const recorded = (): VisitOfDay => ({
    ...{ id: anId(), version: 1, status: "completed", notes: null, created_by: ownId, own: true },
    ...{ total_sales: "0.00", item_count: 0 },
  });
  const visits = [recorded()];
  const drafts = () => Object.keys(localStorage).filter((key) => key.includes("today/catch-up"));
  const before = drafts();
  server.answer(catchUpRoutes.read, ({ query }) => ({
    ...{ day: query.day ?? "", previous: "2025-11-19", next: null },
    rows: [
      {
        doctor: { id, name, specialization, hospital, doctor_class, city: null, representative_id: null },
        ...{ planned: null, visits, likely: null, usual: [] },
      },
    ],
  }));
  server.answer(productRoutes.pick, []);
  server.answer(doctorRoutes.pick, {
    rows: [
      { id, name, specialization, hospital, doctor_class, doctor_type: null, city: null, group: "others" },
    ],
    total: 1,
  });
  server.answer(visitRoutes.create, ({ body }) => {
    visits.push(recorded());
    const { items: _, ...given } = body as { id: string; items: object[] };
    return aVisit(doctor, given);
  });
  await open("/today/catch-up");
  await user.click(await screen.findByRole("combobox", { name: "Add a doctor" }));
  await user.click(await screen.findByRole("option", { name: new RegExp(name) }));
  const products = await screen.findByRole("combobox", { name: `Products for ${name}` });
  await waitFor(() => expect(document.activeElement).toBe(products));
  await user.selectOptions(screen.getByLabelText(`Status of the visit to ${name}`), "Completed");
  await user.click(screen.getByRole("button", { name: "Save 1 visit" }));
  await findMessage("1 visit saved!");
  await waitFor(() => expect(server.asked(catchUpRoutes.read).at(-1)?.query).not.toHaveProperty("doctors"));
  expect(screen.queryByRole("combobox", { name: `Products for ${name}` })).toBeNull();
  expect(drafts()).toEqual(before);
});

test("of what a closed tab left, an empty row is nothing to continue with", async () => {
  const name = `${ownId}:today/catch-up/2025-11-20`;
  keepDraft(name, "slot-of-a-closed-tab", { entries: {}, added: [doctor.id] });
  await openEvening(0);
  expect(screen.queryByText(/^Continue with what you typed/)).toBeNull();
  keepDraft(name, "slot-of-a-closed-tab", { entries: { [doctor.id]: { sent: null } }, added: [doctor.id] });
  cleanup();
  await openEvening(0);
  await screen.findByText(/^Continue with what you typed/);
  dropDraft(name, "slot-of-a-closed-tab");
});

test("what was typed before midnight keeps its day, which says that it is over", async () => {
  const { choose, save } = await openEvening(0);
  await choose("Completed");
  wakeAt(testNoon + 13 * hours);
  await screen.findByText("The day has changed: today is Nov 21, 2025. These visits are dated Nov 20, 2025.");
  expect(await save()).toMatchObject({ status: "completed", visit_date: "2025-11-20" });
  // Nothing is left to enter there.
  await screen.findByText("Friday, November 21, 2025");
});

test("what was typed before midnight stays on this device for whoever goes on to today", async () => {
  const { user, choose } = await openEvening(0);
  await choose("Completed");
  wakeAt(testNoon + 13 * hours);
  await user.click(await screen.findByRole("button", { name: "Go to today" }));
  await screen.findByText("Friday, November 21, 2025");
  expect(Object.keys(localStorage).some((key) => key.includes("today/catch-up/2025-11-20"))).toBe(true);
});

test("an evening with nothing typed goes on to the new day", async () => {
  await openEvening(0);
  wakeAt(testNoon + 13 * hours);
  await screen.findByText("Friday, November 21, 2025");
});

test("a completed visit in the future is asked about, once", async () => {
  const { server, user, choose } = await openEvening(0);
  await choose("Completed");
  // The device's clock was a day ahead until an answer of the server said so.
  wakeAt(testNoon - 24 * hours);
  const press = () => user.click(screen.getByRole("button", { name: "Save 1 visit" }));
  await press();
  const dialog = within(await question());
  expect(
    dialog.getByText(`${doctor.name}: The visit is marked as completed, but Nov 20, 2025 is in the future.`),
  ).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Change it" }));
  expect(server.asked(visitRoutes.update)).toEqual([]);
  await press();
  await user.click(within(await question()).getByRole("button", { name: "Save anyway" }));
  await findMessage("1 visit saved!");
  expect(server.asked(visitRoutes.update)).toHaveLength(1);
});

test("an unlikely price is pointed out, and asked about when it is saved", async () => {
  const { server, user } = await openEvening(0);
  await user.type(screen.getByRole("combobox", { name: `Products for ${doctor.name}` }), "para 3 @1250");
  await screen.findByText("Please check: 100 times the usual price");
  await user.click(screen.getByRole("button", { name: "Save 1 visit" }));
  const sentence = `${doctor.name}: ${product.name} costs ₹12.50. Here it is sold for ₹1,250.00, 100 times that.`;
  expect(within(await question()).getByText(sentence)).toBeTruthy();
  expect(server.asked(visitRoutes.update)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Save anyway" }));
  await findMessage("1 visit saved!");
});

test("days go back from today, and none is offered after it", async () => {
  const { server, user, open } = prepareScreen();
  server.answer(catchUpRoutes.read, ({ query }) => {
    const isToday = !query.day || query.day === "2025-11-20";
    return {
      ...{ day: isToday ? "2025-11-20" : "2025-11-19", rows: [] },
      ...{ previous: isToday ? "2025-11-19" : "2025-11-18", next: isToday ? null : "2025-11-20" },
    };
  });
  server.answer(productRoutes.pick, []);
  await open("/today/catch-up");
  await screen.findByText("Thursday, November 20, 2025");
  const link = (name: string) => screen.findByRole("link", { name });
  expect((await link("Next field day")).getAttribute("aria-disabled")).toBe("true");
  await user.click(await link("Previous field day"));
  await screen.findByText("Wednesday, November 19, 2025");
  await atAddress("/today/catch-up?day=2025-11-19");
  await user.click(await link("Next field day"));
  await screen.findByText("Thursday, November 20, 2025");
  await atAddress("/today/catch-up?day=2025-11-20");
  // A day ahead in the address is today.
  await open("/today/catch-up?day=2025-11-21");
  await screen.findByText("Thursday, November 20, 2025");
});

test("a save that ends after the screen was left focuses nothing", () => {
  expect(() => focusAfterSaving(null)).not.toThrow();
});
