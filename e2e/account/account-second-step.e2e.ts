import { expect, test } from "../kit/fixtures.ts";
import { message } from "../kit/screen.ts";
import {
  codeOf,
  devices,
  expectSignedOut,
  otherBrowser,
  saveRecoveryCodes,
  secretIn,
  setUpAuthenticator,
  signInElsewhere,
  steps,
} from "./account.ts";

test.describe("the second step", () => {
  test("is set up from the shown key, signs out other devices, and is removed", async ({
    signedIn: page,
    person,
    product,
    browser,
  }) => {
    const other = await otherBrowser(browser, product.url, person);
    await other.goto("/doctors");
    await expect(other.getByText(`Welcome, ${person.email}`)).toBeVisible();
    await page.goto("/account");
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
    await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Authenticator app");
    await page.keyboard.press("Enter");
    const secret = await secretIn(dialog);
    const picture = dialog.getByRole("img", { name: /^QR code/ });
    // The picture is really drawn: the content security policy allows it.
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const uri = await dialog
      .getByRole("link", { name: "Open in your authenticator app" })
      .getAttribute("href");
    expect(new URL(uri ?? "").protocol).toBe("otpauth:");
    expect(new URL(uri ?? "").searchParams.get("secret")).toBe(secret);

    await dialog.getByLabel("Code from the app").fill("000000");
    await expect(dialog.getByText(/^This code is not right/)).toBeVisible();
    await dialog.getByLabel("Code from the app").fill(codeOf(secret));
    await expect(message(page, /Your other devices are signed out\.$/)).toBeVisible();
    expect(await saveRecoveryCodes(page)).toHaveLength(10);
    await expect(steps(page)).toHaveText(/Authenticator app/);
    await expect(page.getByText(/^Set up a second authenticator/)).toBeVisible();
    await expect(devices(page)).toHaveCount(1);
    await expectSignedOut(other);
    await other.context().close();

    await setUpAuthenticator(page, "Old phone");
    await expect(steps(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Remove Old phone" }).click();
    const question = page.getByRole("alertdialog", { name: "Remove second step" });
    await expect(question).toContainText("Signing in still takes a code, from Authenticator app.");
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(message(page, "The second step is removed.")).toBeVisible();
    // It was the one used in this session: the other one is asked for.
    await page.getByLabel("Six-digit code").fill(codeOf(secret, 1));
    await expect(steps(page)).toHaveCount(1);
    await expect(steps(page)).toHaveText(/Authenticator app/);
  });

  test("without the last one, a password is enough again", async ({ signedIn: page, person, product }) => {
    await page.goto("/account");
    await setUpAuthenticator(page);
    await page.getByRole("button", { name: "Remove Authenticator app" }).click();
    const question = page.getByRole("alertdialog", { name: "Remove second step" });
    await expect(question).toContainText("whoever knows your password gets in");
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(message(page, "The second step is removed.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Set up an authenticator app" })).toBeVisible();
    await expect(steps(page)).toHaveCount(0);
    const { session } = await signInElsewhere(product.url, person);
    const answer = await fetch(`${product.url}/api/doctors`, {
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(answer.status).toBe(200);
  });

  test("started and not finished leaves nothing behind", async ({ signedIn: page, product }) => {
    const count = async () => {
      const { rows } = await product.database.pool.query("select count(*)::int from auth.factors");
      return rows[0].count as number;
    };
    await page.goto("/account");
    const begin = page.getByRole("button", { name: "Set up an authenticator app" });
    const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
    await begin.click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await secretIn(dialog);
    expect(await count()).toBe(1);
    await page.keyboard.press("Escape");
    await expect.poll(count).toBe(0);
    // If the page was closed, the next start replaces it.
    await begin.click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await secretIn(dialog);
    await page.reload();
    await expect(steps(page)).toHaveCount(0);
    await setUpAuthenticator(page);
    expect(await count()).toBe(1);
  });

  test("a taken name is reported at the name", async ({ signedIn: page }) => {
    await page.goto("/account");
    await setUpAuthenticator(page);
    await page.getByRole("button", { name: "Add another authenticator" }).click();
    const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
    await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Authenticator app 2");
    await dialog.getByLabel("Name", { exact: true }).fill("Authenticator app");
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(/already exists/);
  });
});
