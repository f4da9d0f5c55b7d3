import type { Page } from "@playwright/test";
import { sql } from "kysely";
import { expect, test } from "./fixtures.ts";

/** How long a change may take to show on these machines; the page itself means to take a second at most. */
const soon = { timeout: 4_000 };

/** Opens a screen and waits until the page hears of changes. */
async function openLive(page: Page, path: string) {
  const socket = page.waitForEvent("websocket");
  await page.goto(path);
  await (await socket).waitForEvent("framereceived", ({ payload }) =>
    String(payload).includes("Subscribed to PostgreSQL"),
  );
}

test("a list follows rows that are made, changed and deleted, also straight in SQL", async ({
  signedIn,
  product,
  make,
}) => {
  const { db } = product.database;
  const { id } = await make.doctor({ name: "Dr. Asha Rao" });
  await openLive(signedIn, "/doctors");
  await expect(signedIn.getByText("Dr. Asha Rao")).toBeVisible();
  await sql`update doctors set name = 'Dr. Asha Roy' where id = ${id}`.execute(db);
  await expect(signedIn.getByText("Dr. Asha Roy")).toBeVisible(soon);
  await make.doctor({ name: "Dr. Ravi Teja" });
  await expect(signedIn.getByText("Dr. Ravi Teja")).toBeVisible(soon);
  await sql`delete from doctors where id = ${id}`.execute(db);
  await expect(signedIn.getByText("Dr. Asha Roy")).toBeHidden(soon);
});

test("a product's stock follows what is sold and bought", async ({ signedIn, make }) => {
  const product = await make.product({ name: "Crocin", stock: 40 });
  await openLive(signedIn, `/products/${product.id}`);
  await expect(signedIn.getByText("40", { exact: true }).first()).toBeVisible();
  const doctor = await make.doctor();
  await make.visit({ doctor, visit_date: "2025-01-05", lines: [{ product, quantity: 15 }] });
  await expect(signedIn.getByText("25", { exact: true }).first()).toBeVisible(soon);
});

test("a form whose row changed meanwhile says so and keeps what is typed", async ({
  signedIn,
  product,
  make,
}) => {
  const { id } = await make.doctor({ name: "Dr. Asha Rao" });
  await openLive(signedIn, `/doctors/${id}/edit`);
  await signedIn.getByLabel("Hospital/Clinic").fill("KEM");
  const notice = signedIn.getByText("Somebody changed this while you were editing.");
  await expect(notice).toBeHidden();
  await sql`update doctors set name = 'Dr. Asha Roy', version = version + 1 where id = ${id}`.execute(
    product.database.db,
  );
  await expect(notice).toBeVisible(soon);
  await expect(signedIn.getByLabel("Hospital/Clinic")).toHaveValue("KEM");
  await signedIn.getByRole("button", { name: "Save Changes" }).click();
  await expect(signedIn.getByRole("alertdialog")).toContainText("Dr. Asha Roy");
});

test("after a time without connection the page says so, comes back and catches up", async ({
  signedIn,
  product,
  make,
  context,
}) => {
  await make.doctor({ name: "Dr. Asha Rao" });
  await openLive(signedIn, "/doctors");
  await context.setOffline(true);
  await expect(signedIn.getByText("You are offline.")).toBeVisible();
  await sql`update doctors set name = 'Dr. Asha Roy'`.execute(product.database.db);
  await context.setOffline(false);
  await expect(signedIn.getByText("You are offline.")).toBeHidden();
  await expect(signedIn.getByText("Dr. Asha Roy")).toBeVisible({ timeout: 20_000 });
});
