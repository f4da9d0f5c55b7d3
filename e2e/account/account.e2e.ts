import { expect, test } from "../kit/fixtures.ts";
import { message } from "../kit/screen.ts";
import { endSessionsAt } from "../kit/trouble.ts";
import { devices, expectSignedOut, otherBrowser, signInElsewhere } from "./account.ts";
import { mailTo } from "./mailbox.ts";

const newPassword = "another horse battery";

test.describe("the way to the page", () => {
  test("from the top bar, from the sidebar and with g a", async ({ signedIn: page, person }) => {
    await page.goto("/doctors");
    await page.getByRole("banner").getByRole("link", { name: person.email }).click();
    await expect(page).toHaveURL("/account");
    await expect(page).toHaveTitle("Account · Rounds");
    await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Account" });
    await expect(link).toHaveAttribute("aria-current", "page");
    await page.goto("/doctors");
    await link.click();
    await expect(page).toHaveURL("/account");
    await page.goto("/visits");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await expect(page).toHaveURL("/account");
  });
});

test.describe("the profile", () => {
  test("accepts a name, and removes it again", async ({ signedIn: page }) => {
    await page.goto("/account");
    await expect(page.getByText("Not given")).toBeVisible();
    await page.getByRole("button", { name: "Add name" }).click();
    const dialog = page.getByRole("dialog", { name: "Your name" });
    await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
    await page.keyboard.type("Asha Rao");
    await page.keyboard.press("Enter");
    await expect(message(page, "Name saved.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Asha Rao")).toBeVisible();
    await page.getByRole("button", { name: "Change name" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill("");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Not given")).toBeVisible();
  });

  test("changes the address once both mails are answered with their codes", async ({
    signedIn: page,
    person,
    product,
  }) => {
    const wanted = "asha.rao@rounds.example";
    await page.goto("/account");
    await page.getByRole("button", { name: "Change email" }).click();
    const dialog = page.getByRole("dialog", { name: "Change email" });
    await dialog.getByLabel("New email address").fill(wanted);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();

    const waiting = page.getByRole("region", { name: "Waiting for confirmation" });
    await expect(waiting).toContainText(`open the mail we sent to ${wanted} and the one to ${person.email}`);
    await expect(waiting.getByRole("button", { name: /^Send again in \d+ s$/ })).toBeDisabled();
    await page.reload();
    const ofNew = waiting.getByLabel(`Code sent to ${wanted}`);
    const ofOld = waiting.getByLabel(`Code sent to ${person.email}`);

    await ofNew.fill("000000");
    await expect(waiting.getByText(/^This code is not right/)).toBeVisible();
    const mail = await mailTo(product, wanted, /^Confirm your new address/);
    // As copied from a mail, with words around it.
    await ofNew.fill(`Your code is ${mail.code.slice(0, 3)} ${mail.code.slice(3)}.`);
    await expect(waiting.getByText(`${wanted} is confirmed`)).toBeVisible();
    await expect(page.getByText(`Welcome, ${person.email}`)).toBeVisible();

    await ofOld.fill((await mailTo(product, person.email, /^Confirm the change/)).code);
    await expect(message(page, "Your email address is changed.")).toBeVisible();
    await expect(waiting).toBeHidden();
    await expect(page.getByText(`Welcome, ${wanted}`)).toBeVisible();
    // The codes leave no session behind.
    await expect(devices(page)).toHaveCount(1);
    expect((await signInElsewhere(product.url, { ...person, email: wanted })).ok).toBe(true);
    expect((await signInElsewhere(product.url, person)).ok).toBe(false);
  });
});

test.describe("the password", () => {
  test("is changed with the present one, signs out other devices, and signs in", async ({
    signedIn: page,
    person,
    product,
    browser,
  }) => {
    const other = await otherBrowser(browser, product.url, person);
    await other.goto("/doctors");
    await expect(other.getByText(`Welcome, ${person.email}`)).toBeVisible();
    await page.goto("/account");
    await expect(devices(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change password" });
    await expect(dialog).toContainText("Your other devices are signed out by it.");
    const current = dialog.getByLabel("Current password");
    const chosen = dialog.getByLabel("New password", { exact: true });
    const submit = dialog.getByRole("button", { name: "Change password" });

    await submit.click();
    await expect(current).toHaveAccessibleDescription("Please enter your current password");
    await expect(current).toBeFocused();
    await current.fill("not my password");
    await chosen.fill(newPassword);
    await submit.click();
    await expect(current).toHaveAccessibleDescription("The current password is not right");
    await current.fill(person.password);
    await chosen.fill("short");
    await expect(dialog.getByText("At least 6 characters")).toBeVisible();
    await submit.click();
    await expect(chosen).toHaveAccessibleDescription(/Password should be at least 6 characters\.$/);
    await chosen.fill(person.password);
    await submit.click();
    await expect(chosen).toHaveAccessibleDescription(
      /New password should be different from the old password\.$/,
    );
    await chosen.fill(newPassword);
    await page.keyboard.press("Enter");

    await expect(message(page, "Password changed. Your other devices are signed out.")).toBeVisible();
    await expect(devices(page)).toHaveCount(1);
    await expectSignedOut(other);
    await other.getByLabel("Email address").fill(person.email);
    await other.getByLabel("Password", { exact: true }).fill(newPassword);
    await other.getByRole("button", { name: "Sign In" }).click();
    await expect(other.getByText(`Welcome, ${person.email}`)).toBeVisible();
    await other.context().close();
  });

  test("waits for a session that has ended, and keeps what was typed", async ({
    signedIn: page,
    person,
    product,
  }) => {
    await page.goto("/account");
    await page.getByRole("button", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change password" });
    await dialog.getByLabel("Current password").fill(person.password);
    await dialog.getByLabel("New password", { exact: true }).fill(newPassword);
    await endSessionsAt(page, product, { method: "PUT", path: "/auth/v1/user" });
    await page.keyboard.press("Enter");
    const again = page.getByRole("alertdialog", { name: "Sign in again" });
    await again.getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await expect(message(page, "Password changed. Your other devices are signed out.")).toBeVisible();
  });
});

test.describe("the devices", () => {
  test("have names; one is signed out, then all others", async ({
    signedIn: page,
    person,
    product,
    browser,
  }) => {
    const [second, third, fourth] = [
      await otherBrowser(browser, product.url, person),
      await otherBrowser(browser, product.url, person),
      await otherBrowser(browser, product.url, person),
    ];
    await page.goto("/account");
    await expect(devices(page)).toHaveCount(4);
    await expect(devices(page).first()).toContainText("This device");
    await expect(devices(page).filter({ hasText: "Firefox on Android" })).toHaveCount(3);
    // The latest of them is at the top.
    await devices(page).nth(1).getByRole("button", { name: "Sign out Firefox on Android" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Sign out Firefox on Android?");
    await question.getByRole("button", { name: "Sign out" }).click();
    await expect(message(page, "Firefox on Android is signed out.")).toBeVisible();
    await expect(devices(page)).toHaveCount(3);
    await expectSignedOut(fourth);
    await second.goto("/doctors");
    await expect(second.getByText(`Welcome, ${person.email}`)).toBeVisible();

    await page.getByRole("button", { name: "Sign out all others" }).click();
    await expect(question).toContainText("Sign out the 2 other devices?");
    await question.getByRole("button", { name: "Sign out" }).click();
    await expect(message(page, "All other devices are signed out.")).toBeVisible();
    await expect(page.getByText("You are signed in nowhere else.")).toBeVisible();
    await expectSignedOut(second);
    await expectSignedOut(third);
    await page.reload();
    await expect(page.getByText(`Welcome, ${person.email}`)).toBeVisible();
    for (const other of [second, third, fourth]) await other.context().close();
  });
});
