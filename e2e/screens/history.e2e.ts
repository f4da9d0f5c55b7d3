import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { stockOf } from "@rounds/testkit/builders.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { callerOf, signUp } from "../kit/person.ts";
import { detail, goInside, message } from "../kit/screen.ts";

test("an edit shows in the history and is restored, undone or refused; administrators see all changes", async ({
  signedIn: page,
  make,
  call,
  product,
  person,
}) => {
  const colleague = await signUp(product.url);
  const doctor = await make.doctor({ name: "Dr. Asha Rao", doctor_class: "B" });

  await test.step("an edit shows in the history, its former value is restored, and that is undone", async () => {
    await page.goto(`/doctors/${doctor.id}/edit`);
    await page.getByLabel("Doctor Class").selectOption("A");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(message(page, "Doctor updated successfully!")).toBeVisible();
    await expect(page).toHaveURL(`/doctors/${doctor.id}`);
    await expect(page.getByText(`${person.email} changed the class from B to A`)).toBeVisible();
    await expect(page.getByText(`Created by ${person.email}`)).toBeVisible();
    await expectAccessible(page, "a doctor with a history");
    await page.getByRole("button", { name: "Restore this value: Doctor Class, B" }).click();
    await expect(message(page, "Doctor Class restored")).toBeVisible();
    await expect(detail(page, "Doctor Class")).toHaveText("B");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(message(page, "Undone: the doctor is as before.")).toBeVisible();
    await expect(detail(page, "Doctor Class")).toHaveText("A");
  });

  await test.step("an undo that comes too late says who has changed it", async () => {
    await page.getByRole("button", { name: "Close message" }).click();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByRole("combobox", { name: "Doctor Class" }).selectOption("B");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(message(page, "Doctor updated successfully!")).toBeVisible();
    // The browser goes back on its own time.
    await expect(page).toHaveURL(`/doctors/${doctor.id}`);
    const { id, version, name } = await call(doctorRoutes.read, { params: { id: doctor.id } });
    const body = { name, doctor_class: "C" as const, version };
    await callerOf(product.url, colleague)(doctorRoutes.update, { params: { id }, body });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(message(page, `${colleague.email} has changed it since.`)).toBeVisible();
  });

  await test.step("administrators see all changes", async () => {
    const goods = await make.product({ name: "Crocin" });
    await callerOf(product.url, colleague)(productRoutes.update, {
      params: { id: goods.id },
      body: { name: "Crocin Advance", version: 1, price: "20.00", category: "Pain Relief" },
    });
    await call(coverageRoutes.saveHolidays, {
      body: { holidays: [{ day: "2026-08-15", name: "Independence Day" }] },
    });

    await goInside(page, "/data");
    await page.getByRole("link", { name: /^All changes/ }).click();
    const changes = page.getByRole("main").getByRole("listitem");
    await expect(changes.filter({ hasText: "changed the class from B to A" }).first()).toContainText(
      person.email,
    );
    await expect(changes.filter({ hasText: "Product Crocin Advance" }).first()).toContainText(
      colleague.email,
    );
    await expect(
      changes.filter({ hasText: "added the holiday Independence Day on Aug 15, 2026" }).first(),
    ).toBeVisible();
    await expectAccessible(page, "all changes");
  });
});

test("what was deleted comes back by Undo after some seconds, with fewer units where the stock does not suffice", async ({
  signedIn: page,
  make,
  call,
  person,
}) => {
  await page.clock.install();

  await test.step("a deleted doctor comes back by Undo, with visits and stock", async () => {
    const product = await make.product({ stock: 10 });
    const doctor = await make.doctor({ name: "Dr. Back" });
    const visit = await make.visit({ doctor, visit_date: "2025-06-10", lines: [{ product, quantity: 3 }] });
    const stock = () => stockOf({ call }, product.id);
    expect(await stock()).toBe(7);
    await page.goto(`/doctors/${doctor.id}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(message(page, "Doctor deleted successfully")).toBeVisible();
    expect(await stock()).toBe(10);
    // Other messages are gone by then.
    await page.clock.runFor(4000);
    // On the list by now, and on another screen: by the keyboard alone.
    await page.keyboard.press("g");
    await page.keyboard.press("p");
    await expect(page.getByRole("heading", { name: "Products" })).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(message(page, "Undone: the doctor is back.")).toBeVisible();
    await page.getByRole("link", { name: "Open the doctor" }).click();
    await expect(page.getByRole("heading", { name: "Dr. Back" })).toBeVisible();
    expect(await stock()).toBe(7);
    expect((await call(visitRoutes.read, { params: { id: visit.id } })).sales).toHaveLength(1);
  });

  await test.step("with fewer units", async () => {
    const product = await make.product({ name: "Dolo 650", stock: 5 });
    const doctor = await make.doctor({ name: "Dr. Short" });
    const other = await make.doctor({ name: "Dr. Other" });
    const visit = await make.visit({ doctor, visit_date: "2025-06-10", lines: [{ product, quantity: 4 }] });
    await goInside(page, "/deleted");
    await expect(page.getByText("Nothing was deleted lately.")).toBeVisible();

    await goInside(page, `/visits/${visit.id}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(message(page, /^Visit deleted successfully/)).toBeVisible();
    await make.visit({ doctor: other, visit_date: "2025-06-11", lines: [{ product, quantity: 3 }] });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(message(page, "Dolo 650: Insufficient stock. Available: 2")).toBeVisible();
    await page.getByRole("link", { name: "Choose how many units come back" }).click();

    const dialog = page.getByRole("dialog", { name: "Bring back Dr. Short, Jun 10, 2025" });
    await expect(dialog).toContainText("1 sale, 4 units leave the stock again");
    await dialog.getByRole("button", { name: "Bring back" }).click();
    const units = dialog.getByLabel("Dolo 650, Jun 10, 2025");
    await expect(units).toHaveValue("2");
    await units.fill("3");
    await expect(dialog).toContainText("Please enter a whole number from 0 to 2");
    await expectAccessible(page, "bringing back with too few units", [1440, 390]);
    await units.fill("1");
    await dialog.getByRole("button", { name: "Bring back" }).click();
    await expect(message(page, "Dr. Short, Jun 10, 2025 is back.")).toBeVisible();
    await expect(page.getByText("Nothing was deleted lately.")).toBeVisible();
    await page.getByRole("link", { name: "Open" }).click();
    await expect(page.getByRole("heading", { name: "Visit Details" })).toBeVisible();
    expect(await stockOf({ call }, product.id)).toBe(1);

    await call(doctorRoutes.delete, { params: { id: doctor.id } });
    await goInside(page, `/doctors/${doctor.id}`);
    await expect(page.getByText("Doctor not found").first()).toBeVisible();
    await expect(page.getByText(`Doctor Dr. Short was deleted by ${person.email}`)).toBeVisible();
    await expectAccessible(page, "a deleted doctor", [1440, 390]);
    await goInside(page, "/deleted");
    await expect(page.getByRole("list", { name: "Recently deleted" })).toContainText(
      "Comes back: 1 visit, 1 sale, 1 unit leaves the stock again",
    );
    await expectAccessible(page, "recently deleted");
    await page.getByRole("button", { name: "Bring back Dr. Short" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Bring back" }).click();
    await expect(message(page, "Dr. Short is back.")).toBeVisible();
  });
});
