import { productRoutes } from "@rounds/domain/products/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { prepareScreen, region, rowTexts } from "../testing/render-screen.tsx";

test("the revenue over time has a line and a table; each figure leads to its days under the same filters", async () => {
  const { server, user, open } = prepareScreen();
  server.answer(salesRoutes.list, { rows: [], total: 0, page: 1, page_size: 10 });
  server.answer(productRoutes.pick, []);
  server.answer(salesRoutes.summary, {
    ...{
      revenue: "1566.00",
      items_sold: 20,
      transactions: 5,
      by_category: [],
      top_doctors: [],
      before: null,
    },
    trend: {
      ...{ step: "week", from: "2025-09-22", to: "2025-11-20" },
      sums: [
        { from: "2025-10-27", to: "2025-11-02", revenue: "276.00" },
        { from: "2025-11-10", to: "2025-11-16", revenue: "1240.00" },
        { from: "2025-11-17", to: "2025-11-20", revenue: "50.00" },
      ],
    },
  });
  await open("/sales?category=Antibiotics&page=2");
  const line = within(await screen.findByRole("group", { name: "Revenue Over Time, line chart" }));
  expect(region("Revenue Over Time").textContent).toContain(
    "Revenue per week, Monday to Sunday. The last has 4 days.",
  );
  await user.click(line.getByRole("button", { name: "Show figures as a table" }));
  expect(rowTexts("Revenue Over Time")).toEqual([
    "Nov 17, 2025 to Nov 20, 2025 (part of a week)₹50.00",
    "Nov 10, 2025 to Nov 16, 2025₹1,240.00",
    "Oct 27, 2025 to Nov 02, 2025₹276.00",
  ]);
  await user.click(line.getByRole("link", { name: "₹1,240.00" }));
  const chosen = { start_date: "2025-11-10", end_date: "2025-11-16", category: "Antibiotics" };
  await waitFor(() => expect(server.asked(salesRoutes.summary).at(-1)?.query).toEqual(chosen));
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual(chosen);
});
