import { expect, type Page } from "@playwright/test";
import { askAuth } from "@rounds/testkit/sign-in.ts";
import { withoutDatabase } from "../kit/phone-store.ts";
import { message } from "../kit/screen.ts";
import { changeAt, endSessionsAt } from "../kit/trouble.ts";
import { test } from "./mail-product.ts";
import { codeField, otherThan, signInWith } from "./sign-in-screen.ts";

const stepTitle = "Enter the code from your authenticator";
const wrongCode = "This code is not right, or was used already. Enter the one that is shown now.";

const step = (page: Page) => page.getByRole("heading", { level: 1, name: stepTitle });

test.use({ settings: { confirm_email: false } });

/** All further successful calls of the API, by path. */
function answeredCalls(page: Page): string[] {
  const paths: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/api/") && response.ok()) paths.push(pathname);
  });
  return paths;
}

test("replaces every page after the password, and leads to it", async ({
  page,
  person,
  addAuthenticator,
}) => {
  const authenticator = await addAuthenticator(person, "");
  const calls = answeredCalls(page);
  await page.goto("/doctors?search=rao");
  await signInWith(page, person);
  await expect(step(page)).toBeVisible();
  await expect(page.getByText("Ask an administrator of your team to remove the second step.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Doctors", exact: true })).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(codeField(page)).toBeFocused();

  await page.keyboard.type("12345");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter all six digits of the code.")).toBeVisible();
  const right = await authenticator.code();
  const wrong = otherThan(right);
  await codeField(page).fill(wrong);
  await expect(page.getByText(wrongCode)).toBeVisible();
  await expect(codeField(page)).toHaveValue(wrong);
  // A reload changes nothing, and no other page can be opened.
  await page.goto("/visits");
  await expect(step(page)).toBeVisible();
  await page.goBack();
  await expect(step(page)).toBeVisible();
  expect(calls).toEqual([]);

  await codeField(page).fill(await authenticator.code());
  await expect(page.getByRole("heading", { name: "Doctors", exact: true })).toBeVisible();
  await expect(page).toHaveURL("/doctors?search=rao");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Doctors", exact: true })).toBeVisible();
});

test("is asked for over typed input, if the used factor is removed elsewhere", async ({
  page,
  person,
  product,
  addAuthenticator,
}) => {
  const first = await addAuthenticator(person, "Old phone");
  const second = await addAuthenticator(person, "Tablet");
  await withoutDatabase(page);
  await page.goto("/doctors/add");
  await signInWith(page, person);
  await page.getByRole("radio", { name: "Old phone" }).check();
  await codeField(page).fill(await first.code());
  await page.getByLabel("Doctor Name").fill("Dr. Asha Rao");
  await changeAt(page, { method: "POST", path: "/api/doctors" }, () =>
    askAuth(product.url, "DELETE", `/factors/${first.id}`, { bearer: person.session.access_token }),
  );
  await page.getByRole("button", { name: "Add Doctor" }).click();

  const dialog = page.getByRole("alertdialog", { name: stepTitle });
  await expect(dialog).toContainText("Nothing you typed is lost.");
  await dialog.getByRole("radio", { name: "Tablet" }).check();
  await dialog.getByLabel("Six-digit code").fill(await second.code());
  await expect(message(page, "Doctor added successfully!")).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("follows the password over a page whose session has ended, and nothing typed is lost", async ({
  page,
  person,
  product,
  addAuthenticator,
}) => {
  const authenticator = await addAuthenticator(person, "");
  await withoutDatabase(page);
  await page.goto("/doctors/add");
  await signInWith(page, person);
  await codeField(page).fill(await authenticator.code());
  await page.getByLabel("Doctor Name").fill("Dr. Asha Rao");
  await endSessionsAt(page, product, { method: "POST", path: "/api/doctors" });
  await page.getByRole("button", { name: "Add Doctor" }).click();

  const dialog = page.getByRole("alertdialog", { name: "Sign in again" });
  await dialog.getByLabel("Password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");
  const second = page.getByRole("alertdialog", { name: stepTitle });
  await expect(second.getByLabel("Six-digit code")).toBeFocused();
  await second.getByLabel("Six-digit code").fill(await authenticator.code());
  await expect(message(page, "Doctor added successfully!")).toBeVisible();
  const { rows } = await product.database.pool.query("select name from doctors");
  expect(rows).toEqual([{ name: "Dr. Asha Rao" }]);
});

test("done in one tab is done in the others", async ({ page, person, context, addAuthenticator }) => {
  const authenticator = await addAuthenticator(person, "");
  await page.goto("/doctors");
  await signInWith(page, person);
  await expect(step(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto("/visits");
  await expect(step(other)).toBeVisible();
  await codeField(page).fill(await authenticator.code());
  await expect(page.getByRole("heading", { name: "Doctors", exact: true })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Doctor Visits" })).toBeVisible();
});
