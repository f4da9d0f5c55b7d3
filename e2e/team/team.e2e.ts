import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { callerOf, signUp } from "../kit/person.ts";
import { startProduct } from "../kit/product.ts";
import { detail, message, rowsOf } from "../kit/screen.ts";
import {
  addAuthenticator,
  browserOf,
  followLink,
  namedPerson,
  openMember,
  signInOn,
} from "../kit/team-people.ts";

const email = "asha@rounds.example";

test.describe("the way to the page", () => {
  test("is for administrators: the first person who signed up", async ({ signedIn: page }) => {
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.getByRole("link", { name: "Team" }).click();
    await expect(page).toHaveURL("/team");
    await expect(page).toHaveTitle("Team · Rounds");
    await expect(page.getByText("1 person", { exact: true })).toBeVisible();
    await expect(rowsOf(page, "Team")).toHaveText([/You.*Administrator.*Active.*Off.*20\d\d.*1$/]);
    await page.goto("/doctors");
    await expect(page.getByRole("heading", { name: "Doctors", level: 1 })).toBeVisible();
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await expect(page).toHaveURL("/team");
  });

  test("is closed to everybody else, whatever address they try", async ({ product, person, browser }) => {
    const asha = await signUp(product.url, email);
    const call = callerOf(product.url, asha);
    await expect(call(teamRoutes.list, { query: {} })).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    await expect(call(teamRoutes.audit, { query: {} })).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    const page = await browserOf(browser, product, asha);
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Account" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Team" })).toHaveCount(0);
    for (const path of ["/team", "/team/audit", `/team/${person.session.user.id}`]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: "You may not do this" })).toBeVisible();
      await expect(page.getByText(person.email)).toHaveCount(0);
    }
    await page.goto("/doctors");
    await expect(page.getByRole("heading", { name: "Doctors", level: 1 })).toBeVisible();
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await expect(page).toHaveURL("/doctors");
  });
});

test("the list has cards on a phone", async ({ signedIn: page, person }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/team");
  const card = page.getByRole("list", { name: "Team" }).getByRole("listitem").first();
  await expect(card).toContainText(person.email);
  await expect(card).toContainText("Active");
  await expect(card).toContainText("RoleAdministrator");
});

test.describe("an invitation", () => {
  test("gives a link to pass on, and its reader signs in with their own password", async ({
    signedIn: page,
    product,
    person,
    browser,
  }) => {
    await page.goto("/team");
    await page.getByRole("button", { name: "Invite" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite people" });
    const box = dialog.getByLabel("Email addresses");
    await expect(box).toBeFocused();
    await box.fill(person.email);
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByText("Somebody with this email address has an account already.")).toBeVisible();
    await expect(box).toBeFocused();
    await box.fill(email);
    await dialog.getByLabel("Role").selectOption("Administrator");
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    const invited = page.getByRole("dialog", { name: "Invited" });
    const link = await invited.getByLabel(`Link for ${email}`, { exact: true }).inputValue();
    await invited.getByRole("button", { name: "Done" }).click();
    await expect(rowsOf(page, "Team").first()).toContainText(/asha@.*Administrator.*Invited/);

    const guest = await followLink(browser, product, link);
    await expect(guest.getByRole("heading", { name: /choose a password$/ })).toBeVisible();
    await guest.getByRole("textbox", { name: "New password" }).fill("asha's own horse");
    await guest.keyboard.press("Enter");
    await expect(guest.getByText(`Welcome, ${email}`)).toBeVisible();
    await guest.goto("/team");
    await expect(guest.getByText("2 people", { exact: true })).toBeVisible();
    await page.reload();
    await expect(rowsOf(page, "Team").first()).toContainText(/asha@.*Active/);
  });
});

test.describe("without a mail server", () => {
  test.use({
    product: async ({ postgres }, use) => {
      const product = await startProduct(postgres, undefined, { mail: { by: "nothing" } });
      await use(product);
      await product.stop();
    },
  });

  test("shows links of invitations and resets, to be passed on", async ({
    signedIn: page,
    product,
    browser,
  }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/team");
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByLabel("Email addresses").fill(email);
    await page.keyboard.press("Control+Enter");
    const invited = page.getByRole("dialog", { name: "Invited" });
    await expect(invited).toContainText("good for 24 hours, and works once");
    const link = await invited.getByLabel(`Link for ${email}`, { exact: true }).inputValue();
    await invited.getByRole("button", { name: `Copy: Link for ${email}` }).click();
    await expect(invited.getByRole("button", { name: `Copied: Link for ${email}` })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await invited.getByRole("button", { name: "Done" }).click();

    const guest = await followLink(browser, product, link);
    await guest.getByRole("textbox", { name: "New password" }).fill("asha's own horse");
    await guest.keyboard.press("Enter");
    await expect(guest.getByText(`Welcome, ${email}`)).toBeVisible();

    await openMember(page, email);
    await page.getByRole("button", { name: "Make password reset link" }).click();
    await page.getByRole("button", { name: "Make link" }).click();
    const reset = await page
      .getByRole("dialog", { name: "Pass this link on" })
      .getByLabel(`Link for ${email}`, { exact: true })
      .inputValue();
    const again = await followLink(browser, product, reset);
    await expect(again.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  });
});

test.describe("an account", () => {
  test("that is disabled is signed out at once and stays out; enabled, it works as before", async ({
    signedIn: page,
    product,
    browser,
  }) => {
    const asha = await namedPerson(product, email, "Asha Rao");
    const theirs = await browserOf(browser, product, asha);
    await theirs.goto("/doctors");
    await expect(theirs.getByText("No doctors added yet.")).toBeVisible();

    await openMember(page, "Asha Rao");
    await expect(page.getByRole("list", { name: "Devices" }).getByRole("listitem")).toHaveCount(1);
    await page.getByRole("button", { name: "Disable" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Disable?" });
    await expect(dialog).toContainText(
      "Asha Rao can no longer sign in, and is signed out everywhere at once. Doctors, visits and products that Asha Rao entered stay.",
    );
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Disable" })).toBeFocused();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Disable" }).click();
    await expect(message(page, "Asha Rao is disabled and signed out.")).toBeVisible();
    await expect(detail(page, "Status")).toHaveText("Disabled");
    await expect(page.getByText("Signed in on no device.")).toBeVisible();

    // Automatically: the page hears of it.
    await expect(theirs.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
    await expect(theirs.getByText(/^Your account was disabled/)).toBeVisible();
    await signInOn(theirs, asha);
    await expect(theirs.getByRole("alert")).toHaveText(
      "This account is disabled. Please ask your administrator.",
    );

    await page.getByRole("button", { name: "Enable" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Enable" }).click();
    await expect(message(page, "Asha Rao can sign in again.")).toBeVisible();
    await signInOn(theirs, asha);
    await expect(theirs.getByText(`Welcome, ${email}`)).toBeVisible();
  });

  test("gets a link for a new password, and can be signed out everywhere", async ({
    signedIn: page,
    product,
    browser,
  }) => {
    const asha = await namedPerson(product, email, "Asha Rao");
    const theirs = await browserOf(browser, product, asha);
    await theirs.goto("/doctors");
    await expect(theirs.getByText("No doctors added yet.")).toBeVisible();
    await openMember(page, "Asha Rao");
    await page.getByRole("button", { name: "End all sessions" }).click();
    const question = page.getByRole("alertdialog", { name: "End all sessions?" });
    await expect(question).toContainText("Asha Rao is signed out on 1 device at once");
    await question.getByRole("button", { name: "End all sessions" }).click();
    await expect(message(page, "Asha Rao is signed out everywhere.")).toBeVisible();
    await expect(theirs.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
    await signInOn(theirs, asha);
    await expect(theirs.getByText(`Welcome, ${email}`)).toBeVisible();

    await page.getByRole("button", { name: "Make password reset link" }).click();
    await page.getByLabel(/^Also sign Asha Rao out everywhere/).check();
    await page.getByRole("button", { name: "Make link" }).click();
    const made = page.getByRole("dialog", { name: "Pass this link on" });
    const link = await made.getByLabel("Link for Asha Rao", { exact: true }).inputValue();
    await expect(theirs.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
    const again = await followLink(browser, product, link);
    await again.getByRole("textbox", { name: "New password" }).fill("another horse battery");
    await again.keyboard.press("Enter");
    await expect(again.getByText(`Welcome, ${email}`)).toBeVisible();
  });

  test("loses its second step when the phone is lost", async ({ signedIn: page, product, browser }) => {
    const asha = await namedPerson(product, email, "Asha Rao");
    await addAuthenticator(product, asha);
    await openMember(page, "Asha Rao");
    await page.getByRole("button", { name: "Remove second step" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Remove second step?" });
    await expect(dialog).toContainText("with the password alone. Make sure that it is really Asha Rao");
    await dialog.getByRole("button", { name: "Remove second step" }).click();
    await expect(message(page, "The second step of Asha Rao is removed.")).toBeVisible();
    await expect(detail(page, "Second step")).toHaveText("Off");
    const theirs = await (await browser.newContext({ baseURL: product.url })).newPage();
    await signInOn(theirs, asha);
    await expect(theirs.getByText(`Welcome, ${email}`)).toBeVisible();
  });

  test("can be deleted: its entries stay", async ({ signedIn: page, product }) => {
    const asha = await namedPerson(product, email, "Asha Rao");
    const doctor = { id: crypto.randomUUID(), name: "Dr. Vikram Nair" };
    await callerOf(product.url, asha)(doctorRoutes.create, { body: doctor });
    await openMember(page, "Asha Rao");
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete account?" });
    await expect(dialog).toContainText("1 doctor that Asha Rao entered stays.");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(message(page, "The account of Asha Rao is deleted.")).toBeVisible();
    await expect(page).toHaveURL("/team");
    await expect(rowsOf(page, "Team")).toHaveCount(1);
    await page.goto(`/team/${asha.session.user.id}`);
    await expect(page.getByRole("heading", { name: "Person not found" })).toBeVisible();
    await page.goto("/doctors");
    await expect(page.getByText("Dr. Vikram Nair")).toBeVisible();
  });
});
