import { expect, test } from "../kit/fixtures.ts";
import { message } from "../kit/screen.ts";
import {
  codeOf,
  devices,
  expectSignedOut,
  otherBrowser,
  saveRecoveryCodes,
  secretIn,
  signInElsewhere,
  steps,
} from "./account.ts";

test("second steps are set up from the shown key, have names, sign out other devices, and are removed", async ({
  signedIn: page,
  person,
  product,
  browser,
}) => {
  const count = async () => {
    const { rows } = await product.database.pool.query("select count(*)::int from auth.factors");
    return rows[0].count as number;
  };
  const begin = page.getByRole("button", { name: "Set up an authenticator app" });
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  const name = dialog.getByLabel("Name", { exact: true });
  const question = page.getByRole("alertdialog", { name: "Remove second step" });
  const other = await otherBrowser(browser, product.url, person);
  await other.goto("/doctors");
  await expect(other.getByText(`Welcome, ${person.email}`)).toBeVisible();
  await page.goto("/account");

  await test.step("started and not finished leaves nothing behind", async () => {
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
    await expect(begin).toBeVisible();
    await expect(steps(page)).toHaveCount(0);
  });

  const secret = await test.step("set up from the shown key, it signs out other devices", async () => {
    await begin.click();
    await expect(name).toHaveValue("Authenticator app");
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
    expect(await count()).toBe(1);
    await expectSignedOut(other);
    await other.context().close();
    return secret;
  });

  await test.step("a second one needs another name", async () => {
    await page.getByRole("button", { name: "Add another authenticator" }).click();
    await expect(name).toHaveValue("Authenticator app 2");
    await name.fill("Authenticator app");
    await page.keyboard.press("Enter");
    await expect(name).toHaveAccessibleDescription(/already exists/);
    await name.fill("Old phone");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Code from the app").fill(codeOf(await secretIn(dialog)));
    await expect(dialog).toBeHidden();
    await expect(steps(page)).toHaveCount(2);
  });

  await test.step("after one is removed, the other is asked for", async () => {
    await page.getByRole("button", { name: "Remove Old phone" }).click();
    await expect(question).toContainText("Signing in still takes a code, from Authenticator app.");
    await question.getByRole("button", { name: "Remove" }).click();
    // It was the one used in this session.
    await page.getByLabel("Six-digit code").fill(codeOf(secret, 1));
    await expect(steps(page)).toHaveCount(1);
    await expect(steps(page)).toHaveText(/Authenticator app/);
  });

  await test.step("without the last one, a password is enough again", async () => {
    await page.getByRole("button", { name: "Remove Authenticator app" }).click();
    await expect(question).toContainText("whoever knows your password gets in");
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(message(page, "The second step is removed.").first()).toBeVisible();
    await expect(begin).toBeVisible();
    await expect(steps(page)).toHaveCount(0);
    const { session } = await signInElsewhere(product.url, person);
    const answer = await fetch(`${product.url}/api/doctors`, {
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(answer.status).toBe(200);
  });
});
