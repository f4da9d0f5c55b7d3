import type { Page } from "@playwright/test";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll, message } from "./screen.ts";

test.use({
  now: Date.parse("2025-11-20T06:30:00Z"),
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});

const script = '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">';
const texts = {
  script,
  HTML: "<b>Bold</b> &amp; <a href='javascript:window.hacked=1'>link</a>",
  SQL: "Robert'); drop table doctors; -- %_\\",
  Devanagari: "डॉ. आशा राव, पुणे क्षेत्र",
  emoji: "👩🏽‍⚕️ Dr. 😀 مرحبا \u202eright to left",
  "200 letters without a break": "W".repeat(200),
};

/** Opens a screen and asserts that it shows the text as text, and is no wider than the phone. */
async function expectShown(page: Page, path: string, text: string) {
  await page.goto(path);
  const shown = page.getByRole("main").getByText(text, { exact: true }).filter({ visible: true });
  await expect(shown.first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expectNoSidewaysScroll(page);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
}

for (const [kind, text] of Object.entries(texts)) {
  test(`${kind} is shown as it is, on every screen`, async ({ signedIn: page, make, call }) => {
    // Typed in through the page, so that the way in is tested too.
    await page.goto("/doctors/add");
    await page.getByLabel("Doctor Name").fill(text);
    await page.getByLabel("Specialization").fill(text);
    await page.getByLabel("Hospital/Clinic").fill(text);
    await page.getByLabel("Address").fill(text);
    await page.getByRole("button", { name: "Add Doctor" }).tap();
    await expect(message(page, "Doctor added successfully!")).toBeVisible();
    const [doctor] = (await call(doctorRoutes.list, { query: { search: text.slice(0, 200) } })).rows;
    if (!doctor) throw new Error("The doctor is not found by the very name");
    expect(doctor).toMatchObject({ name: text, specialization: text, hospital: text, address: text });
    const product = await make.product({ name: text, description: text, stock: 5, price: "9999999999.99" });
    const lines = [{ product, quantity: 5 }];
    const visit = await make.visit({ doctor, visit_date: "2025-11-20", notes: text, lines });

    await expectShown(page, "/", text);
    await expectShown(page, "/doctors", text);
    await expectShown(page, `/doctors/${doctor.id}`, text);
    await expectShown(page, "/products", text);
    await expectShown(page, `/products/${product.id}`, text);
    await expectShown(page, "/visits", text);
    await expectShown(page, `/visits/${visit.id}`, text);

    await page.goto(`/visits/${visit.id}/edit`);
    await expect(page.getByRole("combobox", { name: "Doctor", exact: true })).toHaveValue(text);
    await expect(page.getByRole("list", { name: "Added items" })).toContainText(text);
    await expectNoSidewaysScroll(page);

    // In a filter's chip, in a question and in a toast too.
    await page.goto(`/doctors?search=${encodeURIComponent(text)}`);
    await expect(page.getByRole("list", { name: "Active filters" })).toContainText(`Search: ${text}`);
    await page.getByRole("button", { name: `Delete ${text}` }).tap();
    const dialog = page.getByRole("alertdialog", { name: "Delete doctor" });
    await expect(dialog).toContainText(text);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole("button", { name: "Cancel" }).tap();
    await page.goto(`/visits/${visit.id}`);
    await page.getByRole("button", { name: "Delete", exact: true }).tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).tap();
    await expect(
      message(page, `Visit deleted successfully: ${text}, Nov 20, 2025, 1 associated sale`),
    ).toBeVisible();
    await expectNoSidewaysScroll(page);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  });
}

test("script in the address does nothing", async ({ signedIn: page }) => {
  for (const path of [
    `/doctors?search=${encodeURIComponent(script)}`,
    `/doctors?city=${encodeURIComponent(script)}`,
    `/visits?city=${encodeURIComponent(script)}&start_date=%3Cscript%3E`,
    `/login?redirect=${encodeURIComponent(`/doctors?search=${script}`)}`,
    `/doctors/${encodeURIComponent(script)}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectNoSidewaysScroll(page);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  }
});
