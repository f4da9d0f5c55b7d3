import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerDoctorPage } from "../../testing/doctor-page.ts";
import {
  atAddress,
  description,
  findMessage,
  messages,
  prepareScreen,
  typeInto,
} from "../../testing/render-screen.tsx";
import { aDoctor } from "../../testing/rows.ts";

/** The form of a new doctor, and of this one. */
function forms(given: Partial<Doctor> = {}) {
  const prepared = prepareScreen();
  const doctor = aDoctor(given);
  answerDoctorPage(prepared.server, doctor);
  prepared.server.answer(doctorRoutes.lastCity, { city: "" });
  return { ...prepared, doctor, edit: `/doctors/${doctor.id}/edit` };
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole("button", { name });

test("a new doctor needs a name, asked for at its field, and an email address in its form", async () => {
  const { server, user, open } = forms();
  await open("/doctors/add");
  const name = await field("Doctor Name");
  const email = await field("Email");
  expect([(await field("Contact Number")).type, email.type]).toEqual(["tel", "email"]);
  await user.type(email, "no address");
  await user.click(button("Add Doctor"));
  await findMessage("Error adding doctor. Please try again.");
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(description(name)).toBe("Please enter the doctor's name");
  expect(description(email)).toBe("Please enter an email address such as name@example.com");
  expect(server.asked(doctorRoutes.create)).toEqual([]);
});

test("Escape leaves a new doctor also while its form is on its way", async () => {
  const { server, user, open } = forms();
  server.answer(doctorRoutes.list, { rows: [], total: 0, unfiltered: 0, page: 1, page_size: 10 });
  server.answer(doctorRoutes.places, { cities: [], addresses: [] });
  await open("/doctors");
  await screen.findByText("No doctors added yet.");
  const release = server.hold(doctorRoutes.lastCity);
  await user.click(screen.getByRole("link", { name: "Add Doctor" }));
  await screen.findByRole("heading", { name: "Add Doctor" });
  await user.keyboard("{Escape}");
  await atAddress("/doctors");
  await screen.findByText("No doctors added yet.");
  expect(screen.queryByLabelText("Doctor Name")).toBeNull();
  release();
});

test("Back asks before a form with typed text is left, and closes that question; what was typed can be discarded", async () => {
  const { server, user, open } = forms();
  server.answer(doctorRoutes.list, { rows: [], total: 0, unfiltered: 0, page: 1, page_size: 10 });
  server.answer(doctorRoutes.places, { cities: [], addresses: [] });
  await open("/doctors");
  await screen.findByText("No doctors added yet.");
  await user.click(screen.getByRole("link", { name: "Add Doctor" }));
  await user.type(await field("Doctor Name"), "Asha");
  const question = () => screen.queryByRole("alertdialog", { name: "Leave without saving?" });
  for (const isAsked of [true, false, true]) {
    history.back();
    await waitFor(() => expect(question() !== null).toBe(isAsked));
    await atAddress("/doctors/add");
    expect((await field("Doctor Name")).value).toBe("Asha");
  }
  await user.click(button("Leave"));
  await atAddress("/doctors");
  await screen.findByText("No doctors added yet.");
});

test("an edit starts with the stored values, and Cancel leads back to the doctor", async () => {
  const { user, open, doctor, edit } = forms({
    hospital: "Ruby Hall",
    doctor_class: "B",
    address: "Pune",
  });
  await open(edit);
  const labels = ["Doctor Name", "Hospital/Clinic", "Doctor Class", "Doctor Type", "Address"];
  const values = await Promise.all(labels.map(async (label) => (await field(label)).value));
  expect(values).toEqual(["Dr. Asha Rao", "Ruby Hall", "B", "", "Pune"]);
  await user.click(button("Cancel"));
  await atAddress(`/doctors/${doctor.id}`);
});

test("an edit that is not saved says why, and loses nothing", async () => {
  const { server, user, open, doctor, edit } = forms();
  await open(edit);
  const name = await field("Doctor Name");
  await typeInto(user, name, " ");
  await user.click(button("Save Changes"));
  const failed = "Error updating doctor. Please try again.";
  await findMessage(failed);
  expect(description(name)).toBe("Please enter the doctor's name");
  expect(server.asked(doctorRoutes.update)).toEqual([]);
  await typeInto(user, name, "Dr. Asha Rao-Iyer");
  await user.click(button("Close message"));
  expect(messages()).not.toContain(failed);
  server.refuse(doctorRoutes.update, "internal");
  await user.click(button("Save Changes"));
  await findMessage(failed);
  expect(name.value).toBe("Dr. Asha Rao-Iyer");
  server.answer(doctorRoutes.update, { ...doctor, name: "Dr. Asha Rao-Iyer", version: 2 });
  await user.click(button("Save Changes"));
  await findMessage("Doctor updated successfully!");
  expect(server.asked(doctorRoutes.update).at(-1)).toMatchObject({
    params: { id: doctor.id },
    body: { name: "Dr. Asha Rao-Iyer", version: 1 },
  });
});

test.each([
  ["Yours Ruby Hall", "Ruby Hall"],
  ["Saved meanwhile City Clinic", "City Clinic"],
])("a field that two people changed at once is asked about; %j saves %j", async (choice, hospital) => {
  const { server, user, open, doctor, edit } = forms();
  await open(edit);
  await user.type(await field("Hospital/Clinic"), "Ruby Hall");
  const theirs = { ...doctor, hospital: "City Clinic", address: "Pune", version: 2 };
  server.refuse(doctorRoutes.update, "changed_meanwhile", {
    details: {
      current: theirs,
      changed_by: "colleague@rounds.example",
      changed_at: "2025-11-20T06:30:00.000Z",
    },
  });
  await user.click(button("Save Changes"));
  const question = () => screen.findByRole("alertdialog", { name: "Which value should be saved?" });
  const dialog = await question();
  expect(dialog.textContent).toContain("colleague@rounds.example saved this on");
  expect(within(dialog).getAllByRole("group")).toHaveLength(1);
  await user.click(within(dialog).getByRole("button", { name: "Keep editing" }));
  expect((await field("Hospital/Clinic")).value).toBe("Ruby Hall");
  await user.click(button("Save Changes"));
  const again = within(await question());
  await user.click(again.getByRole("radio", { name: choice }));
  server.answer(doctorRoutes.update, { ...theirs, hospital, version: 3 });
  await user.click(again.getByRole("button", { name: "Save" }));
  await findMessage("Doctor updated successfully!");
  expect(server.asked(doctorRoutes.update).at(-1)?.body).toMatchObject({
    hospital,
    address: "Pune",
    version: 2,
  });
});

test("an edit asks about a short contact number only if it is new", async () => {
  const { server, user, open, edit } = forms({ contact_number: "98765" });
  server.refuse(doctorRoutes.update, "internal");
  await open(edit);
  await user.type(await field("Hospital/Clinic"), "KEM");
  await user.click(button("Save Changes"));
  await waitFor(() => expect(server.asked(doctorRoutes.update)).toHaveLength(1));
  await typeInto(user, await field("Contact Number"), "98220 111");
  await user.click(button("Save Changes"));
  await screen.findByRole("alertdialog", { name: "Is this right?" });
  expect(server.asked(doctorRoutes.update)).toHaveLength(1);
});

test("a contact number with too few digits is asked about, and saved if the person is sure", async () => {
  const { server, user, open } = forms();
  server.answer(doctorRoutes.create, aDoctor());
  server.answer(doctorRoutes.list, { rows: [], total: 0, unfiltered: 0, page: 1, page_size: 10 });
  server.answer(doctorRoutes.places, { cities: [], addresses: [] });
  await open("/doctors/add");
  await user.type(await field("Doctor Name"), "Dr. As\u200bha Rao");
  await user.type(await field("Contact Number"), "98220 111");
  await user.click(button("Add Doctor"));
  const question = await screen.findByRole("alertdialog", { name: "Is this right?" });
  expect(question.textContent).toContain("The contact number “98220 111” has fewer than 10 digits.");
  expect(server.asked(doctorRoutes.create)).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "Save anyway" }));
  await waitFor(() => expect(server.asked(doctorRoutes.create)).toHaveLength(1));
  expect(server.asked(doctorRoutes.create)[0]?.body).toMatchObject({
    name: "Dr. Asha Rao",
    contact_number: "98220 111",
  });
  await atAddress("/doctors");
});

test("an edit of a doctor that can't be loaded says so and returns to the list", async () => {
  const { server, open, edit } = forms();
  server.refuse(doctorRoutes.read, "not_found");
  server.cutOff(doctorRoutes.list);
  server.cutOff(doctorRoutes.places);
  await open(edit);
  await findMessage("Error loading doctor details");
  expect(location.pathname).toBe(edit);
  await atAddress("/doctors");
});
