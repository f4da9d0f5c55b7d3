import { expect } from "@playwright/test";
import { askAuth } from "@rounds/testkit/sign-in.ts";
import { expectAccessible } from "./accessible.ts";
import { codeOf, linkOf, test } from "./mail-product.ts";
import { signUp } from "./person.ts";
import { message } from "./screen.ts";
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

  test("that have expired say so where they lead", async ({ page, person, mailServer, product, pass }) => {
    const redirect = encodeURIComponent(`${product.url}/new-password`);
    await askAuth(product.url, "POST", `/recover?redirect_to=${redirect}`, { body: { email: person.email } });
    const link = linkOf(await mailServer.next(person.email));
    await pass(24 * 3600 + 1);
    await page.goto(link);
    await expect(title(page, "Choose a new password")).toBeVisible();
    await expect(page.getByText(invalidLink)).toBeVisible();
    await expect(page).toHaveURL("/new-password");
    await page.getByRole("link", { name: "Send a new link" }).click();
    await expect(title(page, "Reset your password")).toBeVisible();
  });

  test("that have expired say so to signed-in people, without any effect", async ({ signedIn: page }) => {
    await page.goto(
      "/doctors?search=rao#error=access_denied&error_code=otp_expired&error_description=Email+link&sb=",
    );
    await expect(page.getByText(invalidLink)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Doctors", exact: true })).toBeVisible();
    await expect(page).toHaveURL("/doctors?search=rao");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(page.getByText(invalidLink)).toBeHidden();
  });

  test("of half a change of address say what is still to do", async ({
    page,
    person,
    product,
    mailServer,
  }) => {
    const bearer = person.session.access_token;
    await askAuth(product.url, "PUT", "/user", { bearer, body: { email: "moved@rounds.example" } });
    const first = linkOf(await mailServer.next("moved@rounds.example"));
    await page.goto(first);
    await expect(page.getByText("Please proceed to confirm link sent to the other email")).toBeVisible();
    await expect(page).toHaveURL("/login");
    await page.goto(linkOf(await mailServer.next(person.email)));
    await expectSignedIn(page, "moved@rounds.example", "/");
    await expect(message(page, "Your email address is now moved@rounds.example.")).toBeVisible();
  });

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

test.describe("if no mail can be sent", () => {
  test.use({ settings: { mail: { by: "nothing" }, confirm_email: false } });

  test("only the password signs in", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Email me a code instead" })).toHaveCount(0);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page.getByText("This server can't send mail. Ask your administrator")).toBeVisible();
    await expect(page.getByLabel("Email address")).toHaveCount(0);
    await page.goto("/login/code");
    await expect(title(page, "Sign in to your account")).toBeVisible();
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
