import type { Page } from "@playwright/test";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { colourOf, detail, goInside, message, rowsOf } from "../kit/screen.ts";
import { holdNextAnswer, loseNextAnswer } from "../kit/trouble.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

const modal = (page: Page) => page.getByRole("dialog", { name: "Add Stock" });

test("stock is added once, from a modal that starts anew; the ledger tells sales by their colour, on paper its filters", async ({
  signedIn: page,
  make,
  call,
}) => {
  const paracip = await make.product({ stock: 0, category: "" });
  const { id } = paracip;

  await test.step("Add Stock adds to the current stock, as a purchase of today", async () => {
    await page.goto("/products");
    await page.getByRole("button", { name: "Add Stock: Paracip 500" }).click();
    const dialog = modal(page);
    await expect(dialog).toContainText("Paracip 500");
    await expect(dialog).toContainText("No category");
    await expect(dialog).toContainText("Current stock: 0");
    const quantity = dialog.getByLabel("Quantity to Add");
    const submit = dialog.getByRole("button", { name: "Add Stock" });
    await expect(quantity).toBeFocused();
    await expect(quantity).toHaveValue("");
    await expect(quantity).toHaveAttribute("min", "1");
    await expect(submit).toBeDisabled();
    for (const refused of ["0", "-3", "1.5"]) {
      await quantity.fill(refused);
      await page.keyboard.press("Enter");
      await expect(quantity).toHaveAttribute("aria-invalid", "true");
    }
    await quantity.fill("25");
    await expect(dialog).toContainText("New total: 25");
    const answer = await holdNextAnswer(page, { method: "POST", path: /stock-additions$/ });
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Adding..." })).toBeDisabled();
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeVisible();
    answer.release();
    await expect(message(page, "Stock added successfully to Paracip 500!")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(rowsOf(page, "Products")).toContainText("25");

    await page.getByRole("link", { name: "Paracip 500", exact: true }).click();
    await expect(rowsOf(page, "Stock History").getByRole("cell").first()).toHaveText("Nov 20, 2025");
    await expect(rowsOf(page, "Stock History")).toContainText("Purchase");
    await expect(rowsOf(page, "Stock History")).toContainText("+25");
    await expect(rowsOf(page, "Stock History")).toContainText("Manual stock addition");
  });

  await test.step("it starts anew at each opening; Cancel, the cross, Escape and the backdrop close it", async () => {
    await goInside(page, "/products");
    const dialog = modal(page);
    const closings = [
      () => dialog.getByRole("button", { name: "Cancel" }).click(),
      () => dialog.getByRole("button", { name: "Close", exact: true }).click(),
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(20, 20),
    ];
    const button = page.getByRole("button", { name: "Add Stock: Paracip 500" });
    for (const close of closings) {
      await button.click();
      await expect(dialog.getByLabel("Quantity to Add")).toHaveValue("");
      await expect(dialog.getByLabel("Notes")).toHaveValue("");
      await dialog.getByLabel("Quantity to Add").fill("7");
      await dialog.getByLabel("Notes").fill("half typed");
      await close();
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
    }
    await expect(rowsOf(page, "Products")).toContainText("25");
  });

  await test.step("it counts once, after a lost answer and a reload in between", async () => {
    await page.getByRole("link", { name: "Paracip 500", exact: true }).click();
    await page.getByRole("button", { name: "Add Stock: Paracip 500" }).click();
    const dialog = modal(page);
    await dialog.getByLabel("Quantity to Add").fill("25");
    await dialog.getByLabel("Notes").fill("From the depot");
    await loseNextAnswer(page, { method: "POST", path: /stock-additions$/ });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText(
      "It is not known whether this was saved. The server can't be reached.",
    );
    await expect(dialog.getByLabel("Quantity to Add")).toHaveValue("25");

    await page.reload();
    await page.getByRole("button", { name: "Add Stock: Paracip 500" }).click();
    await expect(dialog).toContainText("It is not known whether this was saved.");
    await expect(dialog.getByLabel("Quantity to Add")).toHaveValue("25");
    await expect(dialog.getByLabel("Notes")).toHaveValue("From the depot");
    await dialog.getByRole("button", { name: "Add Stock" }).dblclick();
    await expect(message(page, "Stock added successfully to Paracip 500!")).toBeVisible();
    await expect(detail(page, "Current Stock")).toHaveText("50");
    const { rows } = await call(stockRoutes.ledger, { params: { id }, query: {} });
    expect(rows.map(({ quantity, notes }) => ({ quantity, notes }))).toEqual([
      { quantity: 25, notes: "From the depot" },
      { quantity: 25, notes: "Manual stock addition" },
    ]);
  });

  await test.step("the ledger tells a sale by its colour and leads to its visit", async () => {
    const doctor = await make.doctor();
    const lines = [{ product: paracip, quantity: 4 }];
    const visit = await make.visit({ doctor, visit_date: "2025-11-18", lines });
    await page.reload();
    const received = rowsOf(page, "Stock History").nth(0);
    const sold = rowsOf(page, "Stock History").nth(2);
    expect(await colourOf(received.getByText("+25"))).toBe("green");
    expect(await colourOf(sold.getByRole("cell").nth(2).getByText("-4"))).toBe("red");
    await sold.getByRole("link", { name: "Visit" }).click();
    await expect(page).toHaveURL(`/visits/${visit.id}`);
  });

  await test.step("the ledger says on paper which filters it has", async () => {
    await goInside(page, `/products/${id}?kind=purchase&start_date=2025-11-19&end_date=2025-11-20`);
    await expect(rowsOf(page, "Stock History")).toHaveCount(2);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("Purchases, Nov 19, 2025 to Nov 20, 2025", { exact: true })).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Type" })).toBeHidden();
  });
});
