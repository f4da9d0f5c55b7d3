import { archiveRoutes } from "@rounds/domain/archive/routes.ts";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { prepareScreen } from "../testing/render-screen.tsx";

test("a representative finds no way to the archive, and nothing at its address", async () => {
  const { server, open } = prepareScreen();
  await open("/data");
  await screen.findByRole("heading", { name: "Data" });
  expect(screen.getByRole("link", { name: /^Recently deleted/ })).toBeTruthy();
  expect(screen.queryByRole("link", { name: /^Archive/ })).toBeNull();
  server.refuse(archiveRoutes.state, "forbidden");
  await open("/data/archive");
  await screen.findByRole("heading", { name: "You may not do this" });
  expect(screen.getByText(/^Only administrators use the archive\./)).toBeTruthy();
});

test("the archive says that it needs the server, and is there once it answers", async () => {
  const { server, user, open } = prepareScreen();
  server.cutOff(archiveRoutes.state);
  await open("/data/archive");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The archive needs the server. Please connect and try again.");
  server.answer(archiveRoutes.state, {
    ...{ doctors: 1, products: 0, visits: 0, is_empty: false },
    files: [{ name: "doctors", words: "Doctors", rows: 1 }],
  });
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByRole("row", { name: "Doctors 1" });
});
