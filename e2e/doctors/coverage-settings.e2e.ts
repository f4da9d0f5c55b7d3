import type { Page } from "@playwright/test";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { goInside, message, rowsOf } from "../kit/screen.ts";
import { loseNextAnswer } from "../kit/trouble.ts";

// 12 March 2025, 15:30 in Kolkata.
test.use({ now: Date.parse("2025-03-12T10:00:00Z") });

/** The card with how often doctors of each class are to be seen. */
const normsCard = (page: Page) => page.locator("section", { hasText: "How often a doctor of each class" });

test("calls a month, holidays and leave are set, by keyboard and after a lost answer", async ({
  signedIn: page,
  call,
}) => {
  await test.step("calls a month are changed by keyboard, from the present month on", async () => {
    await page.goto("/team");
    await page.getByRole("navigation", { name: "Team" }).getByRole("link", { name: "Settings" }).click();
    await expect(page).toHaveURL("/team/settings");
    await expect(page).toHaveTitle("Team settings · Rounds");
    const classA = page.getByRole("table", { name: "Calls a month by class" }).getByRole("row").nth(1);
    await expect(classA).toHaveText(/^A\s*4\s*5$/);
    await normsCard(page).getByRole("button", { name: "Change" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Calls a month" });
    await expect(dialog.getByText("Applies from March 2025 on; earlier months keep theirs.")).toBeVisible();
    await dialog.getByLabel("Calls a month, class A").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("32");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    const calls = dialog.getByLabel("Calls a month, class A");
    await expect(calls).toBeFocused();
    await expect(calls).toHaveAccessibleDescription("Please enter at most 31");
    await expectAccessible(page, "the dialog of norms with an error");
    await calls.fill("5");
    await page.keyboard.press("Enter");
    await expect(message(page, "Calls a month saved.")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(classA).toHaveText(/^A\s*5\s*4$/);
    const { norms, from_month } = await call(coverageRoutes.settings, { query: {} });
    expect([norms.A, from_month]).toEqual([{ per_month: 5, min_gap_days: 4 }, "2025-03-01"]);
    await page.getByRole("navigation", { name: "Team" }).getByRole("link", { name: "History" }).click();
    await expect(rowsOf(page, "History").first()).toContainText("set the calls a month: A 5, 4 days apart;");
  });

  await test.step("a holiday whose answer was lost is added by a second try", async () => {
    const name = "A holiday with a very long name that needs more than one line on a phone";
    await goInside(page, "/team/settings");
    await expect(page.getByText("No holidays in 2025 yet.")).toBeVisible();
    await page.getByRole("button", { name: "Add holiday" }).click();
    const dialog = page.getByRole("dialog", { name: "Add holiday" });
    await dialog.getByLabel("Day", { exact: true }).fill("25 Mar 2026");
    await dialog.getByLabel("Name").fill(name);
    await loseNextAnswer(page, { method: "PUT", path: "/api/coverage/holidays" });
    await dialog.getByRole("button", { name: "Add holiday" }).click();
    await expect(dialog.getByText(/^The server can't be reached\./)).toBeVisible();
    await dialog.getByRole("button", { name: "Add holiday" }).click();
    await expect(page.getByRole("list", { name: "Holidays of 2026" }).getByRole("listitem")).toHaveText([
      new RegExp(`${name}.*Wed, Mar 25, 2026`),
    ]);
    await expectAccessible(page, "the settings");
  });

  await test.step("leave is added and removed on the Account page", async () => {
    await goInside(page, "/account");
    await expect(page.getByText("No leave entered.")).toBeVisible();
    await page.getByRole("button", { name: "Add leave" }).click();
    const dialog = page.getByRole("dialog", { name: "Add leave" });
    await dialog.getByLabel("First day").fill("17 Mar 2025");
    await dialog.getByLabel("Last day").focus();
    // One day of leave is the usual one.
    await expect(dialog.getByLabel("Last day")).toHaveValue("Mar 17, 2025");
    await dialog.getByLabel("Last day").fill("16 Mar 2025");
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Last day")).toHaveAccessibleDescription(
      "The last day is before the first",
    );
    await dialog.getByLabel("Last day").fill("19 Mar 2025");
    await page.keyboard.press("Enter");
    await expect(message(page, "Leave added.")).toBeVisible();
    const listed = page.getByRole("list", { name: "Leave" }).getByRole("listitem");
    await expect(listed).toHaveText([/Mar 17, 2025 to Mar 19, 2025.*3 days/]);
    expect((await call(coverageRoutes.leave, {})).ranges).toEqual([{ from: "2025-03-17", to: "2025-03-19" }]);
    await expectAccessible(page, "the Account page with leave");
    await page.getByRole("button", { name: "Remove leave Mar 17, 2025 to Mar 19, 2025" }).click();
    await expect(message(page, "Leave removed: Mar 17, 2025 to Mar 19, 2025.")).toBeVisible();
    await expect(page.getByText("No leave entered.")).toBeVisible();
  });
});
