import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import type { DoctorOption } from "@rounds/domain/doctors/doctor-list.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitCreation } from "@rounds/domain/visits/visit-list.ts";
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { prepareScreen } from "./render-screen.tsx";
import { aVisit, aVisitList } from "./rows.ts";

// The form of a new visit, its fields, and people's actions on them.

/** A doctor as the picker offers one. */
export function anOption(
  { id, name, specialization, doctor_type, doctor_class, hospital, address }: Doctor,
  group: DoctorOption["group"] = "others",
): DoctorOption {
  const city = address?.split(", ").at(-1) ?? null;
  return { id, name, specialization, doctor_type, doctor_class, hospital, city, group };
}

/** Prepares the form of a new visit, where these doctors and products can be chosen. Nobody was visited before. */
export function newVisit({ doctors = [], products = [] }: { doctors?: Doctor[]; products?: Product[] } = {}) {
  const { server, ...others } = prepareScreen();
  const options = doctors.map((doctor) => anOption(doctor));
  server.answer(doctorRoutes.pick, { rows: options, total: options.length });
  server.answer(
    productRoutes.pick,
    products.map(({ id, name, price, current_stock }) => ({ id, name, price, current_stock })),
  );
  server.answer(stockRoutes.availability, ({ params }) => ({
    available: products.find(({ id }) => id === params.id)?.current_stock ?? 0,
  }));
  server.answer(visitRoutes.ofDoctor, { rows: [], total: 0, page: 1, page_size: 10 });
  server.answer(visitRoutes.lastPrices, []);
  server.answer(visitRoutes.list, aVisitList([]));
  server.answer(visitRoutes.create, ({ body }) => {
    const { id, doctor_id, visit_date, status } = body as VisitCreation;
    const doctor = doctors.find((one) => one.id === doctor_id);
    if (!doctor) throw new Error(`No doctor ${doctor_id}`);
    return aVisit(doctor, { id, visit_date, status });
  });
  return { server, ...others };
}

export const doctorField = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Doctor" });
export const productField = () => screen.getByLabelText<HTMLSelectElement>("Product");
export const quantityField = () =>
  screen.getByLabelText<HTMLInputElement>("Quantity", { selector: "[name^=new]" });
export const priceField = () =>
  screen.getByLabelText<HTMLInputElement>("Unit Price", { selector: "[name^=new]" });

/** The doctors that the open list offers, and what it offers besides. */
export function doctorOptions(): HTMLElement[] {
  const list = screen.queryByRole("listbox", { name: "Doctor" });
  return list ? within(list).queryAllByRole("option") : [];
}

/** The items that were added to the visit. */
export function items(): HTMLElement[] {
  const list = screen.queryByRole("list", { name: "Added items" });
  return list ? within(list).getAllByRole("listitem") : [];
}

/** The running total of the items. */
export const total = () => screen.getByText(/^₹/, { selector: "output" }).textContent;

export const press = async (user: UserEvent, name: string) =>
  await user.click(await screen.findByRole("button", { name }));

/** Chooses one of the doctors that the open list offers. */
export async function chooseDoctor(user: UserEvent, name: string) {
  await user.click(doctorField());
  await user.click(await screen.findByRole("option", { name: new RegExp(`^${name}`) }));
}

/** Chooses a product once it can be chosen. */
export async function chooseProduct(user: UserEvent, name: string) {
  await user.selectOptions(
    productField(),
    await screen.findByRole("option", { name: new RegExp(`^${name} - `) }),
  );
}
