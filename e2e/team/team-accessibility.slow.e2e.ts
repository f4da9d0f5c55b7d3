import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { rowsOf } from "../kit/screen.ts";
import { addAuthenticator, namedPerson } from "../kit/team-people.ts";

test.describe.configure({ timeout: 180_000 });

const email = "asha@rounds.example";
const long = `${"a-very-long-address-".repeat(3)}@${"subdomain-of-a-company.".repeat(7)}example`;

test("the screens are accessible, and have room for long addresses", async ({
  signedIn: page,
  person,
  product,
  call,
}) => {
  const asha = await namedPerson(product, email, "Asha Rao");
  await addAuthenticator(product, asha);
  const { member } = await call(teamRoutes.invite, { body: { email: long } });
  await page.goto("/team?search=a&status=active");
  await expect(page.getByText("Asha Rao").first()).toBeVisible();
  await expectAccessible(page, "the filtered list");
  await page.goto("/team");
  await expect(page.getByText(long).first()).toBeVisible();
  await expectAccessible(page, "the list");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("Email addresses").fill(`${person.email} ${long.replace("a-", "b-")}`);
  await expectAccessible(page, "the invitation");
  await page.getByRole("button", { name: "Invite 2 people" }).click();
  await expect(page.getByRole("dialog", { name: "1 of 2 invited" })).toBeVisible();
  await expectAccessible(page, "the outcome of an invitation");
  await page.goto(`/team/${asha.session.user.id}`);
  await expect(page.getByRole("button", { name: "Delete account" })).toBeVisible();
  await expectAccessible(page, "a member");
  await page.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page, "a question");
  await page.goto(`/team/${member.id}`);
  await expect(page.getByRole("button", { name: "Make invitation link" })).toBeVisible();
  await expectAccessible(page, "somebody with a long address");
  await page.goto(`/team/audit?user=${member.id}`);
  await expect(rowsOf(page, "History")).toHaveCount(2);
  await expectAccessible(page, "the history");
});
