// First: the session is read once.
import "../testing/signed-in-admin.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { viewRoutes } from "@rounds/domain/views/routes.ts";
import type { View, ViewUpdate } from "@rounds/domain/views/view.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { atAddress, findMessage, prepareScreen, typeInto } from "../testing/render-screen.tsx";
import { anId, aVisitList } from "../testing/rows.ts";

const view = (given: Pick<View, "list" | "name" | "filters">): View => ({
  ...{ id: anId(), shared: true, columns: null, version: 1, updated_at: "2025-11-01T04:30:00.000Z" },
  ...given,
});
const cardiologists = view({ list: "doctors", name: "Cardiologists", filters: { search: "cardio" } });
const sold = view({ list: "sales", name: "Antibiotics sold", filters: { category: "Antibiotics" } });

/** The doctors' list of an administrator, with these views for everybody. */
function doctors() {
  const { server, ...others } = prepareScreen();
  server.answer(viewRoutes.list, { rows: [cardiologists, sold] });
  server.answer(doctorRoutes.list, { rows: [], total: 0, unfiltered: 0, page: 1, page_size: 10 });
  server.answer(doctorRoutes.places, { cities: [], addresses: [] });
  return { server, ...others };
}

const shared = () => screen.queryByRole("list", { name: "For everybody" });

test("views are renamed and deleted", async () => {
  const { server, user, open } = doctors();
  server.answer(viewRoutes.update, ({ body }) => {
    const renamed = { ...cardiologists, name: (body as ViewUpdate).name, version: 2 };
    server.answer(viewRoutes.list, { rows: [renamed, sold] });
    return renamed;
  });
  await open("/doctors");
  await user.click(await screen.findByRole("button", { name: "Views" }));
  await user.click(await screen.findByRole("button", { name: "Rename Cardiologists" }));
  await typeInto(user, screen.getByLabelText<HTMLInputElement>("New name"), "Heart{Enter}");
  const texts = () =>
    within(shared() ?? document.createElement("ul"))
      .queryAllByRole("listitem")
      .map(({ textContent }) => textContent);
  await waitFor(() => expect(texts()).toEqual(["Heart“cardio”"]));
  expect(server.asked(viewRoutes.update)).toMatchObject([
    { params: { id: cardiologists.id }, body: { name: "Heart", filters: { search: "cardio" }, version: 1 } },
  ]);
  await findMessage("View “Heart” saved");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await findMessage("Undone: the view “Cardiologists” is as before.");
  expect(server.asked(viewRoutes.update).at(-1)?.body).toMatchObject({ name: "Cardiologists", version: 2 });
  await user.click(await screen.findByRole("button", { name: "Rename Cardiologists" }));
  await typeInto(user, screen.getByLabelText<HTMLInputElement>("New name"), "Heart{Enter}");
  await findMessage("View “Heart” saved");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Rename Heart" }));

  server.answer(viewRoutes.delete, () => {
    server.answer(viewRoutes.list, { rows: [sold] });
    return cardiologists;
  });
  await user.click(screen.getByRole("button", { name: "Delete Heart" }));
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: "Delete" }));
  await findMessage("View deleted");
  await waitFor(() => expect(shared()).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^All doctors/));
  expect(server.asked(viewRoutes.delete)).toMatchObject([
    { params: { id: cardiologists.id }, query: { version: "2" } },
  ]);

  // The dialog is still open.
  server.answer(viewRoutes.create, () => {
    server.answer(viewRoutes.list, { rows: [cardiologists, sold] });
    return cardiologists;
  });
  await user.keyboard("{Control>}z{/Control}");
  await findMessage("Undone: the view “Heart” is back.");
  const { id, list, filters, columns } = cardiologists;
  expect(server.asked(viewRoutes.create)).toMatchObject([
    { body: { id, list, name: "Heart", shared: true, filters, columns } },
  ]);
});

test("a view that another administrator changed meanwhile is not deleted, but shown as it is now", async () => {
  const { server, user, open } = doctors();
  await open("/doctors");
  await user.click(await screen.findByRole("button", { name: "Views" }));
  await user.click(await screen.findByRole("button", { name: "Delete Cardiologists" }));
  server.answer(viewRoutes.list, { rows: [{ ...cardiologists, name: "Hearts of Pune", version: 2 }, sold] });
  server.refuse(viewRoutes.delete, "changed_meanwhile");
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: "Delete" }));
  await screen.findByRole("button", { name: "Delete Hearts of Pune" });
  await screen.findByText("Somebody changed this while you were editing.");
});

test("a view that was changed meanwhile is renamed at the next attempt, and one that was deleted goes", async () => {
  const { server, user, open } = doctors();
  await open("/doctors");
  await user.click(await screen.findByRole("button", { name: "Views" }));
  await user.click(await screen.findByRole("button", { name: "Rename Cardiologists" }));
  const theirs = { ...cardiologists, name: "Hearts of Pune", filters: { search: "heart" }, version: 2 };
  server.answer(viewRoutes.list, { rows: [theirs, sold] });
  server.refuse(viewRoutes.update, "changed_meanwhile");
  await typeInto(user, screen.getByLabelText<HTMLInputElement>("New name"), "Heart{Enter}");
  await screen.findByText("Somebody changed this while you were editing.");
  await screen.findByRole("form", { name: "Rename Hearts of Pune" });
  await user.click(screen.getByRole("button", { name: "Rename" }));
  await waitFor(() =>
    expect(server.asked(viewRoutes.update).at(-1)?.body).toMatchObject({
      ...{ name: "Heart", version: 2, filters: { search: "heart" } },
    }),
  );
  server.answer(viewRoutes.list, { rows: [sold] });
  server.refuse(viewRoutes.update, "not_found");
  await user.click(screen.getByRole("button", { name: "Rename" }));
  await findMessage("Not found. It may have been deleted.");
  await waitFor(() => expect(screen.queryByLabelText("New name")).toBeNull());
});

test("the palette opens the views of every list", async () => {
  const { server, user, open } = doctors();
  server.refuse(salesRoutes.list, "not_found");
  server.refuse(salesRoutes.summary, "not_found");
  server.answer(visitRoutes.list, aVisitList([]));
  server.answer(doctorRoutes.pick, { rows: [], total: 0 });
  server.answer(productRoutes.pick, []);
  server.answer(productRoutes.list, { rows: [], total: 0, unfiltered: 0, page: 1, page_size: 25 });
  await open("/doctors");
  await screen.findByRole("button", { name: "Views" });
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox", { name: "Search and commands" }), "antibiotics sold");
  await screen.findByRole("option", { name: /^Antibiotics sold/ });
  await user.keyboard("{Enter}");
  await atAddress("/sales?category=Antibiotics");
  await screen.findByRole("button", { name: "Antibiotics sold" });
});
