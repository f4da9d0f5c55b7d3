import { expect } from "@playwright/test";
import { askAuth } from "@rounds/testkit/sign-in.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { signUp } from "../kit/person.ts";
import { codeOf, linkOf, test } from "./mail-product.ts";
import {
  choosePassword,
  codeField,
  expectSignedIn,
  invalidLink,
  otherThan,
  signInWith,
  title,
} from "./sign-in-screen.ts";

test.describe("links", () => {
  test.use({ settings: { confirm_email: false } });

  test("of an invitation lead to a first password", async ({ page, person, product, mailServer }) => {
    const email = "invited@rounds.example";
    await product.database.pool.query("update auth.users set role = 'service_role' where id = $1", [
      person.session.user.id,
    ]);
    await askAuth(product.url, "POST", "/invite", { bearer: person.session.access_token, body: { email } });
    await page.goto(linkOf(await mailServer.next(email)));
    await expect(title(page, "Welcome to Rounds: choose a password")).toBeVisible();
    await expect(page).toHaveURL("/new-password");
    await choosePassword(page, "correct horse battery");
    await expectSignedIn(page, email, "/");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await signInWith(page, { email, password: "correct horse battery" });
    await expectSignedIn(page, email, "/");
  });

  test("that can't be opened without a connection can be tried again", async ({
    page,
    person,
    product,
    mailServer,
  }) => {
    await askAuth(product.url, "POST", "/otp", { body: { email: person.email } });
    const link = linkOf(await mailServer.next(person.email));
    await page.route("**/auth/v1/user", (route) => route.abort());
    await page.goto(link);
    await expect(
      page.getByText("The server can't be reached, so the link could not be opened."),
    ).toBeVisible();
    await page.unroute("**/auth/v1/user");
    await page.getByRole("button", { name: "Try again" }).click();
    await expectSignedIn(page, person.email, "/");
  });
});

test.describe("on the developer's own machine", () => {
  test.use({ settings: { mail: { by: "page" } } });

  test("the mail is shown on a page", async ({ page, product }) => {
    const person = await signUp(product.url);
    await page.goto("/login/code");
    await page.getByLabel("Email address").fill(person.email);
    await page.keyboard.press("Enter");
    await expect(page.getByText("No mail server is set up:")).toBeVisible();
    const [mails] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("link", { name: "read the mail here" }).click(),
    ]);
    // It is sent while the page opens.
    await expect(async () => {
      await mails.reload();
      await expect(mails.getByText(`To ${person.email}`)).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });
});

test.describe("the sign-in screens", () => {
  test.use({
    settings: { confirm_email: false },
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 390, height: 844 },
  });
  test.describe.configure({ timeout: 180_000 });

  test("are accessible, including their errors", async ({ page, person, mailServer }) => {
    await page.goto("/#error=access_denied&error_code=otp_expired&error_description=x");
    await expect(page.getByText(invalidLink)).toBeVisible();
    await expectAccessible(page, "the sign-in with a link that is no longer valid", [390]);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByRole("button", { name: "Send the mail" }).click();
    await expect(page.getByText("Enter your email address.")).toBeVisible();
    await expectAccessible(page, "the reset of a password with an error", [390]);
    await page.getByLabel("Email address").fill(person.email);
    await page.keyboard.press("Enter");
    const code = codeOf(await mailServer.next(person.email));
    await codeField(page).fill(otherThan(code));
    await expect(page.getByText("This code is not right")).toBeVisible();
    await expectAccessible(page, "a code that is wrong", [390]);
    await codeField(page).fill(code);
    await choosePassword(page, "short");
    await expect(page.getByText("Password should be at least 6 characters.")).toBeVisible();
    await expectAccessible(page, "a new password that is too short", [390]);
  });

  test("are accessible for the second step", async ({ page, person, addAuthenticator }) => {
    await addAuthenticator(person, "Pixel 8");
    await addAuthenticator(person, "Tablet in the car");
    await page.goto("/doctors");
    await signInWith(page, person);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Enter all six digits of the code.")).toBeVisible();
    await expectAccessible(page, "the second step with a choice and an error", [390]);
  });
});
