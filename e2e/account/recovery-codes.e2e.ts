import { readFile } from "node:fs/promises";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { message } from "../kit/screen.ts";
import { codeOf, secretIn, steps } from "./account.ts";

test("recovery codes come with the first second step, are shown once, and sign in when the device is lost", async ({
  signedIn: page,
  person,
  browser,
  product,
}) => {
  // Three times axe, in both themes and at three widths.
  test.slow();
  await page.goto("/account");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByLabel("Code from the app").fill(codeOf(await secretIn(dialog)));

  const saved = page.getByRole("dialog", { name: "Save your recovery codes" });
  await expect(saved.getByRole("listitem")).toHaveCount(10);
  const codes = await saved.getByRole("listitem").allTextContents();
  await expectAccessible(page, "the new recovery codes");
  const download = page.waitForEvent("download");
  await saved.getByRole("button", { name: "Download" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  for (const code of codes) expect(file).toContain(code);
  await saved.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("10 of 10 recovery codes left.")).toBeVisible();
  await expect(steps(page)).toHaveCount(1);
  await page.reload();
  await expect(page.getByText("10 of 10 recovery codes left.")).toBeVisible();
  await expect(page.getByText(codes[0] ?? "", { exact: true })).toHaveCount(0);

  // The device is lost: signing in again, with only the keyboard.
  const context = await browser.newContext({ baseURL: product.url });
  const other = await context.newPage();
  await other.goto("/doctors");
  await other.getByLabel("Email address").fill(person.email);
  await other.getByLabel("Password", { exact: true }).fill(person.password);
  await other.keyboard.press("Enter");
  await other.getByRole("button", { name: "Use a recovery code" }).press("Enter");
  const field = other.getByRole("textbox", { name: "Recovery code" });
  await expect(field).toBeFocused();
  await expect(other.getByText(`npm run remove-second-factor -- ${person.email}`)).toBeVisible();
  await other.keyboard.type("0000-0000-0000-0000");
  await other.keyboard.press("Enter");
  await expect(other.getByText("This recovery code is not right, or was used already.")).toBeVisible();
  await expect(field).toHaveValue("0000-0000-0000-0000");
  await expectAccessible(other, "a wrong recovery code");
  await field.fill((codes[3] ?? "").toUpperCase());
  await other.keyboard.press("Enter");
  await expect(other.getByRole("heading", { name: "Doctors", exact: true })).toBeVisible();

  // From there the lost one is removed, and its codes with it.
  await other.goto("/account");
  await expect(other.getByText("9 of 10 recovery codes left.")).toBeVisible();
  await expectAccessible(other, "the account with recovery codes");
  await other.getByRole("button", { name: "Make new recovery codes" }).click();
  await other.getByRole("button", { name: "Make new codes" }).click();
  await other.getByRole("button", { name: "I have saved them" }).click();
  await expect(other.getByText("10 of 10 recovery codes left.")).toBeVisible();
  await other.getByRole("button", { name: "Remove Authenticator app" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(message(other, "The second step is removed.")).toBeVisible();
  await expect(other.getByText(/recovery codes left/)).toHaveCount(0);
  await context.close();
});
