import { expect, type Page } from "@playwright/test";
import { askAuth } from "@rounds/testkit/sign-in.ts";
import { expectAccessible } from "../kit/accessible.ts";
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

test("replaces every page after the password, in each tab, and leads to it", async ({
  page,
  person,
  context,
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

  const wrong = otherThan(await authenticator.code());
  await page.keyboard.type(wrong);
  await expect(page.getByText(wrongCode)).toBeVisible();
  await expect(codeField(page)).toHaveValue(wrong);
  // A reload changes nothing, and no other page can be opened.
  await page.goto("/visits");
  await expect(step(page)).toBeVisible();
  await page.goBack();
  await expect(step(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto("/visits");
  await expect(step(other)).toBeVisible();
  expect(calls).toEqual([]);

  await codeField(page).fill(await authenticator.code());
  await expect(page.getByRole("heading", { name: "Doctors", exact: true })).toBeVisible();
  await expect(page).toHaveURL("/doctors?search=rao");
  await expect(other.getByRole("heading", { name: "Doctor Visits" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Doctors", exact: true })).toBeVisible();
});

test("is asked for over typed input that is not lost, if the used factor is removed or the session ends", async ({
  page,
  person,
  product,
  addAuthenticator,
}) => {
  const first = await addAuthenticator(person, "Old phone");
  const second = await addAuthenticator(person, "Tablet in the car");
  const creation = { method: "POST", path: "/api/doctors" };
  const namesOnServer = async () =>
    (await product.database.pool.query("select name from doctors order by name")).rows.map(
      ({ name }) => name,
    );
  const dialog = page.getByRole("alertdialog", { name: stepTitle });
  await withoutDatabase(page);

  await test.step("a choice of factors and its errors are accessible", async () => {
    await page.goto("/doctors/add");
    await signInWith(page, person);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Enter all six digits of the code.")).toBeVisible();
    await expectAccessible(page, "the second step with a choice and an error", [390]);
    await page.getByRole("radio", { name: "Old phone" }).check();
    await codeField(page).fill(await first.code());
  });

  await test.step("the used factor is removed elsewhere", async () => {
    await page.getByLabel("Doctor Name").fill("Dr. Asha Rao");
    await changeAt(page, creation, () =>
      askAuth(product.url, "DELETE", `/factors/${first.id}`, { bearer: person.session.access_token }),
    );
    await page.getByRole("button", { name: "Add Doctor" }).click();
    await expect(dialog).toContainText("Nothing you typed is lost.");
    await dialog.getByRole("radio", { name: "Tablet in the car" }).check();
    await dialog.getByLabel("Six-digit code").fill(await second.code());
    await expect(message(page, "Doctor added successfully!")).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step("the session has ended: first the password, then the code", async () => {
    await page.getByRole("link", { name: "Add Doctor" }).click();
    await page.getByLabel("Doctor Name").fill("Dr. Bela Sen");
    await endSessionsAt(page, product, creation);
    await page.getByRole("button", { name: "Add Doctor" }).click();
    const again = page.getByRole("alertdialog", { name: "Sign in again" });
    await again.getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Six-digit code")).toBeFocused();
    await dialog.getByLabel("Six-digit code").fill(await second.code());
    await expect(page.getByRole("heading", { name: "Doctors", exact: true })).toBeVisible();
    expect(await namesOnServer()).toEqual(["Dr. Asha Rao", "Dr. Bela Sen"]);
  });
});
