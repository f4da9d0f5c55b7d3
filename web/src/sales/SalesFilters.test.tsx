import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { emptySummary } from "@rounds/domain/sales/empty-summary.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { prepareScreen } from "../testing/render-screen.tsx";
import { anId } from "../testing/rows.ts";
import { ownId } from "../testing/signed-in.ts";

const ravi = { id: anId(), name: "Ravi Kumar" };

test.each([
  ["nobody", "Nobody"],
  [ravi.id, "Ravi Kumar"],
])("paper, which leaves the chips out, says whose sales these are: %s", async (representative, name) => {
  const { server, open } = prepareScreen();
  server.answer(salesRoutes.list, { rows: [], total: 0, page: 1, page_size: 10 });
  server.answer(salesRoutes.summary, emptySummary);
  server.answer(productRoutes.pick, []);
  server.answer(doctorRoutes.pick, { rows: [], total: 0 });
  server.answer(coverageRoutes.representatives, { rows: [{ id: ownId, name: "Asha Verma" }, ravi] });
  await open(`/sales?representative=${representative}&category=Antibiotics`);
  const words = await screen.findByText(`· Antibiotics · ${name}`);
  expect(words.className).toContain("print:inline");
});
