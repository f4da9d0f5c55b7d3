import { expect } from "@playwright/test";
import { askAuth } from "@rounds/testkit/sign-in.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { message } from "../kit/screen.ts";
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

const wrongCode = "This code is not right, or no longer valid. Check it, or ask for a new one.";

test.describe("if addresses need not be confirmed", () => {
  test.use({ settings: { confirm_email: false } });

  test("a forgotten password is replaced with the code of a mail, on accessible screens", async ({
    page,
    person,
    mailServer,
  }) => {
    await test.step("a mail is asked for", async () => {
      await page.goto("/#error=access_denied&error_code=otp_expired&error_description=x");
      await expect(page.getByText(invalidLink)).toBeVisible();
      await expectAccessible(page, "the sign-in with a link that is no longer valid", [390]);
      await page.getByRole("link", { name: "Forgot password?" }).click();
      await page.getByRole("button", { name: "Send the mail" }).click();
      await expect(page.getByText("Enter your email address.")).toBeVisible();
      await expectAccessible(page, "the reset of a password with an error", [390]);
      await page.getByLabel("Email address").fill(person.email);
      await page.keyboard.press("Enter");
      await expect(
        page.getByText(
          `If ${person.email} has an account, a mail with a link and a six-digit code is on its way.`,
        ),
      ).toBeVisible();
    });

    await test.step("a wrong code is selected, and the right one pasted after a reload", async () => {
      const code = codeOf(await mailServer.next(person.email));
      await expect(codeField(page)).toBeFocused();
      await page.keyboard.type(otherThan(code));
      await expect(page.getByText(wrongCode)).toBeVisible();
      await expect(codeField(page)).toHaveValue(otherThan(code));
      // Selected: typing now replaces it.
      await page.keyboard.type(code.slice(0, 2));
      await expect(codeField(page)).toHaveValue(code.slice(0, 2));
      await expectAccessible(page, "a code after a wrong one", [390]);
      await page.reload();
      await codeField(page).evaluate(
        (field: HTMLInputElement, text) => {
          field.focus();
          document.execCommand("insertText", false, text);
        },
        ` ${code.slice(0, 3)} ${code.slice(3)} `,
      );
    });

    await test.step("the new password signs in", async () => {
      await expect(title(page, "Choose a new password")).toBeVisible();
      await expect(page.getByLabel("New password", { exact: true })).toBeFocused();
      await choosePassword(page, "short");
      await expect(page.getByText("Password should be at least 6 characters.")).toBeVisible();
      await expectAccessible(page, "a new password that is too short", [390]);
      await choosePassword(page, "another horse battery");
      await expect(message(page, "Your new password is saved.")).toBeVisible();
      await expectSignedIn(page, person.email, "/");
      await page.getByRole("button", { name: "Sign Out" }).click();
      await signInWith(page, { ...person, password: "another horse battery" });
      await expectSignedIn(page, person.email, "/");
    });
  });

  test("the link of a mail in another tab leads to a new password, and to the page requested first", async ({
    page,
    person,
    mailServer,
    context,
  }) => {
    const wanted = "/doctors?search=rao";
    await page.goto(wanted);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    // The sign-in screen, which stays until this one is loaded, has such a field too.
    await expect(title(page, "Reset your password")).toBeVisible();
    await page.getByLabel("Email address").fill(person.email);
    await page.getByRole("button", { name: "Send the mail" }).click();
    const link = linkOf(await mailServer.next(person.email));
    const other = await context.newPage();
    await other.goto(link);
    await expect(title(other, "Choose a new password")).toBeVisible();
    expect(other.url()).not.toContain("access_token");
    // The tab that waited for the code continues too.
    await expect(title(page, "Choose a new password")).toBeVisible();
    await choosePassword(other, "another horse battery");
    await expectSignedIn(other, person.email, wanted);
    await other.goBack();
    expect(other.url()).not.toContain("access_token");
  });
});

test.describe("if addresses must be confirmed", () => {
  test.use({ settings: { confirm_email: true } });

  test("signing in before that asks for the code, and sends another", async ({
    page,
    product,
    mailServer,
    pass,
    context,
  }) => {
    const email = "late@rounds.example";
    const password = "correct horse battery";
    await askAuth(product.url, "POST", "/signup", { body: { email, password } });
    await mailServer.next(email);
    await pass(60);
    await page.goto("/login");
    await signInWith(page, { email, password });
    await expect(title(page, "Confirm your email address")).toBeVisible();
    await page.getByRole("button", { name: "Send again", exact: true }).click();
    await expect(page.getByText(`We sent a six-digit code and a link to ${email}.`)).toBeVisible();
    const other = await context.newPage();
    await other.goto(linkOf(await mailServer.next(email)));
    await expectSignedIn(other, email, "/");
    await expect(message(other, "Your email address is confirmed.")).toBeVisible();
    await expectSignedIn(page, email, "/");
  });
});
