import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Sale } from "@rounds/domain/visits/visit.ts";
import type { VisitUpdate } from "@rounds/domain/visits/visit-list.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answerDoctorPage, emptyGlance } from "../../testing/doctor-page.ts";
import { atAddress, findMessage, prepareScreen } from "../../testing/render-screen.tsx";
import { aDoctor, anId, aVisit } from "../../testing/rows.ts";

const doctor = aDoctor();

/** The page of a doctor for whom a visit was planned for January 19, and one for tomorrow. */
async function page(sales: Sale[] = []) {
  const { server, ...others } = prepareScreen();
  answerDoctorPage(server, doctor);
  const missed = aVisit(doctor, { visit_date: "2025-01-19", status: "scheduled", notes: "Camp", sales });
  const next = { id: anId(), visit_date: "2025-11-21", notes: null };
  server.answer(glanceRoutes.read, { ...emptyGlance(doctor), scheduled: [missed, next] });
  server.answer(visitRoutes.read, missed);
  server.answer(visitRoutes.update, ({ body }) => ({ ...missed, ...(body as VisitUpdate), sales: [] }));
  await others.open(`/doctors/${doctor.id}`);
  await screen.findByText("Not recorded: Jan 19");
  return { server, missed, ...others };
}

/** Two units, sold on the missed visit. */
function aSale(): Sale {
  const line = { id: anId(), product_id: anId(), quantity: 2, unit_price: "12.00", total_amount: "24.00" };
  const product = { name: "Paracip", category: null };
  return { ...line, visit_id: anId(), created_at: "2025-01-10T06:00:00.000Z", product };
}

const button = (name: string) => screen.getByRole("button", { name });

test("a plan of the past is not the next visit, and is dismissed", async () => {
  const { server, user, missed } = await page();
  expect(screen.getByRole("link", { name: "Nov 21, 2025" })).toBeTruthy();
  await user.click(button("Dismiss"));
  await findMessage("Planned visit dismissed.");
  const body = {
    status: "cancelled",
    visit_date: "2025-01-19",
    notes: "Camp",
    items: [],
    version: missed.version,
  };
  expect(server.asked(visitRoutes.update)).toMatchObject([{ params: { id: missed.id }, body }]);
});

test("a dismissal is sent once, says if it is refused, and can be undone", async () => {
  const { server, user, missed } = await page();
  server.refuse(visitRoutes.update, "forbidden");
  const release = server.hold(visitRoutes.update);
  await user.click(button("Dismiss"));
  await user.click(button("Dismiss"));
  release();
  await findMessage("The visit could not be dismissed. Please try again.");
  expect(server.asked(visitRoutes.update)).toHaveLength(1);
  server.cutOff(visitRoutes.update);
  await user.click(button("Dismiss"));
  await findMessage("It is not known whether the visit was dismissed.");
  server.answer(visitRoutes.update, { ...missed, status: "cancelled" });
  await user.click(button("Dismiss"));
  await findMessage("Planned visit dismissed.");
  expect(button("Undo")).toBeTruthy();
});

test.each([
  ["Keep item", [{ quantity: 2 }]],
  ["Remove item", []],
])("before a visit with an item is dismissed, it is asked what becomes of it: %s", async (answer, items) => {
  const { server, user } = await page([aSale()]);
  await user.click(button("Dismiss"));
  const question = await screen.findByRole("alertdialog", { name: "Remove the items?" });
  expect(server.asked(visitRoutes.update)).toEqual([]);
  await user.click(within(question).getByRole("button", { name: answer }));
  await waitFor(() => expect(server.asked(visitRoutes.update)).toHaveLength(1));
  expect(server.asked(visitRoutes.update)[0]?.body).toMatchObject({ items });
});

test.each([
  ["completed", "recorded"],
  ["cancelled", "cancelled"],
] as const)("a visit that was %s meanwhile is not dismissed", async (status, words) => {
  const { server, user, missed } = await page();
  server.answer(visitRoutes.read, { ...missed, status, version: 2 });
  server.answer(glanceRoutes.read, emptyGlance(doctor));
  await user.click(button("Dismiss"));
  await findMessage(`This visit was ${words} meanwhile.`);
  await waitFor(() => expect(screen.queryByText("Not recorded: Jan 19")).toBeNull());
  expect(server.asked(visitRoutes.update)).toEqual([]);
});

test("closing the question about the items leaves the plan as it is", async () => {
  const { server, user } = await page([aSale()]);
  await user.click(button("Dismiss"));
  const question = await screen.findByRole("alertdialog", { name: "Remove the items?" });
  fireEvent(question, new Event("cancel", { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(server.asked(visitRoutes.update)).toEqual([]);
  expect(screen.getByText("Not recorded: Jan 19")).toBeTruthy();
});

test("a plan for today is not missed yet", async () => {
  const { server, open } = prepareScreen();
  answerDoctorPage(server, doctor);
  const plan = aVisit(doctor, { visit_date: "2025-11-20", status: "scheduled" });
  server.answer(glanceRoutes.read, { ...emptyGlance(doctor), scheduled: [plan] });
  await open(`/doctors/${doctor.id}`);
  const next = (await screen.findByText("Next visit")).closest("section");
  expect(next?.textContent).toBe("Next visitToday");
  await vi.dynamicImportSettled();
  expect(screen.queryByText(/^Not recorded/)).toBeNull();
});

test("a visit that was recorded meanwhile keeps its day", async () => {
  const { server, user, missed } = await page();
  server.answer(productRoutes.pick, []);
  server.answer(visitRoutes.lastPrices, []);
  const recorded = { ...missed, status: "completed", visit_date: "2025-01-21", version: 2 } as const;
  server.answer(visitRoutes.read, recorded);
  await user.click(button("Record"));
  await findMessage("This visit was recorded meanwhile.");
  expect(screen.getByLabelText<HTMLInputElement>(/Visit Date/).value).toBe("Jan 21, 2025");
});

test("a plan of the past is recorded on its day", async () => {
  const { server, user, missed } = await page();
  server.answer(productRoutes.pick, []);
  server.answer(visitRoutes.lastPrices, []);
  await user.click(button("Record"));
  await atAddress(`/visits/${missed.id}/edit`);
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>("Status").value).toBe("completed"));
  expect(screen.getByLabelText<HTMLInputElement>(/Visit Date/).value).toBe("Jan 19, 2025");
});
