// First: the session is read once.
import "./testing/signed-in.ts";

import { notPermittedWords, type Permission } from "@rounds/domain/account/permissions.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { prepareDenied, refusalOf } from "./testing/denied.ts";
import { answerDoctorPage } from "./testing/doctor-page.ts";
import { findMessage } from "./testing/render-screen.tsx";
import { aDoctor, anId, aProduct, aVisit, aVisitList, aVisitRow } from "./testing/rows.ts";
import { ownId as me } from "./testing/signed-in.ts";

const [mine, theirs] = [aDoctor({ representative_id: me }), aDoctor({ representative_id: anId() })];
const product = { ...aProduct(), has_sales: false };

/** A screen of somebody to whom these are denied, with a product. */
function prepared(denied: readonly Permission[]) {
  const { server, ...others } = prepareDenied(denied);
  server.answer(historyRoutes.ofRecord, { changes: [], has_more: false, created: null, names: {} });
  server.answer(productRoutes.read, product);
  server.answer(productRoutes.list, { rows: [product], total: 1, unfiltered: 1, page: 1, page_size: 25 });
  server.answer(stockRoutes.ledger, { rows: [], total: 0, page: 1, page_size: 10 });
  return { server, ...others };
}

test("who may not change products or stock finds every button there, with the reason", async () => {
  const { user, open } = prepared(["change_products", "move_stock", "export"]);
  await open("/products");
  await waitFor(() => expect(refusalOf("Add Product")).toBe(notPermittedWords("change_products")));
  expect(refusalOf(`Edit ${product.name}`)).toBe(notPermittedWords("change_products"));
  expect(refusalOf(`Delete ${product.name}`)).toBe(notPermittedWords("change_products"));
  expect(refusalOf(`Add Stock: ${product.name}`)).toBe(notPermittedWords("move_stock"));
  await waitFor(() => expect(refusalOf("Export")).toBe(notPermittedWords("export")));
  await user.click(screen.getByRole("button", { name: "Add Product" }));
  await findMessage(notPermittedWords("change_products"));
  expect(location.pathname).toBe("/products");

  await open(`/products/${product.id}`);
  await waitFor(() => expect(refusalOf("Edit")).toBe(notPermittedWords("change_products")));
  expect(refusalOf("Delete")).toBe(notPermittedWords("change_products"));
  expect(refusalOf(`Edit Stock: ${product.name}`)).toBe(notPermittedWords("move_stock"));
});

test("who may do everything, and who does not know yet, finds every button in use", async () => {
  const { open } = prepared([]);
  await open("/products");
  await screen.findByRole("link", { name: "Add Product" });
  expect(screen.getByRole("link", { name: `Edit ${product.name}` })).toBeTruthy();
  expect(refusalOf(`Add Stock: ${product.name}`)).toBeNull();
});

test("the doctors of others can't be deleted or given away, one's own can", async () => {
  const { server, open } = prepared(["delete_doctors_of_others"]);
  for (const [doctor, refusal] of [
    [mine, null],
    [theirs, notPermittedWords("delete_doctors_of_others")],
    [aDoctor({ representative_id: null }), null],
  ] as const) {
    answerDoctorPage(server, doctor);
    server.answer(coverageRoutes.representatives, { rows: [{ id: me, name: "Asha" }] });
    await open(`/doctors/${doctor.id}`);
    await screen.findByRole("button", { name: "Delete" });
    expect(refusalOf("Delete")).toBe(refusal);
    await open(`/doctors/${doctor.id}/edit`);
    const person = await screen.findByLabelText<HTMLSelectElement>("Representative");
    await waitFor(() => expect(person.options.length === 1).toBe(refusal !== null));
    expect(person.value).toBe(doctor.representative_id ?? "");
  }
});

test("the visits of others can't be changed or deleted, one's own can", async () => {
  const { server, open } = prepared(["edit_visits_of_others", "delete_visits_of_others"]);
  const own = aVisitRow(mine, "2025-11-06", { created_by: me });
  const others = aVisitRow(theirs, "2025-11-07", { created_by: anId() });
  // Without an author it is of whose the doctor is.
  const [withMine, withTheirs] = [aVisitRow(mine, "2025-11-05"), aVisitRow(theirs, "2025-11-04")];
  server.answer(visitRoutes.list, aVisitList([others, own, withMine, withTheirs]));
  server.answer(doctorRoutes.places, { cities: [], addresses: [] });
  await open("/visits");
  await waitFor(() => expect(screen.getAllByRole("row").length).toBeGreaterThan(2));
  const row = (at: number) =>
    (screen.getAllByRole("button", { name: /^Delete / })[at] as HTMLElement).closest("tr") as HTMLElement;
  expect(refusalOf(/^Edit /, row(0))).toBe(notPermittedWords("edit_visits_of_others"));
  expect(refusalOf(/^Delete /, row(0))).toBe(notPermittedWords("delete_visits_of_others"));
  expect(refusalOf(/^Delete /, row(1))).toBeNull();
  for (const at of [1, 2]) expect(within(row(at)).getByRole("link", { name: /^Edit / })).toBeTruthy();
  expect(refusalOf(/^Edit /, row(3))).toBe(notPermittedWords("edit_visits_of_others"));
  expect(refusalOf(/^Delete /, row(3))).toBe(notPermittedWords("delete_visits_of_others"));

  for (const visit of [aVisit(theirs, { created_by: anId() }), aVisit(theirs)]) {
    server.answer(visitRoutes.read, visit);
    await open(`/visits/${visit.id}`);
    await waitFor(() => expect(refusalOf("Edit")).toBe(notPermittedWords("edit_visits_of_others")));
    expect(refusalOf("Delete")).toBe(notPermittedWords("delete_visits_of_others"));
  }
  const visit = aVisit(mine);
  server.answer(visitRoutes.read, visit);
  await open(`/visits/${visit.id}`);
  expect(await screen.findByRole("link", { name: "Edit" })).toBeTruthy();
});

test("the key for something new on the list of products says why there can be none", async () => {
  const { user, open } = prepared(["change_products"]);
  await open("/products");
  await waitFor(() => expect(refusalOf("Add Product")).not.toBeNull());
  await user.keyboard("n");
  await findMessage(notPermittedWords("change_products"));
  expect(location.pathname).toBe("/products");
});

test("a visit form without products says why none can be added", async () => {
  const { server, user, open } = prepared(["change_products"]);
  server.answer(productRoutes.pick, []);
  server.answer(doctorRoutes.pick, { rows: [], total: 0 });
  await open("/visits/add");
  await screen.findByText("No products added yet.");
  await waitFor(() => expect(refusalOf("Add your first product")).toBe(notPermittedWords("change_products")));
  await user.click(screen.getByRole("button", { name: "Add your first product" }));
  await findMessage(notPermittedWords("change_products"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the history restores any value of a colleague's doctor but whose it was", async () => {
  const { server, user, open } = prepared(["delete_doctors_of_others"]);
  const changed = (doctor: typeof theirs, former: string) =>
    server.answer(historyRoutes.ofRecord, {
      changes: [
        {
          ...{ id: 1, at: "2025-11-19T04:30:00.000Z", noun: "doctors", op: "updated", row_id: doctor.id },
          ...{ by: "Asha", by_id: anId(), batch_id: anId() },
          before: { doctor_class: "B", representative_id: former },
          after: { doctor_class: "A", representative_id: doctor.representative_id },
        },
      ],
      ...{ has_more: false, created: null, names: { [doctor.id]: doctor.name } },
    });
  for (const [doctor, former, refusal] of [
    [theirs, me, notPermittedWords("delete_doctors_of_others")],
    [mine, anId(), null],
  ] as const) {
    answerDoctorPage(server, doctor);
    changed(doctor, former);
    await open(`/doctors/${doctor.id}`);
    const restore = await screen.findByRole("button", { name: /^Restore this value: Representative/ });
    await waitFor(() => expect(refusalOf(/^Restore this value: Representative/)).toBe(refusal));
    expect(refusalOf(/^Restore this value: Doctor Class/)).toBeNull();
    if (!refusal) continue;
    await user.click(restore);
    await findMessage(refusal);
  }
  expect(server.asked(doctorRoutes.update)).toEqual([]);
});

test("a doctor whom others have visited is not deleted, and the question says why", async () => {
  const { server, user, open } = prepared(["delete_visits_of_others"]);
  answerDoctorPage(server, mine);
  const refusal = `Others have recorded visits to this doctor. ${notPermittedWords("delete_visits_of_others")}`;
  server.answer(doctorRoutes.deletionEffect, { visits: 3, sales: 0, units_returned: 0, version: 1, refusal });
  await open(`/doctors/${mine.id}`);
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  const question = await screen.findByRole("alertdialog", { name: "Delete doctor" });
  await within(question).findByText(refusal);
  expect(within(question).getByRole<HTMLButtonElement>("button", { name: "Delete" }).ariaDisabled).toBe(
    "true",
  );
});

test("a form that is opened by its address says at once what it may not save, and keeps what is typed", async () => {
  const { server, user, open } = prepared(["change_products", "edit_visits_of_others"]);
  await open("/products/add");
  await screen.findByText(notPermittedWords("change_products"));
  await user.type(screen.getByLabelText(/^Product Name/), "Amoxicillin{Enter}");
  await findMessage(notPermittedWords("change_products"));
  expect(refusalOf("Add Product")).toBe(notPermittedWords("change_products"));
  await user.click(screen.getByRole("button", { name: "Add Product" }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Product Name/).value).toBe("Amoxicillin");
  expect(server.asked(productRoutes.create)).toEqual([]);

  await open(`/products/${product.id}/edit`);
  await waitFor(() => expect(refusalOf("Save Changes")).toBe(notPermittedWords("change_products")));

  server.answer(productRoutes.pick, []);
  for (const [visit, refusal] of [
    [aVisit(theirs, { created_by: anId() }), notPermittedWords("edit_visits_of_others")],
    [aVisit(theirs, { created_by: me }), null],
  ] as const) {
    server.answer(visitRoutes.read, visit);
    server.refuse(visitRoutes.ofDoctor, "not_found");
    server.refuse(visitRoutes.lastPrices, "not_found");
    await open(`/visits/${visit.id}/edit`);
    await screen.findByRole("button", { name: "Save Changes" });
    await waitFor(() => expect(refusalOf("Save Changes")).toBe(refusal));
  }
});

test("the palette shows Add product with the reason, and stays open", async () => {
  const { server, user, open } = prepared(["change_products"]);
  server.refuse(doctorRoutes.pick, "not_found");
  server.refuse(visitRoutes.list, "not_found");
  server.answer(productRoutes.pick, []);
  await open("/products");
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox", { name: /^Search/ }), "add product");
  const option = await screen.findByRole("option", { name: /^Add product/ });
  expect(option.getAttribute("aria-disabled")).toBe("true");
  expect(option.textContent).toContain(notPermittedWords("change_products"));
  await user.keyboard("{Enter}");
  await findMessage(notPermittedWords("change_products"));
  expect(location.pathname).toBe("/products");
  expect(screen.getByRole("listbox", { name: "Choices" })).toBeTruthy();
});
