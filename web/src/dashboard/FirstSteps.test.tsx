import "../testing/signed-in-admin.ts";
import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { prepareScreen } from "../testing/render-screen.tsx";

test("an administrator is asked to invite people too, until there are some", async () => {
  const { server, open } = prepareScreen();
  server.answer(dashboardRoutes.read, {
    ...{ doctors: 1, products: 1, visits: 0, sales: "0.00", has_visits: false, comparison: null },
    ...{ daily_sales: [], top_doctors: [], recent_visits: [], planned_visits: [] },
  });
  server.refuse(todayRoutes.read, "not_found");
  const team = (unfiltered: number) =>
    server.answer(teamRoutes.list, { rows: [], total: 0, page: 1, page_size: 20, unfiltered });
  team(1);
  await open("/");
  await screen.findByText("Four steps to begin");
  expect(screen.getByRole("link", { name: "Invite people" }).getAttribute("href")).toBe("/team");
  team(2);
  await open("/");
  await screen.findByText("Four steps to begin");
  await waitFor(() => expect(screen.queryByRole("link", { name: "Invite people" })).toBeNull());
  expect(screen.getByRole("link", { name: "Record a visit" })).toBeTruthy();
});
