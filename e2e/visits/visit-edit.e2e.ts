import type { Page } from "@playwright/test";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { expect, test } from "../kit/fixtures.ts";
import { callerOf, signUp } from "../kit/person.ts";
import { withoutDatabase } from "../kit/phone-store.ts";
import { goInside, message, rowsOf } from "../kit/screen.ts";
import { breakTable, holdNextAnswer } from "../kit/trouble.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

const items = (page: Page) => page.getByRole("list", { name: "Added items" }).getByRole("listitem");

test.describe("editing a visit", () => {
  test("starts with the stored values, returns to the visit after 1.5 seconds, and says why it was not saved", async ({
    signedIn: page,
    make,
    call,
    product: server,
  }) => {
    const doctor = await make.doctor({ specialization: "Cardiology" });
    const product = await make.product({ stock: 10 });
    const lines = [{ product, quantity: 4, unit_price: "11.25" }];
    const { id } = await make.visit({
      doctor,
      visit_date: "2025-11-05",
      status: "scheduled",
      notes: "Call",
      lines,
    });
    // A phone with a store saves there when the server is silent for a while, and here half an hour passes at once.
    await withoutDatabase(page);

    await test.step("starts with the stored values, and returns to the visit after 1.5 seconds", async () => {
      await page.goto(`/visits/${id}`);
      await page.getByRole("link", { name: "Edit", exact: true }).click();
      await expect(page.getByRole("combobox", { name: "Doctor", exact: true })).toHaveValue("Dr. Asha Rao");
      await expect(page.getByLabel("Visit Date")).toHaveValue("Nov 05, 2025");
      await expect(page.getByLabel("Status")).toHaveValue("scheduled");
      await expect(page.getByLabel("Notes")).toHaveValue("Call");
      await expect(items(page).getByLabel("Unit Price of Paracip 500")).toHaveValue("11.25");
      const quantity = items(page).getByLabel("Quantity of Paracip 500");
      await expect(quantity).toHaveValue("4");
      // The visit's own units can be sold again: 6 in stock and 4 of its own.
      await quantity.fill("11");
      await expect(quantity).toHaveAccessibleDescription("Insufficient stock. Available: 10");
      await quantity.fill("7");
      await page.getByLabel("Status").selectOption("Completed");

      const answer = await holdNextAnswer(page, { method: "PUT", path: `/api/visits/${id}` });
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
      await page.clock.pauseAt(Date.parse("2025-11-20T07:00:00Z"));
      answer.release();
      await expect(message(page, "Visit updated successfully!")).toBeVisible();
      await page.clock.runFor(1400);
      await expect(page).toHaveURL(`/visits/${id}/edit`);
      await page.clock.runFor(200);
      await page.clock.resume();
      await expect(page).toHaveURL(`/visits/${id}`);
      await expect(rowsOf(page, "Sales").getByRole("cell").nth(2)).toHaveText("7");

      const ledger = await call(stockRoutes.ledger, { params: { id: product.id }, query: {} });
      expect(ledger.rows.map((row) => [row.transaction_type, row.quantity, row.reference_type])).toEqual([
        ["purchase", 10, "manual_adjustment"],
        ["sale", -7, "visit"],
        ["adjustment", 4, "visit_edit_reversal"],
        ["sale", -4, "visit"],
      ]);
    });

    await test.step("says why it was not saved, and loses nothing; Cancel leads to the visit", async () => {
      await page.getByRole("link", { name: "Edit", exact: true }).click();
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(page).toHaveURL(`/visits/${id}`);
      await page.getByRole("link", { name: "Edit", exact: true }).click();
      await page.getByLabel("Notes").fill("Wants samples");
      const visits = await breakTable(server, "visits");
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(message(page, "Error updating visit. Please try again.")).toBeVisible();
      await expect(page.getByLabel("Notes")).toHaveValue("Wants samples");
      await visits.repair();
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(message(page, "Visit updated successfully!")).toBeVisible();
      // The history tells of it too.
      await expect(page.getByRole("definition").filter({ hasText: "Wants samples" })).toBeVisible();
    });
  });

  test("by two at once is merged; only what both changed is asked about, and the second chooses", async ({
    signedIn: page,
    make,
    call,
    product,
  }) => {
    const colleague = await signUp(product.url, "colleague@rounds.example");

    await test.step("the second keeps their own value", async () => {
      const visit = await make.visit({ doctor: await make.doctor(), visit_date: "2025-11-05" });
      await page.goto(`/visits/${visit.id}/edit`);
      await page.getByLabel("Notes").fill("Mine");
      const line = {
        id: crypto.randomUUID(),
        product_id: (await make.product()).id,
        quantity: 2,
        unit_price: "12.50",
      };
      await callerOf(product.url, colleague)(visitRoutes.update, {
        params: { id: visit.id },
        body: { ...inputOf(visit), notes: "Theirs", status: "cancelled", items: [line] },
      });
      await page.getByRole("button", { name: "Save Changes" }).click();
      const dialog = page.getByRole("alertdialog", { name: "Which value should be saved?" });
      await expect(dialog).toContainText("colleague@rounds.example saved this on");
      await expect(dialog.getByRole("radio")).toHaveCount(2);
      await expect(dialog.getByRole("radio", { name: "Yours Mine" })).toBeChecked();
      await dialog.getByRole("button", { name: "Save", exact: true }).click();
      await expect(message(page, "Visit updated successfully!")).toBeVisible();
      expect(await call(visitRoutes.read, { params: { id: visit.id } })).toMatchObject({
        status: "cancelled",
        notes: "Mine",
        sales: [{ id: line.id, quantity: 2 }],
      });
    });

    await test.step("the second chooses the saved version", async () => {
      const product = await make.product({ name: "Azee 250", stock: 10 });
      const visit = await make.visit({ doctor: await make.doctor(), visit_date: "2025-11-06" });
      await goInside(page, `/visits/${visit.id}/edit`);
      await page.getByLabel("Notes").fill("Mine");
      await page.getByLabel("Status").selectOption("Cancelled");
      const line = { id: crypto.randomUUID(), product_id: product.id, quantity: 2, unit_price: "12.50" };
      await call(visitRoutes.update, {
        params: { id: visit.id },
        body: { ...inputOf(visit), notes: "Theirs", items: [line] },
      });
      await page.getByRole("button", { name: "Save Changes" }).click();
      const dialog = page.getByRole("alertdialog", { name: "Which value should be saved?" });
      await dialog.getByRole("radio", { name: "Saved meanwhile Theirs" }).check();
      await dialog.getByRole("button", { name: "Save", exact: true }).click();
      const question = page.getByRole("alertdialog", { name: "Is this right?" });
      await expect(question).toContainText(
        "The visit is cancelled, but its items count as sales and take stock.",
      );
      await question.getByRole("button", { name: "Save anyway" }).click();
      await expect(page).toHaveURL(`/visits/${visit.id}`);
      expect(await call(visitRoutes.read, { params: { id: visit.id } })).toMatchObject({
        status: "cancelled",
        notes: "Theirs",
        sales: [{ quantity: 2 }],
      });
    });
  });
});

/** The fields of a visit that a person may set, without items, at the loaded version. */
function inputOf({ doctor_id, visit_date, status, version }: Visit) {
  return { doctor_id, visit_date, status, version };
}
