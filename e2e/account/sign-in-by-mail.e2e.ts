import { expect } from "@playwright/test";
import { askAuth } from "@rounds/testkit/sign-in.ts";
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

test.describe("a forgotten password", () => {
  test.use({ settings: { confirm_email: false } });

  test("is replaced with the code of a mail", async ({ page, person, mailServer }) => {
    await page.goto("/login");
    await page.getByLabel("Email address").fill(person.email);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(title(page, "Reset your password")).toBeVisible();
    await expect(page.getByLabel("Email address")).toHaveValue(person.email);
    await page.keyboard.press("Enter");
    await expect(
      page.getByText(
        `If ${person.email} has an account, a mail with a link and a six-digit code is on its way.`,
      ),
    ).toBeVisible();

    const code = codeOf(await mailServer.next(person.email));
    await expect(codeField(page)).toBeFocused();
    await page.keyboard.type(otherThan(code));
    await expect(page.getByText(wrongCode)).toBeVisible();
    await expect(codeField(page)).toHaveValue(otherThan(code));
    // Selected: typing now replaces it.
    await page.keyboard.type(code.slice(0, 2));
    await expect(codeField(page)).toHaveValue(code.slice(0, 2));
    await page.reload();
    await codeField(page).evaluate(
      (field: HTMLInputElement, text) => {
        field.focus();
        document.execCommand("insertText", false, text);
      },
      ` ${code.slice(0, 3)} ${code.slice(3)} `,
    );

    await expect(title(page, "Choose a new password")).toBeVisible();
    await expect(page.getByLabel("New password", { exact: true })).toBeFocused();
    await choosePassword(page, "");
    await expect(page.getByText("Enter your new password.")).toBeVisible();
    await choosePassword(page, "short");
    await expect(page.getByText("Password should be at least 6 characters.")).toBeVisible();
    await choosePassword(page, person.password);
    await expect(page.getByText("New password should be different from the old password.")).toBeVisible();
    await expect(page.getByLabel("New password", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await choosePassword(page, "another horse battery");
    await expect(message(page, "Your new password is saved.")).toBeVisible();
    await expectSignedIn(page, person.email, "/");

    await page.getByRole("button", { name: "Sign Out" }).click();
    await signInWith(page, { ...person, password: "another horse battery" });
    await expectSignedIn(page, person.email, "/");
  });

  test("is replaced with the mail's link, which leads to the page requested first", async ({
    page,
    person,
    mailServer,
    context,
  }) => {
    await page.goto("/doctors?search=rao");
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
    await expectSignedIn(other, person.email, "/doctors?search=rao");
    await other.goBack();
    expect(other.url()).not.toContain("access_token");
  });
});

test.describe("signing in by mail", () => {
  test.use({ settings: { confirm_email: false } });

  test("leads to the page requested first, by code and by link", async ({ page, person, mailServer }) => {
    await page.goto("/login?redirect=%2Fdoctors%3Fsearch%3Drao");
    await page.getByLabel("Email address").fill(person.email);
    await page.getByRole("link", { name: "Email me a code instead" }).click();
    await expect(title(page, "Sign in with a code")).toBeVisible();
    await expect(page.getByLabel("Email address")).toHaveValue(person.email);
    await page.getByRole("button", { name: "Email me a code" }).click();
    const mail = await mailServer.next(person.email);
    await codeField(page).fill(codeOf(mail));
    await expectSignedIn(page, person.email, "/doctors?search=rao");
    await page.getByRole("button", { name: "Sign Out" }).click();

    // The code has voided its link.
    await page.goto(linkOf(mail));
    await expect(page.getByText(invalidLink)).toBeVisible();
    await expect(page).toHaveURL("/login?redirect=%2Fdoctors%3Fsearch%3Drao");
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
