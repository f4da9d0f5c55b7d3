import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { withoutDatabase } from "../kit/phone-store.ts";
import { detail, goInside, message, rowsOf } from "../kit/screen.ts";
import { holdNextAnswer, loseNextAnswer } from "../kit/trouble.ts";

const notSaved =
  "It is not known whether this was saved. The server can't be reached. What you typed is kept, and will be saved when the connection is back.";
const creation = { method: "POST", path: "/api/doctors" };

test("a doctor is added with only the keyboard, once by a double click or over a reload; edited; leaving asks", async ({
  signedIn: page,
  make,
  call,
}) => {
  await page.clock.install();

  await test.step("with only the keyboard, field by field; Enter saves", async () => {
    await page.goto("/doctors");
    await page.getByRole("heading", { name: "Doctors", exact: true }).click();
    await page.keyboard.press("n");
    await expect(page.getByRole("heading", { name: "Add Doctor" })).toBeVisible();
    await page.getByLabel("Doctor Name").focus();
    for (const typed of ["Dr. Asha Rao", "Cardiology", "Ruby Hall", "A", "Prescriber", "+91 98765 43210"]) {
      await page.keyboard.type(typed);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type("asha@hospital.example");
    await page.keyboard.press("Tab");
    await page.keyboard.type("12 MG Road, Pune");
    await page.keyboard.press("Tab");
    await page.keyboard.type("3");
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Representative")).toBeFocused();
    for (let fields = 0; fields < 3; fields++) await page.keyboard.press("Shift+Tab");
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.keyboard.press("Enter");

    await expect(message(page, "Doctor added successfully!")).toBeVisible();
    await expect(page).toHaveURL("/doctors");
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);
    const { rows } = await call(doctorRoutes.list, { query: {} });
    expect(rows[0]).toMatchObject({
      name: "Dr. Asha Rao",
      specialization: "Cardiology",
      hospital: "Ruby Hall",
      doctor_class: "A",
      doctor_type: "prescriber",
      contact_number: "+91 98765 43210",
      email: "asha@hospital.example",
      address: "12 MG Road, Pune",
      norm: 3,
      representative_id: rows[0]?.created_by,
    });
  });

  await test.step("says that it is saving, and a double click saves once", async () => {
    await goInside(page, "/doctors/add");
    await page.getByLabel("Doctor Name").fill("Dr. Bela Shah");
    const answer = await holdNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Doctor" }).dblclick();
    await expect(page.getByRole("button", { name: "Adding..." })).toBeDisabled();
    await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
    answer.release();
    await expect(message(page, "Doctor added successfully!")).toBeVisible();
    await expect(rowsOf(page, "Doctors")).toHaveCount(2);
    expect((await call(doctorRoutes.list, { query: {} })).total).toBe(2);
  });

  await test.step("continues after a reload in between, once", async () => {
    await goInside(page, "/doctors/add");
    await page.getByLabel("Doctor Name").fill("Dr. Chitra Sen");
    await page.getByLabel("Address").fill("12 MG Road\nPune");
    const answer = await holdNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Doctor" }).click();
    await answer.answered;
    await page.reload();
    await expect(page.getByText("What you typed before is still here.")).toBeVisible();
    await expect(page.getByLabel("Doctor Name")).toHaveValue("Dr. Chitra Sen");
    await expect(page.getByLabel("Address")).toHaveValue("12 MG Road\nPune");
    await page.getByRole("button", { name: "Add Doctor" }).click();
    await expect(message(page, "Doctor added successfully!")).toBeVisible();
    expect((await call(doctorRoutes.list, { query: {} })).total).toBe(3);
  });

  await test.step("asks before leaving what was typed", async () => {
    await expect(page).toHaveURL("/doctors");
    await page.getByRole("link", { name: "Add Doctor" }).click();
    // With nothing typed, Escape and Cancel simply lead back.
    await expect(page.getByRole("heading", { name: "Add Doctor" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/doctors");
    await page.getByRole("link", { name: "Add Doctor" }).click();
    await page.getByLabel("Doctor Name").fill("Dr. Half Typed");

    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    const leaving = {
      Escape: () => page.keyboard.press("Escape"),
      Cancel: () => page.getByRole("button", { name: "Cancel" }).click(),
      "the arrow": () => page.getByRole("link", { name: "Back", exact: true }).click(),
      "a link": () => page.getByRole("link", { name: "Visits", exact: true }).click(),
      "the browser's button": () => page.goBack(),
    };
    for (const leave of Object.values(leaving)) {
      await leave();
      await expect(question).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(question).toBeHidden();
      await expect(page.getByLabel("Doctor Name")).toHaveValue("Dr. Half Typed");
    }
    await page.getByRole("button", { name: "Cancel" }).click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL("/doctors");
    await page.getByRole("link", { name: "Add Doctor" }).click();
    await expect(page.getByLabel("Doctor Name")).toHaveValue("");
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("an edit starts with the stored values, and returns to the doctor after 1.5 seconds", async () => {
    const { id } = await make.doctor({
      name: "Dr. Divya Nair",
      hospital: "Ruby Hall",
      doctor_class: "B",
      address: "Pune",
    });
    await goInside(page, `/doctors/${id}`);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page.getByLabel("Doctor Name")).toHaveValue("Dr. Divya Nair");
    await expect(page.getByLabel("Hospital/Clinic")).toHaveValue("Ruby Hall");
    await expect(page.getByLabel("Doctor Class")).toHaveValue("B");
    await expect(page.getByLabel("Doctor Type")).toHaveValue("");
    await expect(page.getByLabel("Address")).toHaveValue("Pune");
    await page.getByLabel("Specialization").fill("Cardiology");
    await page.getByLabel("Hospital/Clinic").fill("");

    const answer = await holdNextAnswer(page, { method: "PUT", path: `/api/doctors/${id}` });
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
    // Less than a form waits for the server before the phone keeps the edit.
    await page.clock.pauseAt(Date.now() + 3_000);
    answer.release();
    await expect(message(page, "Doctor updated successfully!")).toBeVisible();
    await page.clock.runFor(1400);
    await expect(page).toHaveURL(`/doctors/${id}/edit`);
    await page.clock.runFor(200);
    await page.clock.resume();
    await expect(page).toHaveURL(`/doctors/${id}`);
    await expect(detail(page, "Specialization")).toHaveText("Cardiology");
    await expect(detail(page, "Hospital/Clinic")).toHaveText("N/A");
  });
});

test("a doctor whose answer was lost is added once, and what was saved is offered if it is changed", async ({
  signedIn: page,
  call,
}) => {
  await withoutDatabase(page);

  await test.step("it is safe to repeat", async () => {
    await page.goto("/doctors/add");
    await page.getByLabel("Doctor Name").fill("Dr. Asha Rao");
    await loseNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Doctor" }).click();
    await expect(page.getByRole("form").getByRole("alert")).toHaveText(notSaved);
    await expect(page.getByLabel("Doctor Name")).toHaveValue("Dr. Asha Rao");
    await page.getByRole("button", { name: "Add Doctor" }).click();
    await expect(message(page, "Doctor added successfully!")).toBeVisible();
    await expect(page).toHaveURL("/doctors");
    expect((await call(doctorRoutes.list, { query: {} })).total).toBe(1);
  });

  await test.step("changed before it is repeated, it says what was saved", async () => {
    await goInside(page, "/doctors/add");
    await page.getByLabel("Doctor Name").fill("Dr. Bela Shah");
    await loseNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Doctor" }).click();
    await expect(page.getByRole("form").getByRole("alert")).toHaveText(notSaved);
    await page.getByLabel("Hospital/Clinic").fill("Ruby Hall");
    await page.getByRole("button", { name: "Add Doctor" }).click();
    await expect(page.getByText("This was saved already, before your last changes.")).toBeVisible();
    expect((await call(doctorRoutes.list, { query: {} })).total).toBe(2);
    await expect(page.getByRole("link", { name: "Open what was saved" })).toBeVisible();
  });
});
