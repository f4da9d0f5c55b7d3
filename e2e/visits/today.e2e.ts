import type { Page } from "@playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import type { Builders } from "../kit/builders.ts";
import { expect, test } from "../kit/fixtures.ts";
import { colleagueOf, openLive } from "../kit/live.ts";
import type { Product } from "../kit/product.ts";
import { goInside } from "../kit/screen.ts";

// Thursday, November 20, 2025, noon in India: 9 of the 25 field days of November are left.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

const today = "2025-11-20";

/** The rows of one of the day's lists. */
const rows = (page: Page, list: string) =>
  page.getByRole("list", { name: list, exact: true }).getByRole("listitem");
const line = (page: Page, list: string, name: string) => rows(page, list).filter({ hasText: name });

/** Makes all doctors old enough for the norm of a whole month. */
const age = (product: Product) => product.database.pool.query("update doctors set created_at = '2025-01-01'");

/** A doctor of class A with this many calls this month: 0 or 1 is late, 2 is due, with 2 days to spare. */
async function seen(make: Builders, name: string, days: string[]) {
  const doctor = await make.doctor({
    name,
    doctor_class: "A",
    specialization: "Cardiology",
    hospital: "Ruby Hall",
    address: "12 MG Road, Pune",
    contact_number: "+91 98765 43210",
  });
  for (const day of days) await make.visit({ doctor, visit_date: `2025-11-${day}` });
  return doctor;
}

test.describe("on a desk", () => {
  test("works by keyboard alone, and is accessible with every list and its dialogs", async ({
    signedIn: page,
    make,
    product,
  }) => {
    await seen(make, "Dr. Late", []);
    await seen(make, "Dr. Due", ["03", "12"]);
    await seen(make, "Dr. Skipped", []);
    const planned = await seen(make, "Dr. Planned", []);
    await make.visit({ doctor: planned, visit_date: today, status: "scheduled", notes: "Bring samples" });
    const long = await seen(make, `Dr. ${"Venkatanarasimharajuvaripeta".repeat(3)}`, []);
    await make.visit({ doctor: long, visit_date: today, status: "scheduled", notes: "x".repeat(300) });
    await make.visit({ doctor: planned, visit_date: "2025-11-18", status: "scheduled" });
    await make.visit({ doctor: await make.doctor({ name: "Dr. Done" }), visit_date: today });
    await age(product);

    await test.step("by keyboard alone", async () => {
      await page.goto("/doctors");
      await expect(page.getByRole("heading", { name: "Doctors", level: 1 })).toBeVisible();
      await page.keyboard.press("g");
      await page.keyboard.press("t");
      await expect(page).toHaveURL("/today");
      await expect(rows(page, "Due and late")).toHaveText([/Dr\. Late/, /Dr\. Skipped/, /Dr\. Due/]);
      await page.getByRole("link", { name: "Dr. Late", exact: true }).focus();
      for (const name of [
        "Call Dr. Late",
        "WhatsApp Dr. Late",
        "Directions to Dr. Late",
        "Plan a visit to Dr. Late",
        "Skip Dr. Late today",
      ]) {
        await page.keyboard.press("Tab");
        await expect(line(page, "Due and late", "Dr. Late").getByLabel(name, { exact: true })).toBeFocused();
      }
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Skip for today" });
      await expect(dialog.getByRole("radio", { name: "Doctor on leave" })).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(dialog.getByRole("radio", { name: "Not available today" })).toBeChecked();
      await page.keyboard.press("Enter");
      await expect(rows(page, "Due and late")).toHaveText([/Dr\. Skipped/, /Dr\. Due/]);
      // The focus is on the row that took its place.
      await expect(page.getByRole("link", { name: "Dr. Skipped", exact: true })).toBeFocused();
    });

    await test.step("axe finds nothing", async () => {
      await page.getByRole("button", { name: "Skip Dr. Skipped today" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Skip", exact: true }).click();
      await expect(page.getByRole("form").getByText("Please choose why")).toBeVisible();
      await expectAccessible(page, "the skip dialog with an error");
      await page.getByRole("radio", { name: "Clinic closed" }).check();
      await page.getByRole("dialog").getByRole("button", { name: "Skip", exact: true }).click();
      await page.getByText("Skipped today (2)").click();
      await expectAccessible(page, "the day");
      await page.getByRole("button", { name: "Plan a visit to Dr. Due" }).click();
      await page.getByRole("button", { name: "Another day" }).click();
      await expect(page.getByRole("dialog").getByRole("textbox", { name: "Day" })).toBeVisible();
      await expectAccessible(page, "the dialog that moves a plan");
    });
  });
});

test.describe("with colleagues", () => {
  test.use({ live: true });

  test("what colleagues record shows by itself: in the day, a doctor's glance and the coverage", async ({
    signedIn: page,
    make,
    product,
  }) => {
    const shared = await seen(make, "Dr. Shared", []);
    const own = await seen(make, "Dr. Own", []);
    const brought = await make.product();
    await product.database.pool.query("update doctors set representative_id = null");
    await age(product);
    const colleague = await colleagueOf(product);

    await test.step("a colleague's visit takes the doctor off the list, and one's own appears as done", async () => {
      await openLive(page, "/today");
      await expect(rows(page, "Due and late")).toHaveCount(2);
      await colleague.make.visit({ doctor: shared, visit_date: today });
      await expect(rows(page, "Due and late")).toHaveText([/Dr\. Own/]);
      await make.visit({ doctor: own, visit_date: today });
      await expect(rows(page, "Done today")).toHaveText([/Dr\. Own/]);
      await expect(page.getByText("All caught up.")).toBeVisible();
    });

    await test.step("a doctor's page shows the visit and its sale", async () => {
      const doctor = await make.doctor({ name: "Dr. New", doctor_class: "B" });
      await age(product);
      await goInside(page, `/doctors/${doctor.id}`);
      await expect(page.getByText("Never visited")).toBeVisible();
      const lines = [{ product: brought, quantity: 3 }];
      await colleague.make.visit({ doctor, visit_date: today, notes: "Just now", lines });
      await expect(page.getByRole("list", { name: "Products bought" })).toContainText("3 units");
    });

    await test.step("the coverage counts the call", async () => {
      const figure = (name: string) => page.getByRole("link", { name, exact: true });
      const doctor = await make.doctor({ name: "Dr. Uncovered", doctor_class: "C" });
      await age(product);
      await goInside(page, "/coverage?person=everybody");
      await expect(figure("Class C, doctors: 1")).toBeVisible();
      await expect(figure("Class C, met: 1")).toHaveCount(0);
      await colleague.make.visit({ doctor, visit_date: today });
      await expect(figure("Class C, met: 1")).toBeVisible();
    });
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test.describe("with its own clock", () => {
    // A page whose clock is set does not know how it was opened.
    test.use({ now: undefined });

    test("starts with Today if so chosen, and the dashboard stays in reach", async ({ signedIn: page }) => {
      await page.goto("/today");
      // Offered once, above everything else.
      const offer = page.getByText("Start with Today on this phone?");
      await expect(offer).toBeInViewport();
      await page.getByRole("button", { name: "Yes", exact: true }).click();
      await expect(offer).toBeHidden();
      await page.goto("about:blank");
      await page.goto("/");
      await expect(page).toHaveURL("/today");
      await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
      await page.goto("/doctors");
      await page.goBack();
      await expect(page).toHaveURL("/today");
      // A tap on Dashboard shows it, also after a reload.
      await page.getByRole("button", { name: /menu/i }).click();
      await page.getByRole("link", { name: "Dashboard" }).click();
      await expect(page.getByRole("heading", { name: /^Dashboard/ })).toBeVisible();
      await page.reload();
      await expect(page.getByRole("heading", { name: /^Dashboard/ })).toBeVisible();
      await expect(page).toHaveURL("/");
      await page.goBack();
      await expect(page).toHaveURL("/today");
      await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
      await expect(offer).toBeHidden();
      await page.goto("/account");
      await page.getByRole("switch", { name: "Start with Today on this phone" }).uncheck();
      await page.goto("about:blank");
      await page.goto("/");
      await expect(page.getByRole("heading", { name: /^Dashboard/ })).toBeVisible();
    });
  });
});
