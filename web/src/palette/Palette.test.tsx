import type { DoctorOption } from "@rounds/domain/doctors/doctor-list.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerDoctorPage } from "../testing/doctor-page.ts";
import { address, atAddress, prepareScreen } from "../testing/render-screen.tsx";
import { aDoctor, aProduct, aVisitList, aVisitRow } from "../testing/rows.ts";
import { letUnitsWait } from "../testing/units-waiting.ts";

const bela = aDoctor({ name: "Dr. Bela Shah" });
const zubin = aDoctor({ name: "Dr. Zubin Daruwala", specialization: "Cardiologist" });

const option = ({ id, name, specialization }: typeof bela): DoctorOption => ({
  ...{ id, name, specialization, group: "others" },
  ...{ doctor_type: null, doctor_class: null, hospital: null, city: null },
});

/** The palette over the products, which know these two doctors and nothing else. */
async function openPalette() {
  const { server, user, open } = prepareScreen();
  const noProducts = { rows: [], total: 0, unfiltered: 0, page: 1, page_size: 25 };
  server.answer(productRoutes.list, noProducts);
  server.answer(visitRoutes.list, aVisitList([]));
  server.answer(doctorRoutes.pick, { rows: [option(bela), option(zubin)], total: 2 });
  await open("/products");
  await screen.findByText("No products added yet.");
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const palette = within(await screen.findByRole("dialog", { name: "Search and commands" }));
  const field = palette.getByRole<HTMLInputElement>("combobox", { name: "Search and commands" });
  await waitFor(() => expect(server.asked(doctorRoutes.pick)).toHaveLength(1));
  await palette.findByRole("option", { name: /^Record visit/ });
  return { server, user, palette, field };
}

test("Enter before the answer takes the first doctor when it comes", async () => {
  const { server, user, palette, field } = await openPalette();
  answerDoctorPage(server, zubin);
  // The rows for no text have the doctor too, but their names don't tell that the text means this one.
  server.answer(doctorRoutes.pick, { rows: [option(zubin)], total: 1 });
  const release = server.hold(doctorRoutes.pick);
  await user.click(field);
  await user.paste("cardio");
  await waitFor(() =>
    expect(server.asked(doctorRoutes.pick).at(-1)?.query).toEqual({ search: "cardio", also: "city" }),
  );
  await user.keyboard("{Enter}");
  expect(address()).toBe("/products");
  expect(palette.queryAllByRole("option")).toEqual([]);
  release();
  await atAddress(`/doctors/${zubin.id}`);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a search that fails says so, keeps the text and is repeated by Retry", async () => {
  const { server, user, palette, field } = await openPalette();
  server.refuse(doctorRoutes.pick, "forbidden");
  await user.type(field, "bela");
  const retry = await palette.findByRole("button", { name: "Retry" });
  expect(palette.getByText("The search failed. Please check your connection.")).toBeTruthy();
  expect(field.value).toBe("bela");
  await waitFor(() =>
    expect(server.asked(doctorRoutes.pick).at(-1)?.query).toEqual({ search: "bela", also: "city" }),
  );
  const before = server.asked(doctorRoutes.pick).length;
  server.answer(doctorRoutes.pick, ({ query }) =>
    query.search === "bela" ? { rows: [option(bela)], total: 1 } : { rows: [], total: 0 },
  );
  await user.click(retry);
  await palette.findByRole("option", { name: /^Dr\. Bela Shah/ });
  expect(server.asked(doctorRoutes.pick)).toHaveLength(before + 1);
  expect(palette.queryByRole("button", { name: "Retry" })).toBeNull();
});

test("doctors are found by their city, and visits lead to their page", async () => {
  const { server, user, palette, field } = await openPalette();
  server.answer(doctorRoutes.pick, { rows: [{ ...option(bela), city: "Pune" }], total: 1 });
  const visit = aVisitRow(bela, "2025-06-12", { notes: "Left samples" });
  server.answer(visitRoutes.list, aVisitList([visit]));
  await user.type(field, "pune");
  await palette.findByRole("option", { name: /^Dr\. Bela Shah.*Pune$/ });
  await palette.findByRole("option", { name: /^Dr\. Bela Shah, Jun 12, 2025.*Left samples$/ });
  expect(server.asked(doctorRoutes.pick).at(-1)?.query).toEqual({ search: "pune", also: "city" });
  expect(server.asked(visitRoutes.list).at(-1)?.query).toMatchObject({ search: "pune" });
});

test("a product says how many units wait on this phone, and what is left of the server's stock", async () => {
  const { server, user, palette, field } = await openPalette();
  const product = { ...aProduct({ name: "Amoxil", current_stock: 1200 }), has_sales: false };
  server.answer(productRoutes.list, { rows: [product], total: 1, unfiltered: 1, page: 1, page_size: 25 });
  await user.type(field, "amox");
  const found = await palette.findByRole("option", { name: /^Amoxil/ });
  const framed = palette.getAllByRole("option").filter(({ className }) => className.includes("outline-2"));
  expect(framed).toEqual(palette.getAllByRole("option", { selected: true }));
  expect(found.textContent).toBe("Amoxil₹12.50 · 1,200 in stock");
  letUnitsWait(product, 3);
  expect(found.textContent).toBe("Amoxil₹12.50 · 1,200 in stock1,197 left, 3 wait on this phone");
});

test("two letters don't look through all visits", async () => {
  const { server, user, palette, field } = await openPalette();
  await user.type(field, "be");
  await waitFor(() =>
    expect(server.asked(doctorRoutes.pick).at(-1)?.query).toEqual({ search: "be", also: "city" }),
  );
  await palette.findByRole("option", { name: /^All visits/ });
  expect(server.asked(visitRoutes.list)).toEqual([]);
});

test("it says when nothing matches, and still offers the searches of the lists", async () => {
  const { server, user, palette, field } = await openPalette();
  server.answer(doctorRoutes.pick, { rows: [], total: 0 });
  await user.type(field, "xyzzy");
  expect(await palette.findByText("Nothing matches “xyzzy”")).toBeTruthy();
  expect(palette.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "All visits with “xyzzy”",
    "All doctors with “xyzzy”",
    "All products with “xyzzy”",
  ]);
  // Without days, the list would show the month alone.
  await user.click(palette.getByRole("option", { name: /^All visits/ }));
  expect(address()).toMatch(/^\/visits\?.*start_date=&end_date=/);
});
