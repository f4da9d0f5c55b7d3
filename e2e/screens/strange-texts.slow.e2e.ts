import type { Page } from "@playwright/test";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { expectNoSidewaysScroll, message } from "../kit/screen.ts";

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
  emoji: "👩🏽‍⚕️ Dr. 😀 مرحبا left and right",
  "200 letters without a break": "W".repeat(200),
};

/** Asserts that the page shows each text as text, and is no wider than the phone. */
async function expectShown(page: Page, ...shown: string[]) {
  for (const text of shown) {
    const found = page.getByRole("main").getByText(text, { exact: true }).filter({ visible: true });
    await expect(found.first()).toBeVisible();
  }
  await page.waitForLoadState("networkidle");
  await expectNoSidewaysScroll(page);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
}

test("texts of every kind are saved as they are typed", async ({ signedIn: page, call }) => {
  for (const text of Object.values(texts)) {
    await page.goto("/doctors/add");
    await page.getByLabel("Doctor Name").fill(text);
    await page.getByLabel("Specialization").fill(text);
    await page.getByLabel("Hospital/Clinic").fill(text);
    await page.getByLabel("Address").fill(text);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Add Doctor" }).tap();
    await expect(message(page, "Doctor added successfully!")).toBeVisible();
    const { rows } = await call(doctorRoutes.list, { query: { search: text } });
    expect(rows).toMatchObject([{ name: text, specialization: text, hospital: text, address: text }]);
  }
});

test("lists show them unchanged", async ({ signedIn: page, make }) => {
  for (const text of Object.values(texts)) {
    const doctor = await make.doctor({ name: text, specialization: text, hospital: text, address: text });
    await make.product({ name: text, description: text, stock: 0, price: "9999999999.99" });
    if (text !== texts.emoji) await make.visit({ doctor, visit_date: "2025-11-20", notes: text });
  }
  const { emoji: _, ...five } = texts;
  for (const path of ["/", "/visits"]) {
    await page.goto(path);
    await expectShown(page, ...Object.values(five));
  }
  for (const path of ["/doctors", "/products"]) {
    await page.goto(path);
    await expectShown(page, ...Object.values(texts));
  }
});

for (const [kind, text] of Object.entries(texts)) {
  test(`the screens of one row show ${kind} unchanged`, async ({ signedIn: page, make }) => {
    const doctor = await make.doctor({ name: text, specialization: text, hospital: text, address: text });
    const product = await make.product({ name: text, description: text, stock: 5, price: "9999999999.99" });
    const lines = [{ product, quantity: 5 }];
    const visit = await make.visit({ doctor, visit_date: "2025-11-20", notes: text, lines });
    for (const path of [`/doctors/${doctor.id}`, `/products/${product.id}`, `/visits/${visit.id}`]) {
      await page.goto(path);
      await expectShown(page, text);
    }
    await page.getByRole("link", { name: "Edit", exact: true }).tap();
    await expect(page.getByRole("combobox", { name: "Doctor", exact: true })).toHaveValue(text);
    await expect(page.getByRole("list", { name: "Added items" })).toContainText(text);
    await expectNoSidewaysScroll(page);

    // In a filter's chip, in a question and in a toast too.
    await page.goto(`/visits?search=${encodeURIComponent(text)}`);
    await expect(page.getByRole("list", { name: "Active filters" })).toContainText(`Search: ${text}`);
    await page.getByRole("button", { name: /^Delete visit/ }).tap();
    const dialog = page.getByRole("alertdialog", { name: "Delete visit" });
    await expect(dialog).toContainText(text);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole("button", { name: "Delete", exact: true }).tap();
    const done = `Visit deleted successfully: ${text}, Nov 20, 2025, 1 associated sale`;
    await expect(message(page, done)).toBeVisible();
    await expectNoSidewaysScroll(page);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  });
}

test("a script in the address does nothing", async ({ signedIn: page }) => {
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
