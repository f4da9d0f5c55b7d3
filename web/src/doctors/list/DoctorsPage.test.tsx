import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import type { DoctorRow } from "@rounds/domain/doctors/doctor-list.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerDoctorPage } from "../../testing/doctor-page.ts";
import {
  address,
  atAddress,
  chips,
  findMessage,
  headings,
  prepareScreen,
  rowTexts,
  typeInto,
} from "../../testing/render-screen.tsx";
import { aDoctor } from "../../testing/rows.ts";
import type { StandInServer } from "../../testing/server.ts";

const row = (given: Partial<DoctorRow> = {}): DoctorRow => ({
  ...aDoctor(given),
  last_visit: null,
  ...given,
});
const plain = aDoctor({
  specialization: "Cardiology",
  hospital: "Ruby Hall",
  doctor_class: "A",
  doctor_type: "prescriber",
  contact_number: "+91 98765 43210",
  address: "12 MG Road, Pune",
});
const asha = row(plain);
const vikram = row({ name: "Dr. Vikram Nair", address: "4 Marine Drive, Kochi" });
const third = row({ name: "Dr. Third", address: "Pune" });
const eleven = Array.from({ length: 11 }, (_, n) => row({ name: `Dr. ${10 + n}` }));

/** The list of these doctors in pages of 10, filtered as far as a test needs it. */
function answerDoctors(server: StandInServer, doctors: DoctorRow[]) {
  server.answer(doctorRoutes.list, ({ query }) => {
    const found = doctors.filter(
      ({ name, address, doctor_class, doctor_type }) =>
        name.toLowerCase().includes(query.search ?? "") &&
        (!query.city || address?.endsWith(query.city)) &&
        (!query.doctor_class || doctor_class === query.doctor_class) &&
        (!query.doctor_type || doctor_type === query.doctor_type),
    );
    const page = Math.max(1, Math.min(Number(query.page ?? 1), Math.ceil(found.length / 10)));
    return {
      rows: found.slice(10 * (page - 1), 10 * page),
      total: found.length,
      unfiltered: doctors.length,
      page,
      page_size: 10,
    };
  });
}

function list(doctors: DoctorRow[]) {
  const prepared = prepareScreen();
  answerDoctors(prepared.server, doctors);
  prepared.server.answer(doctorRoutes.places, { cities: ["Kochi", "Pune"], addresses: [] });
  return prepared;
}

const rows = () => rowTexts("Doctors");
const showRows = (count: number) => waitFor(() => expect(rows()).toHaveLength(count));
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const link = (name: string) => screen.getByRole("link", { name });
const pages = () => screen.queryByRole("navigation", { name: "Pages" });
const searchBox = () => screen.getByLabelText<HTMLInputElement>("Search");

/** Opens the question whether to delete the doctor, and returns it with the button that deletes. */
async function askToDelete(name: string) {
  fireEvent.click(button(`Delete ${name}`));
  const dialog = await screen.findByRole("alertdialog", { name: "Delete doctor" });
  const confirm = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Delete" });
  await waitFor(() => expect(confirm.ariaDisabled).toBeNull());
  return { dialog, confirm };
}

test("an empty list says so and suggests the first steps", async () => {
  const { server, user, open } = list([]);
  server.answer(doctorRoutes.lastCity, { city: "" });
  server.answer(coverageRoutes.representatives, { rows: [] });
  await open("/doctors");
  await screen.findByText("No doctors added yet.");
  expect(pages()).toBeNull();
  expect(link("Import a list").getAttribute("href")).toBe("/data/import");
  await user.click(link("Add First Doctor"));
  await screen.findByRole("heading", { name: "Add Doctor" });
});

test("the list shows every column, and links to each row's screens", async () => {
  const { open } = list([asha]);
  await open("/doctors");
  await showRows(1);
  expect(headings("Doctors")).toEqual([
    "Name",
    "Specialization",
    "Hospital",
    "Address",
    "Class",
    "Type",
    "Contact",
    "Actions",
  ]);
  const cells = within(screen.getByRole("table", { name: "Doctors" })).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    "Dr. Asha Rao",
    "Cardiology",
    "Ruby Hall",
    "12 MG Road, Pune",
    "A",
    "Prescriber",
    "+91 98765 43210",
    "",
  ]);
  expect(screen.getByText("1 doctor")).toBeTruthy();
  expect(link("View Dr. Asha Rao").getAttribute("href")).toBe(`/doctors/${asha.id}`);
  expect(link("Edit Dr. Asha Rao").getAttribute("href")).toBe(`/doctors/${asha.id}/edit`);
});

test("the list is searched while typing, with a chip, until Escape clears the search", async () => {
  const { server, user, open } = list([asha, vikram]);
  await open("/doctors");
  await showRows(2);
  await user.type(searchBox(), "vikr");
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^Dr\. Vikram Nair/)]));
  expect(server.asked(doctorRoutes.list).at(-1)?.query).toMatchObject({ search: "vikr" });
  expect(chips()).toEqual(["Search: vikr"]);
  expect(screen.getByText("1 doctor, filtered from 2 total")).toBeTruthy();
  await typeInto(user, searchBox(), "%");
  await screen.findByText("No doctors found matching your filters.");
  await user.keyboard("{Escape}");
  expect(searchBox().value).toBe("");
  await showRows(2);
  expect(chips()).toEqual([]);
});

test("the list is filtered by class, type and city, each with a removable chip", async () => {
  const { server, user, open } = list([asha, vikram, third]);
  await open("/doctors");
  await showRows(3);
  const filter = (name: string) => screen.getByRole<HTMLSelectElement>("combobox", { name });
  const choices = (name: string) => [...filter(name).options].map(({ text }) => text);
  await waitFor(() => expect(choices("City")).toEqual(["All", "Kochi", "Pune"]));
  expect(choices("Class")).toEqual(["All", "A", "B", "C"]);
  expect(choices("Type")).toEqual(["All", "Dispenser", "Prescriber"]);
  await user.selectOptions(filter("City"), "Pune");
  await showRows(2);
  await user.selectOptions(filter("Class"), "A");
  await user.selectOptions(filter("Type"), "Prescriber");
  await waitFor(() => expect(chips()).toEqual(["Class: A", "Type: Prescriber", "City: Pune"]));
  await screen.findByText("1 doctor, filtered from 3 total");
  expect(address()).toBe("/doctors?city=Pune&doctor_class=A&doctor_type=prescriber");
  const chosen = { city: "Pune", doctor_class: "A", doctor_type: "prescriber" };
  expect(server.asked(doctorRoutes.list).at(-1)?.query).toMatchObject(chosen);

  await open(address());
  await showRows(1);
  await waitFor(() => expect(filter("City").value).toBe("Pune"));
  await user.click(button("Remove filter Class: A"));
  await waitFor(() => expect(chips()).toEqual(["Type: Prescriber", "City: Pune"]));
  await user.click(button("Clear All Filters"));
  await showRows(3);
  expect(address()).toBe("/doctors");
  expect(screen.getByText("3 doctors")).toBeTruthy();
});

test("the list has pages of 10, which the address keeps; a filter starts on its first page", async () => {
  const { server, user, open } = list(eleven);
  await open("/doctors");
  await showRows(10);
  expect(pages()?.textContent).toContain("Showing 10 of 11 doctors");
  expect(pages()?.textContent).toContain("Page 1 of 2");
  expect(button("Previous").ariaDisabled).toBe("true");
  await user.click(button("Next"));
  await showRows(1);
  expect(pages()?.textContent).toContain("Showing 1 of 11 doctors");
  expect(pages()?.textContent).toContain("Page 2 of 2");
  expect(button("Next").ariaDisabled).toBe("true");
  expect(address()).toBe("/doctors?page=2");
  expect(server.asked(doctorRoutes.list).at(-1)?.query).toMatchObject({ page: "2" });

  await open(address());
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^Dr\. 20/)]));
  await user.type(searchBox(), "1");
  await waitFor(() => expect(rows()).toHaveLength(10));
  expect(address()).toBe("/doctors?search=1");
  expect(pages()).toBeNull();
});

test("the list goes to the last page when the only row of its page is deleted", async () => {
  const { server, user, open } = list(eleven);
  const effect = { visits: 0, sales: 0, units_returned: 0 };
  server.answer(doctorRoutes.deletionEffect, { ...effect, version: 1 });
  server.answer(doctorRoutes.delete, () => {
    answerDoctors(server, eleven.slice(0, 10));
    return effect;
  });
  await open("/doctors?page=2");
  await showRows(1);
  const { dialog, confirm } = await askToDelete("Dr. 20");
  expect(dialog.textContent).toContain("Are you sure you want to delete this doctor?");
  expect(dialog.textContent).not.toContain("This will also delete");
  await user.click(confirm);
  await findMessage("Doctor deleted successfully");
  await findMessage("Dr. 20");
  await showRows(10);
  expect(server.asked(doctorRoutes.delete)).toMatchObject([{ params: { id: eleven[10]?.id } }]);
  await atAddress("/doctors");
  expect(pages()).toBeNull();
});

test("a page beyond the last one is corrected in its place: Back leaves the list", async () => {
  const { open } = list(eleven);
  const entries = history.length;
  await open("/doctors?page=9");
  await atAddress("/doctors?page=2");
  await showRows(1);
  expect(history.length).toBe(entries + 1);
});

test("a list that can't be loaded says so, and continues with Retry", async () => {
  const { server, user, open } = list([asha]);
  server.refuse(doctorRoutes.list, "not_found");
  await open("/doctors");
  const words = "Error loading doctors. Please try again.";
  await findMessage(words);
  expect(within(screen.getByRole("main")).getByRole("alert").textContent).toContain(words);
  answerDoctors(server, [asha]);
  await user.click(button("Retry"));
  await showRows(1);
});

test("a doctor who can't be deleted stays, with the reason; one deleted meanwhile is gone", async () => {
  const { server, user, open } = list([asha]);
  server.answer(doctorRoutes.deletionEffect, { visits: 0, sales: 0, units_returned: 0, version: 1 });
  server.refuse(doctorRoutes.delete, "internal");
  await open("/doctors");
  await showRows(1);
  const { dialog, confirm } = await askToDelete("Dr. Asha Rao");
  await user.click(confirm);
  await findMessage("Error deleting doctor: Something went wrong on our side. Please try again.");
  expect(dialog.isConnected).toBe(true);
  server.refuse(doctorRoutes.delete, "gone");
  answerDoctors(server, []);
  await waitFor(() => expect(confirm.ariaDisabled).toBeNull());
  await user.click(confirm);
  await findMessage("Doctor deleted successfully");
  await screen.findByText("No doctors added yet.");
});

test("a press anywhere on a row opens its doctor", async () => {
  const { server, user, open } = list([asha]);
  answerDoctorPage(server, plain);
  await open("/doctors");
  await showRows(1);
  await user.click(screen.getByText("Ruby Hall"));
  await screen.findByRole("heading", { name: "Personal Information" });
  expect(address()).toBe(`/doctors/${asha.id}`);
});

test("a city that a link spells otherwise is the one that is offered", async () => {
  const { open } = list([asha, vikram, third]);
  await open("/doctors?city=PUNE+-+411001");
  await waitFor(() => expect(address()).toBe("/doctors?city=Pune"));
  const filter = screen.getByRole<HTMLSelectElement>("combobox", { name: "City" });
  expect([...filter.options].map(({ text }) => text)).toEqual(["All", "Kochi", "Pune"]);
  expect(filter.value).toBe("Pune");
});
