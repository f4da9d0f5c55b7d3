import type { Page } from "@playwright/test";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { expectNoSidewaysScroll, goInside, message } from "../kit/screen.ts";
import { holdNextAnswer, holdNextCall } from "../kit/trouble.ts";
import { addItem, chooseDoctor, creation, doctorField, items } from "../kit/visit-form.ts";

// A visit is shown as soon as it is sent; the server's answer says whether it stays.

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

/** The rows of the list, which are cards on a phone. */
const visits = (page: Page) => page.locator("main [data-row]");
const saving = (page: Page) => page.getByRole("status").filter({ hasText: "Saving what you entered…" });
const form = (page: Page) => page.getByRole("form", { name: "Add Visit" });

/** Fills the form from the list in: a doctor and a note. */
async function addAnother(page: Page) {
  await page.getByRole("link", { name: "Add Visit" }).first().click();
  await chooseDoctor(page, "Dr. Asha Rao");
  await page.getByLabel("Notes").fill("Wants samples");
}

/** The same as a first visit, with two of a product with ten in stock. */
async function fillIn(page: Page) {
  await page.goto("/visits");
  await addAnother(page);
  await addItem(page, "Paracip 500", "2");
}

test.describe("a visit that is sent", () => {
  test.beforeEach(async ({ make }) => {
    const doctor = await make.doctor({ name: "Dr. Asha Rao", address: "Pune" });
    await make.visit({ doctor, visit_date: "2025-11-05", notes: "The visit before" });
    await make.product({ stock: 10 });
  });

  for (const [device, viewport, loadsAhead, widths] of [
    ["a desk that has not opened its store yet", { width: 1280, height: 800 }, false, [1440, 820]],
    ["a phone with its store", { width: 390, height: 844 }, true, [390]],
  ] as [string, { width: number; height: number }, boolean, number[]][]) {
    test.describe(`on ${device}`, () => {
      test.use({ viewport, loadsAhead });

      test("is in the list at once, in its place; refused, it brings the form back with the reason at its field", async ({
        signedIn: page,
        product,
        call,
      }) => {
        await test.step("marked until the server has answered", async () => {
          await fillIn(page);
          const creating = await holdNextCall(page, creation);
          await page.keyboard.press("Control+Enter");
          await expect(page).toHaveURL("/visits");
          await expect(visits(page)).toHaveText([/Dr\. Asha Rao.*Saving….*₹25\.00/, /The visit before/]);
          await expect(saving(page)).toBeVisible();
          await expect(
            visits(page)
              .first()
              .getByRole("link", { name: /^(Edit|View)/ }),
          ).toHaveCount(0);
          await expect(message(page, "Visit added successfully!")).toBeHidden();
          await expectNoSidewaysScroll(page);
          const place = await visits(page).first().boundingBox();
          creating.release();
          await expect(message(page, "Visit added successfully!")).toBeVisible();
          await expect(visits(page)).toHaveText([/Dr\. Asha Rao.*Completed.*₹25\.00/, /The visit before/]);
          await expect(saving(page)).toBeHidden();
          expect((await visits(page).first().boundingBox())?.y).toBe(place?.y);
          expect((await call(visitRoutes.list, { query: {} })).total).toBe(2);
        });

        await test.step("refused", async () => {
          await addAnother(page);
          await addItem(page, "Paracip 500", "2");
          const { rows } = await product.database.pool.query<{ id: string }>("select id from products");
          const id = rows[0]?.id ?? "";
          const body = { id: crypto.randomUUID(), quantity: 1, current_stock: 8 };
          await call(stockRoutes.correct, { params: { id }, body });
          const creating = await holdNextCall(page, creation);
          await page.keyboard.press("Control+Enter");
          await expect(visits(page).first()).toContainText("Saving…");
          creating.release();
          await expect(form(page)).toBeVisible();
          await expect(page).toHaveURL("/visits/add");
          await expect(message(page, "Insufficient stock. Available: 1")).toBeVisible();
          await expect(items(page).getByLabel("Quantity of Paracip 500")).toHaveAccessibleDescription(
            /Insufficient stock. Available: 1/,
          );
          await expect(doctorField(page)).toHaveValue("Dr. Asha Rao");
          await expect(page.getByLabel("Notes")).toHaveValue("Wants samples");
          await expectNoSidewaysScroll(page);
          await expectAccessible(page, "a form that came back", widths);
          await items(page).getByLabel("Quantity of Paracip 500").fill("1");
          await page.getByRole("button", { name: "Add Visit" }).click();
          await expect(message(page, "Visit added successfully!")).toBeVisible();
          await expect(visits(page)).toHaveText([
            /Completed.*₹12\.50/,
            /Completed.*₹25\.00/,
            /The visit before/,
          ]);
          expect((await call(visitRoutes.list, { query: {} })).total).toBe(3);
          // One step back from the list is not the form.
          await goInside(page, "/visits/add");
          await expect(doctorField(page)).toHaveValue("");
        });

        // Last: where looking takes long, the phone has the visit before the server answers.
        await test.step("is accessible while it is being saved", async () => {
          await goInside(page, "/visits");
          await addAnother(page);
          const creating = await holdNextCall(page, creation);
          await page.keyboard.press("Control+Enter");
          await expect(saving(page)).toBeVisible();
          await expectAccessible(page, "a list with a visit that is being saved", widths);
          creating.release();
        });
      });
    });
  }

  test("leaves an empty form, is unsaved for somebody who signs out, survives a reload, and pulls nobody back", async ({
    signedIn: page,
    call,
    product,
  }) => {
    await test.step("leaves an empty form for the next one, and counts as unsaved for somebody who signs out", async () => {
      await fillIn(page);
      const creating = await holdNextCall(page, creation);
      await page.getByRole("button", { name: "Add Visit" }).click();
      await expect(visits(page).first()).toContainText("Saving…");
      await page.getByRole("link", { name: "Add Visit" }).first().click();
      await expect(doctorField(page)).toHaveValue("");
      await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(0);
      await page.getByRole("button", { name: "Sign Out" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
      await chooseDoctor(page, "Dr. Asha Rao");
      creating.release();
      await expect(message(page, "Visit added successfully!")).toBeVisible();
      // The answer to the first one touches nothing of the second one.
      await expect(doctorField(page)).toHaveValue("Dr. Asha Rao");
      await page.getByRole("button", { name: "Add Visit" }).click();
      await expect(visits(page)).toHaveCount(3);
      // The list shows the visit before the server has it.
      await expect.poll(async () => (await call(visitRoutes.list, { query: {} })).total).toBe(3);
    });

    await test.step("left by a reload, it is still in the form, and counts once", async () => {
      await page.goto("/visits");
      await addAnother(page);
      const answer = await holdNextAnswer(page, creation);
      await page.getByRole("button", { name: "Add Visit" }).click();
      await answer.answered;
      await page.reload();
      await expect(visits(page)).toHaveCount(4);
      await page.getByRole("link", { name: "Add Visit" }).first().click();
      await expect(page.getByText("What you typed before is still here")).toBeVisible();
      await expect(page.getByLabel("Notes")).toHaveValue("Wants samples");
      await page.getByRole("button", { name: "Add Visit" }).click();
      await expect(message(page, "Visit added successfully!")).toBeVisible();
      expect((await call(visitRoutes.list, { query: {} })).total).toBe(4);
    });

    await test.step("does not pull people back who went on: a message that stays leads to what they typed", async () => {
      await addAnother(page);
      await product.database.pool.query("delete from visits; delete from doctors");
      const creating = await holdNextCall(page, creation);
      await page.getByRole("button", { name: "Add Visit" }).click();
      await expect(visits(page).first()).toContainText("Saving…");
      await page.getByRole("link", { name: "Products" }).first().click();
      await expect(page.getByRole("heading", { name: "Products", level: 1 })).toBeVisible();
      await expect(saving(page)).toBeVisible();
      creating.release();
      await expect(message(page, "Error adding visit. Please try again.")).toBeVisible();
      await expect(page).toHaveURL("/products");
      await page.getByRole("link", { name: "Open what you typed" }).click();
      await expect(page.getByLabel("Notes")).toHaveValue("Wants samples");
      await expect(form(page).getByRole("alert")).toContainText("Not saved.");
    });
  });
});
