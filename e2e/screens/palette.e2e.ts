import type { Page } from "@playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { goInside } from "../kit/screen.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });
const field = (page: Page) => palette(page).getByRole("combobox", { name: "Search and commands" });
const chosen = (page: Page) => palette(page).getByRole("option", { selected: true });
/** Its code may still be on its way: until it is there, keys go where the focus is. */
async function open(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
}

test("the palette leads by keyboard alone, gives the focus back, and disturbs neither a dialog nor a form", async ({
  signedIn: page,
  make,
}) => {
  await test.step("to a doctor, a product, a screen and an action", async () => {
    const doctor = await make.doctor({ name: "Dr. Meera Kulkarni", address: "MG Road, Pune" });
    const product = await make.product({ name: "Amoxicillin 500mg" });
    await page.goto("/doctors");
    const search = page
      .getByRole("searchbox")
      .or(page.getByPlaceholder(/^Search by name/))
      .first();
    await search.focus();
    await open(page);
    await expect(field(page)).toBeFocused();
    await page.keyboard.type("kulk");
    await expect(chosen(page)).toContainText("Dr. Meera Kulkarni");
    await expect(chosen(page)).toContainText("Pune");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/doctors/${doctor.id}$`));
    await expect(palette(page)).toBeHidden();

    await open(page);
    await page.keyboard.type("amox");
    await expect(chosen(page)).toContainText("Amoxicillin 500mg");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/products/${product.id}$`));

    await open(page);
    await page.keyboard.type("invent");
    await expect(chosen(page)).toHaveText(/^Inventory/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/inventory/);

    await open(page);
    await page.keyboard.type("record visit for meera");
    await expect(chosen(page)).toContainText("Record visit for Dr. Meera Kulkarni");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/visits/record\\?doctor_id=${doctor.id}`));

    await open(page);
    await page.keyboard.type("dark");
    await expect(chosen(page)).toHaveText("Dark theme");
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await open(page);
    await page.keyboard.type("all doctors zzz");
    await expect(palette(page).getByRole("status")).toHaveText("Nothing matches “all doctors zzz”");
  });

  await test.step("arrow keys move through all choices, Escape closes and the focus returns", async () => {
    await page.keyboard.press("Escape");
    await goInside(page, "/products");
    const add = page.getByRole("link", { name: "Add Product" }).first();
    await add.focus();
    await open(page);
    await expect(chosen(page)).toHaveText("Record visit");
    await page.keyboard.press("ArrowDown");
    await expect(chosen(page)).toHaveText("Evening catch-up");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(chosen(page)).toHaveText(/^Team/);
    await page.keyboard.press("Home");
    await expect(chosen(page)).toHaveText("Record visit");
    const active = await field(page).getAttribute("aria-activedescendant");
    expect(await chosen(page).getAttribute("id")).toBe(active);
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
    await expect(add).toBeFocused();
    await open(page);
    await page.keyboard.press("Control+k");
    await expect(palette(page)).toBeHidden();
  });

  await test.step("it does not open over a dialog, nor lose what was typed in a form", async () => {
    await goInside(page, "/doctors");
    await page.getByRole("button", { name: "Delete Dr. Meera Kulkarni" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(palette(page)).toBeHidden();
    await page.keyboard.press("Escape");

    await goInside(page, "/doctors/add");
    await page.getByLabel("Doctor Name").fill("Dr. Half Typed");
    await open(page);
    await page.keyboard.type("invent");
    await expect(chosen(page)).toHaveText(/^Inventory/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("Doctor Name")).toHaveValue("Dr. Half Typed");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("opens by its icon over the whole screen, in both themes without a violation", async ({
    signedIn: page,
    make,
  }) => {
    await make.doctor({ name: "Dr. Meera Kulkarni" });
    await page.goto("/doctors");
    await page.getByRole("button", { name: "Search everything" }).tap();
    await expect(field(page)).toBeFocused();
    await field(page).fill("meera");
    await expect(chosen(page)).toContainText("Dr. Meera Kulkarni");
    // In both themes.
    await expectAccessible(page, "the palette", [390]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await palette(page).getByRole("button", { name: "Close" }).tap();
    await expect(palette(page)).toBeHidden();
    await page.getByRole("button", { name: "Search everything" }).tap();
    await field(page).fill("meera");
    await page.getByRole("option", { name: /^Record visit for Dr. Meera/ }).tap();
    await expect(page).toHaveURL(/\/visits\/record\?doctor_id=/);
  });
});
