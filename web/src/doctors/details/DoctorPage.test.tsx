import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answerDoctorPage, emptyGlance } from "../../testing/doctor-page.ts";
import {
  address,
  atAddress,
  detail,
  findMessage,
  headings,
  prepareScreen,
  rowTexts,
  testNoon,
  wakeAt,
} from "../../testing/render-screen.tsx";
import { aDoctor, anId, aProduct, aVisitRow } from "../../testing/rows.ts";
import { letUnitsWait } from "../../testing/units-waiting.ts";

function page(given: Partial<Doctor> = {}) {
  const prepared = prepareScreen();
  const doctor = aDoctor(given);
  answerDoctorPage(prepared.server, doctor);
  return { ...prepared, doctor, path: `/doctors/${doctor.id}` };
}

const shown = () => screen.findByRole("heading", { name: "Personal Information" });
const link = (name: string) => screen.getByRole("link", { name });

test("a doctor without calls of their own has those of the class, with their number", async () => {
  const { server, open, path, doctor } = page({ doctor_class: "A", norm: null });
  const release = server.hold(glanceRoutes.read);
  await open(path);
  await shown();
  expect(detail("Calls a month").textContent).toBe("As class A");
  const { id, name, specialization, hospital, doctor_class, doctor_type, address } = doctor;
  server.answer(glanceRoutes.read, {
    doctor: { id, name, specialization, hospital, doctor_class, doctor_type, address },
    month: {
      ...{ norm: 2, class_norm: 4, calls: 0 },
      ...{ scheduled: 0, last_call: null, see_by: null, lost: 0, state: null },
    },
    ...{ last_visit: null, scheduled: [], amount: "0.00", amount_before: "0.00", bought: [], products: 0 },
  });
  release();
  await waitFor(() => expect(detail("Calls a month").textContent).toBe("4, as class A"));
});

test("the page of a doctor shows what is known, and N/A for the rest", async () => {
  const { open, doctor, path } = page({
    specialization: "Cardiology",
    doctor_type: "prescriber",
    contact_number: "+91 98765 43210",
    address: "12 MG Road\nPune",
  });
  await open(path);
  await shown();
  expect(screen.getByRole("heading", { name: "Dr. Asha Rao" })).toBeTruthy();
  const fields = ["Specialization", "Hospital/Clinic", "Doctor Type", "Address"];
  expect(fields.map((label) => detail(label).textContent)).toEqual([
    "Cardiology",
    "N/A",
    "Prescriber",
    "12 MG Road\nPune",
  ]);
  expect(link("+91 98765 43210").getAttribute("href")).toBe("tel:+919876543210");
  await screen.findByText("No visits recorded yet");
  expect(link("Add Visit").getAttribute("href")).toBe(`/visits/add?doctor_id=${doctor.id}`);
});

test("the visits of a doctor have 10 to a page, which the address keeps, and lead to each visit", async () => {
  const { server, user, open, doctor, path } = page();
  const newest = aVisitRow(doctor, "2025-03-01", {
    status: "completed",
    notes: "Wants samples",
    total_sales: "37.50",
    item_count: 2,
  });
  const visits = [
    newest,
    ...Array.from({ length: 10 }, () => aVisitRow(doctor, "2025-02-10", { status: "scheduled" })),
  ];
  server.answer(visitRoutes.ofDoctor, ({ query }) => {
    const page = Number(query.page ?? 1);
    return { rows: visits.slice(10 * (page - 1), 10 * page), total: 11, page, page_size: 10 };
  });
  await open(path);
  const rows = () => rowTexts("Visit History");
  await waitFor(() => expect(rows()).toHaveLength(10));
  expect(headings("Visit History")).toEqual(["Visit Date", "Status", "Total Sales", "Notes"]);
  const table = () => within(screen.getByRole("table", { name: "Visit History" }));
  const cells = table()
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);
  expect(cells.slice(0, 8)).toEqual([
    ...["Mar 01, 2025", "Completed", "₹37.50 (2 items)", "Wants samples"],
    ...["Feb 10, 2025", "Scheduled", "₹0.00 (0 items)", "No notes"],
  ]);
  await user.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(address()).toBe(`${path}?page=2`);
  expect(server.asked(visitRoutes.ofDoctor).at(-1)).toMatchObject({
    params: { id: doctor.id },
    query: { page: "2" },
  });
  expect(table().getByRole("link").getAttribute("href")).toBe(`/visits/${visits[10]?.id}`);
});

const missing = anId();

test.each([
  ["is not found", missing, missing],
  ["has a broken address", "export", "00000000-0000-0000-0000-000000000000"],
])("a doctor who %s is reported, with a link back", async (_, inAddress, asked) => {
  const { server, user, open } = page();
  server.refuse(doctorRoutes.read, "not_found");
  server.refuse(historyRoutes.ofRecord, "not_found");
  server.answer(doctorRoutes.list, { rows: [], total: 0, unfiltered: 0, page: 1, page_size: 10 });
  server.answer(doctorRoutes.places, { cities: [], addresses: [] });
  await open(`/doctors/${inAddress}`);
  await screen.findByRole("heading", { level: 1, name: "Doctor not found" });
  expect(new Set(server.asked(doctorRoutes.read).map(({ params }) => params.id))).toEqual(new Set([asked]));
  await user.click(link("Back to Doctors"));
  await atAddress("/doctors");
});

test("what can't be loaded of a doctor is reported, and continues with Retry", async () => {
  const { server, user, open, doctor, path } = page();
  server.refuse(visitRoutes.ofDoctor, "forbidden");
  await open(path);
  await findMessage("Error loading visits. Please try again.");
  server.answer(visitRoutes.ofDoctor, { rows: [], total: 0, page: 1, page_size: 10 });
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("No visits recorded yet");

  server.refuse(doctorRoutes.read, "forbidden");
  await open(path);
  await findMessage("Error loading doctor details");
  answerDoctorPage(server, doctor);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByRole("heading", { name: "Dr. Asha Rao" });
});

const reachable = {
  hospital: "KEM Hospital",
  contact_number: "98220 11111",
  address: "12 MG Road\nPune",
};

test("a doctor is called, written to and found from the page, by each of several numbers", async () => {
  const { open, path } = page({ ...reachable, contact_number: "98220 11111 / 022-2845 1234" });
  await open(path);
  await shown();
  const href = (name: string) => link(name).getAttribute("href");
  expect(href("Call Dr. Asha Rao")).toBe("tel:+919822011111");
  expect(href("WhatsApp Dr. Asha Rao")).toBe("https://wa.me/919822011111");
  expect(href("Directions to Dr. Asha Rao")).toBe(
    "https://www.google.com/maps/dir/?api=1&destination=KEM+Hospital%2C+12+MG+Road%2C+Pune",
  );
  for (const name of ["WhatsApp Dr. Asha Rao", "Directions to Dr. Asha Rao"]) {
    expect(link(name).getAttribute("target")).toBe("_blank");
    expect(link(name).getAttribute("rel")).toBe("noopener noreferrer");
  }
  const numbers = within(detail("Contact Number")).getAllByRole("link");
  expect(numbers.map(({ textContent }) => textContent)).toEqual(["98220 11111", "022-2845 1234"]);
  expect(href("022-2845 1234")).toBe("tel:+912228451234");
});

test("a text without a number is no link", async () => {
  const { open, path } = page({ ...reachable, contact_number: "javascript:alert(1)", address: null });
  await open(path);
  await shown();
  expect(detail("Contact Number").textContent).toBe("javascript:alert(1)");
  expect(within(detail("Contact Number")).queryByRole("link")).toBeNull();
  expect(screen.queryByRole("link", { name: "Call Dr. Asha Rao" })).toBeNull();
});

test("a doctor's card on a phone leaves out the way that is missing", async () => {
  const { server, open, doctor } = page({ ...reachable, contact_number: "022-2845 1234", address: null });
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(new EventTarget(), { matches: query === "(max-width: 639.98px)" }),
  );
  const rows = [{ ...doctor, last_visit: null }];
  server.answer(doctorRoutes.list, { rows, total: 1, unfiltered: 1, page: 1, page_size: 10 });
  server.answer(doctorRoutes.places, { cities: [], addresses: [] });
  await open("/doctors");
  const call = await screen.findByRole("link", { name: "Call Dr. Asha Rao" });
  expect(call.getAttribute("href")).toBe("tel:+912228451234");
  expect(screen.queryByRole("link", { name: "WhatsApp Dr. Asha Rao" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Directions to Dr. Asha Rao" })).toBeNull();
});

test.each([
  [{ state: "never" as const, see_by: "2025-11-21" }, "Never seen · see by Fri"],
  [{ state: "late" as const, lost: 1, last_call: "2025-11-01" }, "Late · 1 call can't be made this month"],
  [{ state: "planned" as const, scheduled: 1, see_by: "2025-11-20" }, "1 planned"],
  // For the next month: the day is beside.
  [{ state: "planned" as const, see_by: "2025-11-20", last_call: "2025-11-19" }, "last seen yesterday"],
  [{ state: "planned" as const, see_by: "2025-11-20", lost: 1 }, "1 call can't be made this month"],
  [{ norm: 0, last_call: "2025-11-19" }, "No target"],
])("the month of a doctor says what presses, once: %j", async (month, words) => {
  const { server, open, doctor, path } = page();
  const glance = emptyGlance(doctor);
  server.answer(glanceRoutes.read, { ...glance, month: { ...glance.month, norm: 4, ...month } });
  await open(path);
  await screen.findByTitle(words);
});

const azithro = aProduct({ name: "Azithro 500", price: "120.00", current_stock: 43 });

/** Five of it were bought at the last visit; the server's stock without the three that wait on the phone. */
const boughtAzithro = {
  ...{ product_id: azithro.id, name: azithro.name, price: azithro.price },
  ...{ current_stock: 40, units: 5, amount: "600.00", units_before: 0, months: [0, 0, 0, 0, 0, 5] },
  ...{ last_day: "2025-11-10", last_quantity: 5, last_unit_price: "120.00" },
};

test("what a doctor bought says how many units wait on this phone", async () => {
  const { server, open, doctor, path } = page();
  const bought = { bought: [boughtAzithro], products: 1, amount: "600.00" };
  server.answer(glanceRoutes.read, { ...emptyGlance(doctor), ...bought });
  await open(path);
  await screen.findByRole("list", { name: "Products bought" });
  const row = () => within(screen.getByRole("list", { name: "Products bought" })).getByRole("listitem");
  expect(row().textContent).not.toContain("this phone");
  letUnitsWait(azithro, 3);
  expect(row().textContent).toContain("Stock: 40, 3 wait on this phone");
});

test("what a phone knows of a doctor's last visits is not shown as half a year", async () => {
  const { server, open, doctor, path } = page();
  const partial = { ...emptyGlance(doctor), is_partial: true };
  server.answer(glanceRoutes.read, {
    ...partial,
    bought: [boughtAzithro],
    ...{ products: 1, amount: "600.00" },
  });
  await open(path);
  await screen.findByText("Bought at the visits on this phone");
  expect(screen.getByText(/Last 5 × ₹120.00/)).toBeTruthy();
  for (const word of ["new", "5 units", "₹600.00"]) expect(screen.queryByText(word)).toBeNull();
  expect(screen.queryByRole("img", { name: /Units in each month/ })).toBeNull();
});

test("what a phone knows of the month of a colleague's doctor gives no advice", async () => {
  const { server, open, doctor, path } = page();
  const glance = emptyGlance(doctor);
  const month = { ...glance.month, norm: 4, calls: 3, is_partial: true };
  server.answer(glanceRoutes.read, { ...glance, month });
  await open(path);
  const part = async (name: string) =>
    (await screen.findByRole("heading", { name })).closest("section")?.textContent;
  expect(await part("Calls this month")).toMatch(/^Calls this month3 callson this phone · /);
  expect(await part("Next visit")).toBe("Next visitNone scheduledon this phone");
});

test("at midnight a glance is read again, and yesterday's stays until then", async () => {
  const { server, open, doctor, path } = page();
  const glance = emptyGlance(doctor);
  server.answer(glanceRoutes.read, { ...glance, month: { ...glance.month, calls: 3 } });
  await open(path);
  await screen.findByText("3 calls");
  server.answer(glanceRoutes.read, glance);
  const release = server.hold(glanceRoutes.read);
  wakeAt(testNoon + 13 * 3_600_000);
  await waitFor(() => expect(server.asked(glanceRoutes.read)).toHaveLength(2));
  expect(screen.getByText("3 calls")).toBeTruthy();
  release();
  await screen.findByText("0 calls");
});

test("a glance that can't be read says so, and is read by Retry", async () => {
  const { server, user, open, doctor, path } = page();
  server.refuse(glanceRoutes.read, "forbidden");
  await open(path);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Error loading what to know");
  answerDoctorPage(server, doctor);
  await user.click(screen.getByRole("button", { name: "Retry: At a glance" }));
  await screen.findByText("None scheduled");
});
