import { expect, test } from "../kit/fixtures.ts";
import type { Person } from "../kit/person.ts";
import { goInside, message } from "../kit/screen.ts";
import { endSessionsAt } from "../kit/trouble.ts";
import { devices, expectSignedOut, otherBrowser, signInElsewhere } from "./account.ts";
import { mailTo } from "./mailbox.ts";

test("the page opens from everywhere, takes a name, and changes the address once both mails are answered", async ({
  signedIn: page,
  person,
  product,
}) => {
  const wanted = "asha.rao@rounds.example";
  const dialog = page.getByRole("dialog", { name: "Your name" });
  const waiting = page.getByRole("region", { name: "Waiting for confirmation" });

  await test.step("from the top bar, from the sidebar and with g a", async () => {
    const title = page.getByRole("heading", { level: 1, name: "Account" });
    await page.goto("/doctors");
    await page.getByRole("banner").getByRole("link", { name: person.email }).click();
    await expect(page).toHaveURL("/account");
    await expect(page).toHaveTitle("Account · Rounds");
    await expect(title).toBeVisible();
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Account" });
    await expect(link).toHaveAttribute("aria-current", "page");
    await goInside(page, "/doctors");
    await expect(page.getByRole("heading", { level: 1, name: "Doctors" })).toBeVisible();
    await link.click();
    await expect(title).toBeVisible();
    await goInside(page, "/doctors");
    await expect(page.getByRole("heading", { level: 1, name: "Doctors" })).toBeVisible();
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await expect(title).toBeVisible();
    await expect(page).toHaveURL("/account");
  });

  await test.step("a name is saved, and another address asked for", async () => {
    await expect(page.getByText("Not given")).toBeVisible();
    await page.getByRole("button", { name: "Add name" }).click();
    await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
    await page.keyboard.type("Asha Rao");
    await page.keyboard.press("Enter");
    await expect(message(page, "Name saved.")).toBeVisible();
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByRole("dialog", { name: "Change email" }).getByLabel("New email address").fill(wanted);
    await page.keyboard.press("Enter");
    await expect(waiting).toContainText(`open the mail we sent to ${wanted} and the one to ${person.email}`);
    await expect(waiting.getByRole("button", { name: /^Send again in \d+ s$/ })).toBeDisabled();
  });

  await test.step("on a developer's own machine the mail is shown on a page", async () => {
    const [mails] = await Promise.all([
      page.waitForEvent("popup"),
      waiting.getByRole("link", { name: "read the mail here" }).click(),
    ]);
    // It is sent while the page opens.
    await expect(async () => {
      await mails.reload();
      await expect(mails.getByText(`To ${wanted}`).first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await mails.close();
  });

  await test.step("both are there after a reload, and the name is removed again", async () => {
    await page.reload();
    await expect(page.getByText("Asha Rao")).toBeVisible();
    await expect(waiting).toBeVisible();
    await page.getByRole("button", { name: "Change name" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill("");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Not given")).toBeVisible();
  });

  await test.step("the address changes with the codes of both mails", async () => {
    const ofNew = waiting.getByLabel(`Code sent to ${wanted}`);
    await ofNew.fill("000000");
    await expect(waiting.getByText(/^This code is not right/)).toBeVisible();
    const mail = await mailTo(product, wanted, /^Confirm your new address/);
    // As copied from a mail, with words around it.
    await ofNew.fill(`Your code is ${mail.code.slice(0, 3)} ${mail.code.slice(3)}.`);
    await expect(waiting.getByText(`${wanted} is confirmed`)).toBeVisible();
    await expect(page.getByText(`Welcome, ${person.email}`)).toBeVisible();
    await waiting
      .getByLabel(`Code sent to ${person.email}`)
      .fill((await mailTo(product, person.email, /^Confirm the change/)).code);
    await expect(message(page, "Your email address is changed.")).toBeVisible();
    await expect(waiting).toBeHidden();
    await expect(page.getByText(`Welcome, ${wanted}`)).toBeVisible();
    // The codes leave no session behind.
    await expect(devices(page)).toHaveCount(1);
    expect((await signInElsewhere(product.url, { ...person, email: wanted })).ok).toBe(true);
    expect((await signInElsewhere(product.url, person)).ok).toBe(false);
  });
});

test("devices are signed out one by one, all others, and by a new password, which waits for a session that has ended", async ({
  signedIn: page,
  person,
  product,
  browser,
}) => {
  const statusFor = async ({ access_token }: Person["session"]) => {
    const headers = { authorization: `Bearer ${access_token}` };
    return (await fetch(`${product.url}/api/doctors`, { headers })).status;
  };
  const question = page.getByRole("alertdialog");
  const dialog = page.getByRole("dialog", { name: "Change password" });
  const [second, third, fourth] = [
    await signInElsewhere(product.url, person),
    await signInElsewhere(product.url, person),
    await signInElsewhere(product.url, person),
  ];
  await page.goto("/account");

  await test.step("they have names, and one is signed out", async () => {
    await expect(devices(page)).toHaveCount(4);
    await expect(devices(page).first()).toContainText("This device");
    await expect(devices(page).filter({ hasText: "Firefox on Android" })).toHaveCount(3);
    // The latest of them is at the top.
    await devices(page).nth(1).getByRole("button", { name: "Sign out Firefox on Android" }).click();
    await expect(question).toContainText("Sign out Firefox on Android?");
    await question.getByRole("button", { name: "Sign out" }).click();
    await expect(message(page, "Firefox on Android is signed out.")).toBeVisible();
    await expect(devices(page)).toHaveCount(3);
    expect(await statusFor(fourth.session)).toBe(401);
    expect(await statusFor(second.session)).toBe(200);
  });

  await test.step("all others are signed out", async () => {
    await page.getByRole("button", { name: "Sign out all others" }).click();
    await expect(question).toContainText("Sign out the 2 other devices?");
    await question.getByRole("button", { name: "Sign out" }).click();
    await expect(message(page, "All other devices are signed out.")).toBeVisible();
    await expect(page.getByText("You are signed in nowhere else.")).toBeVisible();
    expect(await statusFor(second.session)).toBe(401);
    expect(await statusFor(third.session)).toBe(401);
  });

  await test.step("a new password signs out the others, which sign in with it", async () => {
    const password = "another horse battery";
    const other = await otherBrowser(browser, product.url, person);
    await other.goto("/doctors");
    await expect(other.getByText(`Welcome, ${person.email}`)).toBeVisible();
    await page.reload();
    await expect(devices(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(dialog).toContainText("Your other devices are signed out by it.");
    await dialog.getByLabel("Current password").fill(person.password);
    await dialog.getByLabel("New password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expect(message(page, "Password changed. Your other devices are signed out.")).toBeVisible();
    await expect(devices(page)).toHaveCount(1);
    await expectSignedOut(other);
    await other.getByLabel("Email address").fill(person.email);
    await other.getByLabel("Password", { exact: true }).fill(password);
    await other.getByRole("button", { name: "Sign In" }).click();
    await expect(other.getByText(`Welcome, ${person.email}`)).toBeVisible();
    await other.context().close();
    person.password = password;
  });

  await test.step("a change waits for a session that has ended, and keeps what was typed", async () => {
    const password = "a third horse battery";
    await page.getByRole("button", { name: "Change password" }).click();
    await dialog.getByLabel("Current password").fill(person.password);
    await dialog.getByLabel("New password", { exact: true }).fill(password);
    await endSessionsAt(page, product, { method: "PUT", path: "/auth/v1/user" });
    await page.keyboard.press("Enter");
    const again = page.getByRole("alertdialog", { name: "Sign in again" });
    await expect(again).toBeVisible();
    await again.getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    expect((await signInElsewhere(product.url, { ...person, password })).ok).toBe(true);
  });
});
