import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { emptySummary } from "@rounds/domain/sales/empty-summary.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { findMessage, messages, prepareScreen, region, testNoon, wakeAt } from "../testing/render-screen.tsx";
import { anId } from "../testing/rows.ts";
import { ownId } from "../testing/signed-in.ts";

const ravi = { id: anId(), name: "Ravi Kumar" };

/** The screen without any sale. */
function sales() {
  const { server, ...others } = prepareScreen();
  server.answer(salesRoutes.list, { rows: [], total: 0, page: 1, page_size: 10 });
  server.answer(salesRoutes.summary, emptySummary);
  server.answer(productRoutes.pick, []);
  server.answer(doctorRoutes.pick, { rows: [], total: 0 });
  return { server, ...others };
}

test.each([
  ["nobody", "Nobody"],
  [ravi.id, "Ravi Kumar"],
])("paper, which leaves the chips out, says whose sales these are: %s", async (representative, name) => {
  const { server, open } = sales();
  server.answer(coverageRoutes.representatives, { rows: [{ id: ownId, name: "Asha Verma" }, ravi] });
  await open(`/sales?representative=${representative}&category=Antibiotics`);
  const words = await screen.findByText(`· Antibiotics · ${name}`);
  expect(words.className).toContain("print:inline");
});

test("a doctor of a link who can't be read is reported beside the sales", async () => {
  const { server, open } = sales();
  server.refuse(doctorRoutes.read, "forbidden");
  await open(`/sales?doctor_id=${anId()}`);
  await findMessage("Error loading doctors");
  await screen.findByText("No sales found matching your filters.");
  expect(messages()).not.toContain("Error loading sales data");
});

test("at midnight the figures are read again, whose days end with the day", async () => {
  const { server, open } = sales();
  await open("/sales");
  await waitFor(() => expect(region("Total Revenue").textContent).toContain("₹0.00"));
  server.answer(salesRoutes.summary, { ...emptySummary, revenue: "1600.00" });
  wakeAt(testNoon + 13 * 3_600_000);
  await waitFor(() => expect(region("Total Revenue").textContent).toContain("₹1,600.00"));
});
