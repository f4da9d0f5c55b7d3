import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { callerOf, signUp } from "../kit/person.ts";
import { chips, detail, message, rowsOf } from "../kit/screen.ts";
import { browserOf, namedPerson, openMember } from "../kit/team-people.ts";

const email = "asha@rounds.example";

test.describe("administrator rights", () => {
  test("open and close the page for others, and the last administrator keeps them", async ({
    signedIn: page,
    person,
    product,
    browser,
  }) => {
    const asha = await namedPerson(product, email, "Asha Rao");
    await page.goto(`/team/${person.session.user.id}`);
    await expect(page.getByText("Your own account")).toBeVisible();
    await expect(page.getByRole("button", { name: "Disable" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Delete account" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Remove administrator rights" })).toBeDisabled();
    await expect(page.getByText("This is the only administrator.")).toBeVisible();
    const dialog = page.getByRole("alertdialog");

    await openMember(page, "Asha Rao");
    await page.getByRole("button", { name: "Make administrator" }).click();
    await dialog.getByRole("button", { name: "Make administrator" }).click();
    await expect(message(page, "Asha Rao is an administrator now.")).toBeVisible();
    await expect(detail(page, "Role")).toHaveText("Administrator");
    const theirs = await browserOf(browser, product, asha);
    await theirs.goto("/team");
    await expect(theirs.getByText("2 people", { exact: true })).toBeVisible();

    await page.goto(`/team/${person.session.user.id}`);
    await page.getByRole("button", { name: "Remove administrator rights" }).click();
    await expect(dialog).toContainText("You will no longer see the Team page");
    await dialog.getByRole("button", { name: "Remove rights" }).click();
    await expect(message(page, "You are no longer an administrator.")).toBeVisible();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("link", { name: "Team" })).toHaveCount(0);
    await page.goto("/team");
    await expect(page.getByRole("heading", { name: "You may not do this" })).toBeVisible();
  });
});

test.describe("the history", () => {
  // 2 in the morning of the next day in India.
  test.use({ now: Date.parse("2025-11-19T20:30:00Z") });

  test("describes what happened, newest first, links to its people, has pages, and opens from an old link", async ({
    signedIn: page,
    person,
    product,
    call,
  }) => {
    const asha = await signUp(product.url, email);
    const params = { id: asha.session.user.id };
    await call(teamRoutes.disable, { params });
    await call(teamRoutes.enable, { params });
    await call(teamRoutes.makeAdmin, { params });
    await callerOf(product.url, person)(teamRoutes.makeRepresentative, { params });
    await call(teamRoutes.endSessions, { params });
    await call(teamRoutes.invite, { body: { email: "meera@rounds.example" } });
    await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Mozilla/5.0 (Linux; Android 14) Chrome/131.0.0.0 Mobile Safari/537.36",
      },
      body: JSON.stringify({ email, password: asha.password }),
    });

    await page.goto("/team");
    await page.getByRole("link", { name: "History" }).click();
    await expect(page).toHaveURL("/team/audit");
    const entries = rowsOf(page, "History");
    const me = person.email;
    await expect(entries).toHaveText([
      `Nov 20, 2025, 02:00 AM${email} signed in with the password from Chrome on Android, 127.0.0.1`,
      `Nov 20, 2025, 02:00 AM${me} made a link to accept the invitation for meera@rounds.example from 127.0.0.1`,
      `Nov 20, 2025, 02:00 AM${me} invited meera@rounds.example from 127.0.0.1`,
      `Nov 20, 2025, 02:00 AM${me} signed ${email} out on every device from 127.0.0.1`,
      `Nov 20, 2025, 02:00 AM${me} removed the administrator rights of ${email} from 127.0.0.1`,
      `Nov 20, 2025, 02:00 AM${me} made ${email} an administrator from 127.0.0.1`,
      `Nov 20, 2025, 02:00 AM${me} enabled ${email} from 127.0.0.1`,
      `Nov 20, 2025, 02:00 AM${me} disabled ${email} from 127.0.0.1`,
      `Nov 20, 2025, 02:00 AM${email} signed up from 127.0.0.1`,
      `Nov 20, 2025, 02:00 AM${me} signed up from 127.0.0.1`,
    ]);
    await expect(page.getByText("10 entries", { exact: true })).toBeVisible();

    await page.keyboard.press("/");
    await page.keyboard.type("asha");
    await page.getByRole("option", { name: email }).click();
    await expect(page).toHaveURL(`/team/audit?user=${asha.session.user.id}`);
    await expect(entries).toHaveCount(7);
    await expect(chips(page)).toHaveText([`Person: ${email}`]);
    await page.getByRole("combobox", { name: "Kind" }).selectOption("Role changed");
    await expect(entries).toHaveCount(2);
    await page.reload();
    await expect(entries).toHaveCount(2);
    await expect(chips(page)).toHaveText([`Person: ${email}`, "Kind: Role changed"]);
    await expect(page.getByText("2 entries found")).toBeVisible();
    await page.getByRole("button", { name: "Remove filter Kind: Role changed" }).click();
    await expect(entries).toHaveCount(7);

    // A deleted account appears in no link except to its history.
    await call(teamRoutes.delete, { params });
    await page.reload();
    await expect(entries.first()).toContainText(`${me} deleted an account`);
    await expect(chips(page)).toHaveText(["Person: a deleted account"]);
    await page.goto("/team/audit");
    await expect(entries.first()).toContainText("deleted an account");
    await expect(page.getByText(email)).toHaveCount(0);
    await page.getByRole("link", { name: "a deleted account" }).first().click();
    await expect(page).toHaveURL(`/team/audit?user=${asha.session.user.id}`);
    await page.getByRole("main").getByRole("link", { name: me }).first().click();
    await expect(page).toHaveURL(`/team/${person.session.user.id}`);
    await page.getByRole("link", { name: "History" }).click();
    await expect(page).toHaveURL(`/team/audit?user=${person.session.user.id}`);

    await test.step("it has pages, and opens from an old link", async () => {
      await product.database.pool.query(
        `insert into auth.audit_log (created_at, action, actor_id, user_id, ip)
         select now(), 'login', $1, $1, ('10.0.0.' || n)::inet from generate_series(1, 45) n`,
        [person.session.user.id],
      );
      await page.goto("/team/audit?action=moon_landed&user=nobody&page=-3");
      const pages = page.getByRole("navigation", { name: "Pages" });
      await expect(pages).toContainText("Showing 20 of 56 entries");
      await expect(rowsOf(page, "History").first()).toContainText("from 10.0.0.45");
      await pages.getByRole("button", { name: "Next" }).click();
      await pages.getByRole("button", { name: "Next" }).click();
      await expect(rowsOf(page, "History")).toHaveCount(16);
      await page.goBack();
      await expect(page).toHaveURL(/page=2$/);
    });
  });
});
