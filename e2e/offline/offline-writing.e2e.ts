import type { Page } from "@playwright/test";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { countKept, savedHere, untilRows } from "../kit/phone-store.ts";
import { detail, goInside, message, rowsOf } from "../kit/screen.ts";
import { addItem, chooseDoctor, productField, quantityField } from "../kit/visit-form.ts";
import { openKept } from "./kept-pages.ts";

test.use({ loadsAhead: true, serviceWorkers: "allow" });

async function addDoctor(page: Page, name: string) {
  await goInside(page, "/doctors/add");
  await page.getByLabel("Doctor Name").fill(name);
  await page.getByRole("button", { name: "Add Doctor" }).click();
  await expect(message(page, savedHere)).toBeVisible();
}

test("what is entered, changed and deleted without a connection survives the page, is on the server once, and is not offered again", async ({
  signedIn: page,
  context,
  make,
  person,
  product: { database },
  call,
}) => {
  const doctor = (name: string) => rowsOf(page, "Doctors").filter({ hasText: name });
  const visit = rowsOf(page, "Visits").filter({ hasText: "Dr. New" });
  await make.product({ name: "Paracip 500", stock: 10 });
  await make.product({ name: "Amoxicillin", stock: 10 });
  const crocin = await make.product({ name: "Crocin", stock: 10 });
  const kept = await make.doctor({ name: "Dr. Kept", doctor_class: "A" });
  await make.doctor({ name: "Dr. Going", doctor_class: "A" });
  // Who is known for long, and was never seen, is due on every day.
  await database.pool.query("update doctors set created_at = '2025-01-01'");
  await openKept(page, person.session.user.id, 2);
  await page.goto("/today");
  await expect(page.getByRole("link", { name: "Dr. Kept", exact: true })).toBeVisible();
  await context.setOffline(true);

  await test.step("a doctor and a visit with two products are entered", async () => {
    await addDoctor(page, "Dr. New");
    await expect(doctor("Dr. New")).toBeVisible();
    await goInside(page, "/visits/add");
    await chooseDoctor(page, "Dr. New");
    await addItem(page, "Paracip 500", "2");
    await addItem(page, "Amoxicillin", "3");
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(visit).toBeVisible();
    await page.reload();
    await expect(visit).toBeVisible();
    expect(await countKept(page, person.session.user.id, "outbox")).toBe(2);
  });

  await test.step("Today shows it as done, and whom to see", async () => {
    await goInside(page, "/today");
    await expect(page.getByRole("list", { name: "Done today" })).toContainText("Dr. New");
    await expect(page.getByRole("list", { name: "Due and late" })).toContainText("Dr. Kept");
    // It was never opened with a connection.
    await page.getByRole("link", { name: "Tomorrow" }).click();
    await expect(page.getByText("Nothing is planned for this day.")).toBeVisible();
  });

  await test.step("a doctor is entered and changed", async () => {
    await addDoctor(page, "Dr. Frist");
    await doctor("Dr. Frist").getByRole("link", { name: "View Dr. Frist" }).click();
    await page.getByRole("link", { name: /Edit/ }).first().click();
    await page.getByLabel("Doctor Name").fill("Dr. First");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByRole("heading", { name: "Dr. First", level: 1 })).toBeVisible();
  });

  await test.step("a doctor is skipped today, and another skip is taken back", async () => {
    const skip = async (name: string, reason: string) => {
      await page.getByRole("button", { name: `Skip ${name} today` }).click();
      await page.getByRole("radio", { name: reason }).check();
      await page.getByRole("dialog").getByRole("button", { name: "Skip", exact: true }).click();
    };
    const skipped = page.getByRole("list", { name: "Skipped today" }).getByRole("listitem");
    await goInside(page, "/today");
    await skip("Dr. Going", "Doctor on leave");
    await expect(message(page, savedHere)).toBeVisible();
    await skip("Dr. Kept", "Clinic closed");
    await page.getByText("Skipped today (2)").click();
    await expect(skipped.first()).toContainText("Waiting");
    await page.getByRole("button", { name: "Undo skipping Dr. Going" }).click();
    await expect(page.getByRole("button", { name: "Skip Dr. Going today" })).toBeVisible();
    await expect(skipped).toHaveText([/Dr\. Kept.*Waiting.*Clinic closed/]);
    await page.getByRole("button", { name: /waiting/ }).click();
    await expect(page.getByRole("dialog").getByText("Skip · Dr. Kept")).toBeVisible();
    // It was never sent: nothing of it is left to send.
    await expect(page.getByRole("dialog").getByText("Dr. Going")).toHaveCount(0);
    await page.keyboard.press("Escape");
  });

  await test.step("a doctor is changed and one deleted", async () => {
    await goInside(page, `/doctors/${kept.id}/edit`);
    await page.getByLabel("Doctor Name").fill("Dr. Renamed");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByRole("heading", { name: "Dr. Renamed", level: 1 })).toBeVisible();
    await goInside(page, "/doctors");
    await expect(doctor("Dr. Renamed")).toBeVisible();
    await page.getByRole("button", { name: "Delete Dr. Going" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(doctor("Dr. Going")).toHaveCount(0);
    await expect(rowsOf(page, "Doctors")).toHaveCount(3);
  });

  await test.step("with a connection it is on the server, once", async () => {
    await context.setOffline(false);
    await untilRows(page, person.session.user.id, "outbox", 0);
    const { rows } = await call(visitRoutes.list, { query: {} });
    expect(rows).toMatchObject([{ doctor: { name: "Dr. New" }, item_count: 2 }]);
    const { rows: doctors } = await call(doctorRoutes.list, { query: {} });
    expect(doctors.map(({ name }) => name)).toEqual(["Dr. First", "Dr. New", "Dr. Renamed"]);
    const { skipped } = await call(todayRoutes.read, {});
    expect(skipped).toMatchObject([{ doctor: { name: "Dr. Renamed" }, reason: "clinic_closed" }]);
    await expect(rowsOf(page, "Doctors")).toHaveCount(3);
    await goInside(page, "/visits");
    await expect(rowsOf(page, "Visits")).toHaveCount(1);
  });

  await test.step("with a connection, what waits on this phone is not offered again", async () => {
    const { id } = crocin;
    // The server answers everything but this one visit.
    await page.route("**/api/visits", (route) =>
      route.fulfill({ status: 503, json: { code: "unavailable" } }),
    );
    await goInside(page, "/visits/add");
    await chooseDoctor(page, "Dr. Renamed");
    await addItem(page, "Crocin", "3");
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, savedHere)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Doctor Visits", level: 1 })).toBeVisible();

    await goInside(page, "/visits/add");
    const offered = "Crocin - ₹12.50 (Stock: 7, 3 wait on this phone)";
    await expect(page.getByRole("option", { name: /Crocin/ })).toHaveText(offered);
    await productField(page).selectOption(offered);
    await expect(quantityField(page)).toHaveAccessibleDescription("Available: 7, 3 wait on this phone");
    expect((await call(stockRoutes.availability, { params: { id } })).available).toBe(10);

    await goInside(page, `/products/${id}`);
    await expect(detail(page, "Current Stock")).toHaveText("10Low Stock7 left, 3 wait on this phone");
    await goInside(page, "/visits/add");

    // Once the server has it, its stock is the same, and counts.
    await page.unroute("**/api/visits");
    await untilRows(page, person.session.user.id, "outbox", 0);
    expect((await call(stockRoutes.availability, { params: { id } })).available).toBe(7);
    await expect(page.getByRole("option", { name: /Crocin/ })).toHaveText("Crocin - ₹12.50 (Stock: 7)");
  });
});
