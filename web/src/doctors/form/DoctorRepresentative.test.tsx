import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerDoctorPage } from "../../testing/doctor-page.ts";
import { atAddress, description, detail, prepareScreen, typeInto } from "../../testing/render-screen.tsx";
import { aDoctor, anId } from "../../testing/rows.ts";
import { ownId } from "../../testing/signed-in.ts";

const asha = { id: anId(), name: "Asha Rao" };
const ravi = { id: anId(), name: "Ravi Nair" };
const me = { id: ownId, name: "asha@example.com" };

/** A form of a doctor, who can be given to these people. */
function forms() {
  const { server, ...others } = prepareScreen();
  server.answer(coverageRoutes.representatives, { rows: [asha, ravi, me] });
  server.answer(doctorRoutes.lastCity, { city: "" });
  return { server, ...others };
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const representative = () => screen.findByLabelText<HTMLSelectElement>("Representative");

test("a new doctor belongs to the one who enters it, and is given to somebody who still has an account", async () => {
  const { server, user, open } = forms();
  await open("/doctors/add");
  const person = await representative();
  await waitFor(() =>
    expect([...person.options].map(({ text }) => text)).toEqual([
      "Everybody",
      "Asha Rao",
      "Ravi Nair",
      "asha@example.com",
    ]),
  );
  expect(person.value).toBe(ownId);
  await user.type(await field("Doctor Name"), "Dr. Meera Iyer");
  await user.selectOptions(person, "Asha Rao");
  const gone = "This person has no account any more. Please choose somebody else.";
  server.refuse(doctorRoutes.create, "representative_missing", { fields: { representative_id: gone } });
  await user.click(screen.getByRole("button", { name: "Add Doctor" }));
  await waitFor(() => expect(description(person)).toBe(gone));
  expect((await field("Doctor Name")).value).toBe("Dr. Meera Iyer");
  expect(server.asked(doctorRoutes.create).map(({ body }) => body)).toMatchObject([
    { name: "Dr. Meera Iyer", representative_id: asha.id },
  ]);
});

test("a doctor that both changed shows people and numbers by their names", async () => {
  const { server, user, open } = forms();
  const doctor = aDoctor({ norm: 1 });
  server.answer(doctorRoutes.read, doctor);
  const current = { ...doctor, norm: 2, representative_id: asha.id, version: 2 };
  server.refuse(doctorRoutes.update, "changed_meanwhile", {
    details: { current, changed_by: "ravi@example.com", changed_at: "2025-11-20T06:29:00.000Z" },
  });
  await open(`/doctors/${doctor.id}/edit`);
  await typeInto(user, await field("Calls a month"), "3");
  await user.selectOptions(await representative(), "Ravi Nair");
  await user.click(screen.getByRole("button", { name: "Save Changes" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Which values should be saved?" });
  const choices = (label: string) => within(dialog).getByRole("group", { name: label }).textContent;
  expect(choices("Calls a month")).toBe("Calls a monthYours 3Saved meanwhile 2");
  expect(choices("Representative")).toBe("RepresentativeYours Ravi NairSaved meanwhile Asha Rao");
});

test("calls a month are from 0 to 31; a doctor is given to everybody, and keeps no calls of their own", async () => {
  const { server, user, open } = forms();
  const doctor = aDoctor({ norm: 0, representative_id: asha.id });
  answerDoctorPage(server, doctor);
  server.answer(coverageRoutes.representatives, { rows: [asha, ravi, me] });
  await open(`/doctors/${doctor.id}`);
  await waitFor(() => expect(detail("Representative").textContent).toBe("Asha Rao"));
  expect(detail("Calls a month").textContent).toBe("0");
  await user.click(screen.getByRole("link", { name: "Edit" }));
  const calls = await field("Calls a month");
  expect(calls.value).toBe("0");
  const person = await representative();
  await waitFor(() => expect(person.selectedOptions[0]?.text).toBe("Asha Rao"));
  const save = screen.getByRole("button", { name: "Save Changes" });
  await typeInto(user, calls, "3O");
  await user.click(save);
  await waitFor(() => expect(description(calls)).toMatch(/Please enter a whole number from 0 to 31/));
  expect(calls.value).toBe("3O");
  await typeInto(user, calls, "32");
  await user.click(save);
  await waitFor(() =>
    expect(description(calls)).toMatch(
      /^Empty: as many as .* Please enter a whole number from 0 to 31, or nothing$/,
    ),
  );
  expect(server.asked(doctorRoutes.update)).toEqual([]);
  await user.clear(calls);
  await user.selectOptions(person, "Everybody");
  const given = { ...doctor, norm: null, representative_id: null, version: 2 };
  server.answer(doctorRoutes.update, () => {
    server.answer(doctorRoutes.read, given);
    return given;
  });
  await user.click(save);
  await atAddress(`/doctors/${doctor.id}`);
  await waitFor(() => expect(detail("Representative").textContent).toBe("Everybody"));
  expect(detail("Calls a month").textContent).toBe("No target");
  expect(server.asked(doctorRoutes.update)).toMatchObject([
    { body: { norm: null, representative_id: null, version: 1 } },
  ]);
});
