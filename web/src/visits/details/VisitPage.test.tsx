import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { atAddress, findMessage, headings, prepareScreen } from "../../testing/render-screen.tsx";
import { aDoctor, anId, aProduct, aSale, aVisit, aVisitList } from "../../testing/rows.ts";

const asha = aDoctor({ name: "Dr. Asha Rao", specialization: "Cardiology", hospital: "Ruby Hall" });

/** The screen of a visit that nobody has changed. */
function screenOf(visit: Visit) {
  const { server, ...others } = prepareScreen();
  server.answer(visitRoutes.read, visit);
  server.answer(historyRoutes.ofRecord, { changes: [], has_more: false, created: null, names: {} });
  server.answer(visitRoutes.list, aVisitList([]));
  return { server, ...others };
}

test("a visit is shown with its sales", async () => {
  const other = aProduct({ name: "Sample kit", category: null, price: "1000.00" });
  const visit = aVisit(asha, {
    visit_date: "2025-11-05",
    total_sales: "1125.00",
    sales: [
      aSale(aProduct(), { quantity: 10, total_amount: "125.00" }),
      aSale(other, { quantity: 1, total_amount: "1000.00" }),
    ],
  });
  const { open } = screenOf(visit);
  await open(`/visits/${visit.id}`);
  const facts = (await screen.findByRole("heading", { name: "Visit Information" })).closest("section");
  await screen.findByText("Wednesday, November 5, 2025");
  for (const text of [
    "Dr. Asha Rao",
    "Cardiology",
    "Ruby Hall",
    "Completed",
    "No notes recorded",
    "₹1,125.00",
    "Recorded byAsha Verma",
  ]) {
    expect(facts?.textContent).toContain(text);
  }
  expect(headings("Sales")).toEqual(["Product", "Category", "Quantity", "Unit Price", "Total"]);
  const cells = within(screen.getByRole("table", { name: "Sales" })).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    ...["Paracip 500", "Pain Relief", "10", "₹12.50", "₹125.00"],
    ...["Sample kit", "N/A", "1", "₹1,000.00", "₹1,000.00"],
  ]);
  const edit = screen.getByRole("link", { name: "Edit" });
  expect(edit.getAttribute("href")).toBe(`/visits/${visit.id}/edit`);
});

test("a visit that was changed says by whom and when", async () => {
  const visit = aVisit(asha, { version: 2, changed_by: "Ravi Rao", updated_at: "2025-11-19T06:30:00.000Z" });
  const { open } = screenOf(visit);
  await open(`/visits/${visit.id}`);
  const label = await screen.findByText("Last changed by");
  expect(label.parentElement?.textContent).toMatch(/^Last changed byRavi Rao, Nov 19, 2025/);
});

test("a visit from another system says that its sales do not move the stock", async () => {
  const visit = aVisit(asha, { moves_stock: false });
  const { open } = screenOf(visit);
  await open(`/visits/${visit.id}`);
  expect(await screen.findByText(/Its sales do not move the stock/)).toBeTruthy();
});

test("a visit of somebody who is not known says nothing of them", async () => {
  const visit = aVisit(asha, { recorded_by: null });
  const { open } = screenOf(visit);
  await open(`/visits/${visit.id}`);
  await screen.findByText("No sales recorded for this visit");
  expect(screen.queryByText("Recorded by")).toBeNull();
});

test("a visit without sales says so, and is deleted after a question", async () => {
  const visit = aVisit(asha, { visit_date: "2025-11-05", notes: "First line\nsecond line" });
  const { server, user, open } = screenOf(visit);
  const effect = { doctor_name: asha.name, visit_date: "2025-11-05", sales: 0, units_returned: 0 };
  server.answer(visitRoutes.deletionEffect, { ...effect, version: 1 });
  await open(`/visits/${visit.id}`);
  await screen.findByText("No sales recorded for this visit");
  expect(screen.getByText(/^First line/).textContent).toBe("First line\nsecond line");
  await user.click(screen.getByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Delete visit" });
  await within(dialog).findByText("It has no sales.");
  const confirm = within(dialog).getByRole("button", { name: "Delete" });
  server.refuse(visitRoutes.delete, "internal");
  await user.click(confirm);
  await findMessage("Error deleting visit");
  server.answer(visitRoutes.delete, effect);
  await user.click(confirm);
  await findMessage("Visit deleted successfully: Dr. Asha Rao, Nov 05, 2025, 0 associated sales");
  await atAddress("/visits");
  expect(server.asked(visitRoutes.delete).at(-1)?.params).toEqual({ id: visit.id });
});

test.each([`/visits/${anId()}`, "/visits/nonsense/edit"])(
  "a visit that does not exist says so, with a link back: %s",
  async (path) => {
    const { server, user, open } = screenOf(aVisit(asha));
    server.refuse(visitRoutes.read, "not_found");
    await open(path);
    await screen.findByText("Visit not found");
    await user.click(screen.getByRole("link", { name: "Back to Visits" }));
    await atAddress("/visits");
  },
);

test.each(["", "/edit"])(
  "a visit that can't be loaded says so and returns to the list: %s",
  async (ending) => {
    const visit = aVisit(asha);
    const { server, open } = screenOf(visit);
    server.refuse(visitRoutes.read, "forbidden");
    await open(`/visits/${visit.id}${ending}`);
    await findMessage("Error loading visit details");
    await atAddress("/visits");
    await waitFor(() => expect(screen.getByRole("heading", { name: "Doctor Visits" })).toBeTruthy());
  },
);
