import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { withoutDatabase } from "../kit/phone-store.ts";
import { message } from "../kit/screen.ts";
import { loseNextAnswer } from "../kit/trouble.ts";
import { chooseDoctor, creation, items, productField, quantityField } from "../kit/visit-form.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

test.describe("the items of a visit", () => {
  test("an item that can't be saved has the focus, in view", async ({ signedIn: page, make }) => {
    await make.doctor();
    await make.product({ stock: 20 });
    await page.goto("/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await productField(page).selectOption({ index: 1 });
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Please fill in all sale details")).toBeVisible();
    await expect(quantityField(page)).toBeFocused();
    await expect(quantityField(page)).toBeInViewport();
  });

  test("an item that was only entered stays, as an added one, if the visit could not be saved", async ({
    signedIn: page,
    make,
    call,
  }) => {
    await withoutDatabase(page);
    await make.doctor();
    await make.product({ stock: 20 });
    await page.goto("/visits/add");
    await chooseDoctor(page, "Dr. Asha Rao");
    await productField(page).selectOption({ index: 1 });
    await quantityField(page).fill("2");
    await loseNextAnswer(page, creation);
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(items(page)).toHaveCount(1);
    await expect(quantityField(page)).toHaveValue("");
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Visit added successfully!")).toBeVisible();
    const { rows } = await call(visitRoutes.list, { query: {} });
    expect(rows).toMatchObject([{ item_count: 1, total_sales: "25.00" }]);
  });
});
