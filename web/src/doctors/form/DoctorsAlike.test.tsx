import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { atAddress, findMessage, messages, prepareScreen } from "../../testing/render-screen.tsx";
import { aDoctor, anId } from "../../testing/rows.ts";
import { settledMs } from "./DoctorsAlike.tsx";

const there = { id: anId(), name: "Dr. Sunita Rao", city: "Pune" };

/** A form beside a directory in which Dr. Sunita Rao of Pune is. */
function forms() {
  const prepared = prepareScreen();
  const { server } = prepared;
  server.answer(doctorRoutes.lastCity, { city: "Pune" });
  server.answer(doctorRoutes.alike, ({ query: { name, city } }) => ({
    rows: name?.toLowerCase().endsWith("sunita rao") && city !== "Delhi" ? [there] : [],
  }));
  const open = async (address: string) => {
    await prepared.open(address);
    await screen.findByLabelText("Doctor Name");
  };
  const asked = () => server.asked(doctorRoutes.alike).map(({ query }) => query);
  return { ...prepared, open, asked };
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
/** What is said under the name, without what only screen readers hear. */
const said = () =>
  screen
    .getAllByRole("status")
    .map(({ textContent }) => textContent?.replace(" (opens in a new tab)", ""))
    .find((text) => text?.includes("directory")) ?? "";

/** Replaces what a field holds, at once: however slow the machine is, nobody stops typing in between. */
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const isSaid = () => waitFor(() => expect(said()).toBe("Dr. Sunita Rao, Pune, is in the directory."));

test("a new doctor like one that is there is said once typing stops, and nothing that is typed is lost", async () => {
  const { server, user, open, asked } = forms();
  await open("/doctors/add");
  await type("Doctor Name", "sunita rao");
  expect([said(), asked()]).toEqual(["", []]);
  await isSaid();
  expect(asked()).toMatchObject([{ name: "sunita rao", city: "Pune" }]);
  const link = screen.getByRole("link", { name: /^Dr\. Sunita Rao, Pune/ });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([
    `/doctors/${there.id}`,
    "_blank",
  ]);
  // What follows is not known yet.
  await type("Doctor Name", "sunita raox");
  expect(said()).toBe("");
  await type("Doctor Name", "sunita rao ");
  await isSaid();
  await type("Address", "1 Mall Road, Delhi");
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ city: "Delhi" }));
  expect(said()).toBe("");
  await type("Address", "4 FC Road, Pune");
  await isSaid();
  await type("Contact Number", "98300 12345");
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ phone: "98300 12345" }));
  server.answer(doctorRoutes.create, ({ body }) => aDoctor(body as object));
  server.refuse(doctorRoutes.list, "unavailable");
  server.refuse(doctorRoutes.places, "unavailable");
  await user.click(screen.getByRole("button", { name: "Add Doctor" }));
  await findMessage("Doctor added successfully!");
  await atAddress("/doctors");
});

test("an edited doctor is compared with the others once the name or the city is another", async () => {
  const { server, open, asked } = forms();
  const doctor = aDoctor({ name: "Dr. S. Rao", address: "12 MG Road, Pune" });
  server.answer(doctorRoutes.read, doctor);
  await open(`/doctors/${doctor.id}/edit`);
  await type("Hospital/Clinic", "Ruby Hall");
  await new Promise((resolve) => setTimeout(resolve, settledMs + 200));
  expect(asked()).toEqual([]);
  await type("Doctor Name", "Dr. Sunita Rao");
  await isSaid();
  expect(asked()).toMatchObject([{ name: "Dr. Sunita Rao", city: "Pune", except: doctor.id }]);
});

test("without an answer nothing is said or announced", async () => {
  const { server, open, asked } = forms();
  server.cutOff(doctorRoutes.alike);
  await open("/doctors/add");
  await type("Doctor Name", "Sunita Rao");
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect([said(), messages()]).toEqual(["", ""]);
});
