import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { screen } from "@testing-library/react";
import { test } from "vitest";
import { atAddress, prepareScreen } from "../../testing/render-screen.tsx";

test("an address that does not exist says so, and leads to the dashboard", async () => {
  const { server, user, open } = prepareScreen();
  server.cutOff(dashboardRoutes.read);
  await open("/nowhere/at/all");
  await screen.findByRole("heading", { name: "Page not found" });
  await user.click(screen.getByRole("link", { name: "Go to the dashboard" }));
  await atAddress("/");
});
