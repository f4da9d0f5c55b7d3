import type { Page } from "@playwright/test";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Call } from "@rounds/testkit/caller.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { withoutDatabase } from "../kit/phone-store.ts";
import { expectNoSidewaysScroll, goInside, message } from "../kit/screen.ts";
import { holdNextCall, loseNextAnswer } from "../kit/trouble.ts";
import { creation, items } from "../kit/visit-form.ts";

// Thursday, November 20, 2025, noon in India.
test.use({
  now: Date.parse("2025-11-20T06:30:00Z"),
  viewport: { width: 390, height: 844 },
  hasTouch: true,
});

const today = "2025-11-20";
const chip = (page: Page, name: string) =>
  page.getByRole("list", { name: "Products bought before" }).getByRole("button", { name });
const save = (page: Page) => page.getByRole("form").getByRole("button", { name: /^Save/ });
const completing = { method: "POST", path: /\/api\/visits\/[^/]+\/complete$/ };

let known: Doctor;
let doctor: string;
let paracip: Product;

/** A doctor who bought two products before, and another. */
test.beforeEach(async ({ make }) => {
  known = await make.doctor({ doctor_class: "A", specialization: "Cardiology", address: "MG Road, Pune" });
  await make.doctor({ name: "Dr. Vikram Nair" });
  paracip = await make.product({ stock: 40 });
  const azee = await make.product({ name: "Azee 250", price: "110.00", stock: 50 });
  await make.product({ name: "Telma 40", price: "80.00" });
  const lines = [
    { product: paracip, quantity: 4, unit_price: "12.00" },
    { product: azee, quantity: 10 },
  ];
  await make.visit({ doctor: known, visit_date: "2025-11-10", lines });
  doctor = known.id;
});

const visitsOf = async (call: Call) =>
  (await call(visitRoutes.ofDoctor, { params: { id: doctor }, query: {} })).rows;

test("one product is sold in at most six taps, or by keyboard alone; the doctor is offered or found", async ({
  signedIn: page,
  make,
  call,
}) => {
  await test.step("offers the doctors planned or due today and visited last, and finds others", async () => {
    const planned = await make.doctor({ name: "Dr. Planned" });
    await make.doctor({ name: "Dr. Other", specialization: "Dermatology" });
    await make.doctor({ name: "Dr. Due", norm: 8 });
    const recent = await make.doctor({ name: "Dr. Recent" });
    await make.visit({ doctor: planned, visit_date: today, status: "scheduled" });
    await make.visit({ doctor: recent, visit_date: "2025-11-10" });
    await page.goto("/visits/record");
    await expect(page.getByRole("heading", { level: 2 })).toHaveText([
      "Scheduled for today",
      "Due and late",
      "Visited recently",
      "All doctors",
    ]);
    await expect(page.getByRole("link", { name: /Dr\. Due/ })).toHaveText(/0 of 3 · never seen · see by/);
    await expectAccessible(page, "choosing the doctor of a visit");
    await page.getByRole("searchbox", { name: "Doctor" }).fill("derma");
    await expect(page.getByRole("main").getByRole("listitem")).toHaveText([/Dr\. Other/]);
    await page.getByRole("link", { name: /Dr\. Other/ }).tap();
    await expect(page.getByRole("heading", { name: "Dr. Other" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Visited recently" })).toBeVisible();
  });

  await test.step("six taps", async () => {
    let taps = 0;
    const tap = async (target: ReturnType<Page["getByRole"]>) => {
      taps++;
      await target.tap();
    };
    await tap(page.getByRole("link", { name: "Dr. Asha Rao" }));
    await tap(chip(page, "Paracip 500"));
    await expect(items(page)).toHaveCount(1);
    await expect(page.getByLabel("Quantity of Paracip 500")).toHaveValue("4");
    await expect(page.getByLabel("Unit Price of Paracip 500")).toHaveValue("12.00");
    await tap(page.getByRole("button", { name: "One more of Paracip 500" }));
    await expect(save(page)).toHaveText("Save · ₹60.00");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, "the quick record with a product");
    await tap(save(page));
    await expect(message(page, "Visit added successfully!")).toBeVisible();
    await expect(page).toHaveURL("/visits");
    // With the tap that opens this screen.
    expect(taps + 1).toBeLessThanOrEqual(6);
    const [visit] = await visitsOf(call);
    expect(visit).toMatchObject({ visit_date: today, status: "completed", total_sales: "60.00" });
    await page.getByRole("button", { name: "Close message" }).tap();
  });

  await test.step("by keyboard alone", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await goInside(page, `/doctors/${doctor}`);
    await page.getByRole("link", { name: "Record visit" }).focus();
    await page.keyboard.press("Enter");
    await expect(chip(page, "Paracip 500")).toBeVisible();
    await chip(page, "Paracip 500").focus();
    await page.keyboard.press("Space");
    const quantity = page.getByLabel("Quantity of Paracip 500");
    await quantity.focus();
    await page.keyboard.type("2");
    const less = page.getByRole("button", { name: "One less of Paracip 500" });
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(quantity).toHaveValue("1");
    // It can't be pressed any more, and the keyboard goes on from there.
    await expect(less).toBeDisabled();
    await expect(less).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.type("6");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "One more of Paracip 500" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(quantity).toHaveValue("7");
    await page.keyboard.press("Control+Enter");
    await expect(message(page, "Visit added successfully!")).toBeVisible();
    await expect
      .poll(async () => (await visitsOf(call)).map(({ total_sales }) => total_sales))
      .toContain("84.00");
  });
});

test.describe("with a store on the device", () => {
  test.use({ loadsAhead: true });

  test("what was typed survives a reload; a visit that can't be saved as it is brings the form back with the reason", async ({
    signedIn: page,
    make,
    call,
  }) => {
    await test.step("a reload", async () => {
      await page.goto(`/visits/record?doctor_id=${doctor}`);
      await chip(page, "Paracip 500").tap();
      await page.getByLabel("Notes").fill("Wants samples");
      await page.reload();
      await expect(page.getByText("What you typed before is still here")).toBeVisible();
      await expect(page.getByLabel("Quantity of Paracip 500")).toHaveValue("4");
      await expect(page.getByLabel("Notes")).toHaveValue("Wants samples");
    });

    await test.step("what somebody else sold meanwhile is shown at the line", async () => {
      const held = await holdNextCall(page, creation);
      await save(page).tap();
      await expect(page).toHaveURL("/visits");
      const other = await make.doctor({ name: "Dr. Other" });
      await make.visit({ doctor: other, visit_date: today, lines: [{ product: paracip, quantity: 34 }] });
      held.release();
      await expect(page).toHaveURL(/\/visits\/record/);
      await expect(items(page)).toContainText("Insufficient stock. Available: 2");
      await expect(page.getByLabel("Quantity of Paracip 500")).toHaveValue("4");
      await expectAccessible(page, "the quick record, refused", [390]);
      expect(await visitsOf(call)).toHaveLength(1);
      await page.getByRole("button", { name: "Start over" }).tap();
    });

    await test.step("a scheduled visit that was cancelled meanwhile is reported, and recorded beside it", async () => {
      const { id } = await make.visit({ doctor: known, visit_date: today, status: "scheduled" });
      await page.goto(`/visits/record?doctor_id=${doctor}`);
      await expect(page.getByText("Saving completes the visit scheduled for today.")).toBeVisible();
      await expectAccessible(page, "the quick record of a scheduled visit", [390]);
      await chip(page, "Azee 250").tap();
      const held = await holdNextCall(page, completing);
      await save(page).tap();
      await expect(page).toHaveURL("/visits");
      await call(visitRoutes.update, {
        params: { id },
        body: { doctor_id: doctor, visit_date: today, status: "cancelled", notes: "", items: [], version: 1 },
      });
      held.release();
      await expect(page).toHaveURL(/\/visits\/record/);
      await expect(page.getByText("Save again to record this one beside it.")).toBeVisible();
      await expect(page.getByText("Saving completes the visit")).toBeHidden();
      await save(page).tap();
      await expect(message(page, "Visit added successfully!")).toBeVisible();
      expect((await visitsOf(call)).map(({ status }) => status).sort()).toEqual([
        "cancelled",
        "completed",
        "completed",
      ]);
    });
  });
});

test("the bar of buttons covers no field that gets the focus", async ({ signedIn: page }) => {
  // So low that the field lies under the bar at first, and the page is longer than it.
  await page.setViewportSize({ width: 390, height: 560 });
  await page.goto(`/visits/record?doctor_id=${doctor}`);
  const date = page.getByLabel("Visit Date");
  await expect(date).toBeVisible();
  const bottom = await date.evaluate((field) => {
    window.scrollTo(0, window.scrollY + field.getBoundingClientRect().bottom - window.innerHeight - 10);
    field.focus();
    return field.getBoundingClientRect().bottom;
  });
  const bar = await save(page).boundingBox();
  expect(bottom).toBeLessThanOrEqual(bar?.y ?? 0);
});

test("a scheduled visit whose answer was lost is completed once", async ({ signedIn: page, make, call }) => {
  await withoutDatabase(page);
  await make.visit({ doctor: known, visit_date: today, status: "scheduled" });
  await page.goto(`/visits/record?doctor_id=${doctor}`);
  await chip(page, "Paracip 500").tap();
  await loseNextAnswer(page, completing);
  await save(page).tap();
  await expect(message(page, "Scheduled visit completed!")).toBeVisible({ timeout: 20_000 });
  const visits = await visitsOf(call);
  expect(visits).toHaveLength(2);
  expect(visits[0]).toMatchObject({ status: "completed", total_sales: "48.00", item_count: 1 });
});
