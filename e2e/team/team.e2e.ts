import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { callerOf } from "../kit/person.ts";
import { startProduct } from "../kit/product.ts";
import { detail, goInside, message, rowsOf } from "../kit/screen.ts";
import {
  addAuthenticator,
  browserOf,
  followLink,
  namedPerson,
  openMember,
  pageOf,
  signInOn,
} from "../kit/team-people.ts";

const email = "asha@rounds.example";

test.describe("without a mail server", () => {
  test.use({
    product: async ({ postgres }, use) => {
      const product = await startProduct(postgres, undefined, { mail: { by: "nothing" } });
      await use(product);
      await product.stop();
    },
  });

  test("an administrator reaches the team, on a phone as cards, and passes on links of invitations and resets", async ({
    signedIn: page,
    product,
    person,
    browser,
  }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);

    await test.step("the first person who signed up is an administrator", async () => {
      await page.goto("/");
      const menu = page.getByRole("navigation", { name: "Main" });
      await menu.getByRole("link", { name: "Team" }).click();
      await expect(page).toHaveURL("/team");
      await expect(page).toHaveTitle("Team · Rounds");
      await expect(page.getByText("1 person", { exact: true })).toBeVisible();
      await expect(rowsOf(page, "Team")).toHaveText([/You.*Administrator.*Active.*Off.*20\d\d.*1$/]);
      await goInside(page, "/doctors");
      await expect(page.getByRole("heading", { name: "Doctors", level: 1 })).toBeVisible();
      await page.keyboard.press("g");
      await page.keyboard.press("m");
      await expect(page).toHaveURL("/team");
    });

    await test.step("the list has cards on a phone", async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      const card = page.getByRole("list", { name: "Team" }).getByRole("listitem").first();
      await expect(card).toContainText(person.email);
      await expect(card).toContainText("Active");
      await expect(card).toContainText("RoleAdministrator");
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step("the reader of an invitation's link signs in with their own password", async () => {
      await page.getByRole("button", { name: "Invite" }).click();
      const dialog = page.getByRole("dialog", { name: "Invite people" });
      const box = dialog.getByLabel("Email addresses");
      await expect(box).toBeFocused();
      await box.fill(person.email);
      await page.keyboard.press("Control+Enter");
      await expect(
        dialog.getByText("Somebody with this email address has an account already."),
      ).toBeVisible();
      await expect(box).toBeFocused();
      await box.fill(email);
      await dialog.getByLabel("Role").selectOption("Administrator");
      await page.keyboard.press("Control+Enter");
      const invited = page.getByRole("dialog", { name: "Invited" });
      await expect(invited).toContainText("good for 24 hours, and works once");
      const link = await invited.getByLabel(`Link for ${email}`, { exact: true }).inputValue();
      await invited.getByRole("button", { name: `Copy: Link for ${email}` }).click();
      await expect(invited.getByRole("button", { name: `Copied: Link for ${email}` })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await invited.getByRole("button", { name: "Done" }).click();
      await expect(rowsOf(page, "Team").first()).toContainText(/asha@.*Administrator.*Invited/);

      const guest = await followLink(browser, product, link);
      await expect(guest.getByRole("heading", { name: /choose a password$/ })).toBeVisible();
      await guest.getByRole("textbox", { name: "New password" }).fill("asha's own horse");
      await guest.keyboard.press("Enter");
      await expect(guest.getByText(`Welcome, ${email}`)).toBeVisible();
      await goInside(guest, "/team");
      await expect(guest.getByText("2 people", { exact: true })).toBeVisible();
      await guest.context().close();
      await page.reload();
      await expect(rowsOf(page, "Team").first()).toContainText(/asha@.*Active/);
    });

    await test.step("the reader of a reset's link chooses a new password", async () => {
      await rowsOf(page, "Team").filter({ hasText: email }).click();
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
});

test("the team is closed to everybody else; a disabled account is signed out at once and stays out, and enabled, it works as before", async ({
  signedIn: page,
  person,
  product,
  browser,
}) => {
  const asha = await namedPerson(product, email, "Asha Rao");
  const theirs = await browserOf(browser, product, asha);

  await test.step("closed to everybody else, whatever address they try", async () => {
    const call = callerOf(product.url, asha);
    await expect(call(teamRoutes.list, { query: {} })).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    await expect(call(teamRoutes.audit, { query: {} })).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    await theirs.goto("/");
    await expect(theirs.getByRole("link", { name: "Account" })).toBeVisible();
    await expect(theirs.getByRole("link", { name: "Team" })).toHaveCount(0);
    for (const path of ["/team", "/team/audit", `/team/${person.session.user.id}`]) {
      await theirs.goto(path);
      await expect(theirs.getByRole("heading", { name: "You may not do this" })).toBeVisible();
      await expect(theirs.getByText(person.email)).toHaveCount(0);
    }
    await goInside(theirs, "/doctors");
    await expect(theirs.getByText("No doctors added yet.")).toBeVisible();
    await theirs.keyboard.press("g");
    await theirs.keyboard.press("m");
    await expect(theirs).toHaveURL(/\/doctors$/);
  });

  await test.step("disabled, and enabled again", async () => {
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

  await test.step("the administrator is signed out everywhere, and here", async () => {
    await page.goto(`/team/${person.session.user.id}`);
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("on this one too");
    await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
  });
});

test("an account loses its second step when the phone is lost, is signed out everywhere, gets a link for a new password, and is deleted", async ({
  signedIn: page,
  product,
  browser,
}) => {
  const asha = await namedPerson(product, email, "Asha Rao");
  const call = callerOf(product.url, asha);
  const doctor = { id: crypto.randomUUID(), name: "Dr. Vikram Nair" };
  await call(doctorRoutes.create, { body: doctor });
  await openMember(page, "Asha Rao");
  const phones = page.getByRole("list", { name: "Without a connection" });
  await expect(page.getByRole("button", { name: "Delete account" })).toBeVisible();
  await expect(phones).toHaveCount(0);

  await test.step("on which devices the person works, and what waits there", async () => {
    const [fresh, quiet] = [crypto.randomUUID(), crypto.randomUUID()];
    const nothing = { rows: 1600, waiting: 0, needs_you: 0, oldest_at: null };
    await call(syncRoutes.report, { body: { ...nothing, id: fresh } });
    await call(syncRoutes.report, {
      body: { ...nothing, id: quiet, waiting: 3, needs_you: 1, oldest_at: "2025-01-05T10:00:00Z" },
    });
    const agent =
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
    await product.database.pool.query("update sync.devices set user_agent = $1", [agent]);
    await product.database.pool.query(
      "update sync.devices set synced_at = synced_at - interval '9 days' where id = $1",
      [quiet],
    );

    await page.reload();
    await expect(phones.getByRole("listitem")).toHaveCount(2);
    await expect(phones.getByRole("listitem").first()).toContainText("Chrome on Android");
    await expect(phones.getByRole("listitem").first()).toContainText(
      /Last sync \w{3} \d\d, \d{4}, .* 1,600 rows/,
    );
    await expect(phones.getByRole("listitem").first()).toContainText("Nothing is waiting");
    await expect(phones.getByRole("listitem").first()).not.toContainText("Not synced");
    await expect(phones.getByRole("listitem").nth(1)).toContainText(/Not synced since \w{3} \d\d, \d{4}/);
    await expect(phones.getByRole("listitem").nth(1)).toContainText("3 entries waiting, 1 needs a decision");
    await expectAccessible(page, "a person with devices");
  });

  await addAuthenticator(product, asha);
  await test.step("the second step is removed", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Remove second step" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Remove second step?" });
    await expect(dialog).toContainText("with the password alone. Make sure that it is really Asha Rao");
    await dialog.getByRole("button", { name: "Remove second step" }).click();
    await expect(message(page, "The second step of Asha Rao is removed.")).toBeVisible();
    await expect(detail(page, "Second step")).toHaveText("Off");
  });

  const theirs = await pageOf(browser, product);
  await signInOn(theirs, asha);
  await expect(theirs.getByText(`Welcome, ${email}`)).toBeVisible();
  await test.step("signed out everywhere, and a link for a new password", async () => {
    await page.reload();
    await page.getByRole("button", { name: "End all sessions" }).click();
    const question = page.getByRole("alertdialog", { name: "End all sessions?" });
    await expect(question).toContainText("Asha Rao is signed out on 2 devices at once");
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

  await test.step("deleted, its entries stay", async () => {
    await page
      .getByRole("dialog", { name: "Pass this link on" })
      .getByRole("button", { name: "Done" })
      .click();
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
