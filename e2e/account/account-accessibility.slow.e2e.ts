import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { secretIn, setUpAuthenticator } from "./account.ts";

test.describe.configure({ timeout: 180_000 });
test("axe finds nothing on the page, and a long address does not widen it", async ({
  signedIn: page,
  product,
}) => {
  await product.database.pool.query("update auth.users set email = $1, user_metadata = $2", [
    `${"a.very.long.name.".repeat(6)}x@${"subdomain.".repeat(9)}example`,
    { full_name: "Dr. Ananthapadmanabhan Venkataraghavan" },
  ]);
  await page.goto("/account");
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("New email address").fill("asha.rao@rounds.example");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Waiting for confirmation" })).toBeVisible();
  await setUpAuthenticator(page);
  await expectAccessible(page, "the page with a change of address and a second step");
});

test("axe finds nothing in its dialogs", async ({ signedIn: page }) => {
  await page.goto("/account");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Please enter a new password")).toBeVisible();
  await expectAccessible(page, "the password with errors");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await dialog.getByRole("button", { name: "Continue" }).click();
  await secretIn(dialog);
  await dialog.getByLabel("Code from the app").fill("000000");
  await expect(dialog.getByText(/^This code is not right/)).toBeVisible();
  await expectAccessible(page, "the key of an authenticator");
});
