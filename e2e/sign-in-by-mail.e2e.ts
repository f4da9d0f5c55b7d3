import { expect } from "@playwright/test";
import { askAuth } from "@rounds/testkit/sign-in.ts";
import { codeOf, linkOf, test } from "./mail-product.ts";
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

const unreachable = "The server can't be reached. Please check your connection and try again.";
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

  test("of an unknown address gets the same answer, and another address can be used", async ({
    page,
    person,
    mailServer,
  }) => {
    await page.goto("/login/forgot");
    await expect(page.getByLabel("Email address")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Enter your email address.")).toBeVisible();
    await page.getByLabel("Email address").fill("no address");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Enter an email address like name@example.com.")).toBeVisible();
    await expect(page.getByLabel("Email address")).toBeFocused();
    await page.getByLabel("Email address").fill("nobody@rounds.example");
    await page.keyboard.press("Enter");
    await expect(page.getByText("If nobody@rounds.example has an account")).toBeVisible();

    await page.getByRole("button", { name: "Use another address" }).click();
    await expect(page.getByLabel("Email address")).toHaveValue("nobody@rounds.example");
    await page.getByLabel("Email address").fill(person.email);
    await page.keyboard.press("Enter");
    await expect(page.getByText(`If ${person.email} has an account`)).toBeVisible();
    await mailServer.next(person.email);
    expect(
      mailServer.messages.filter(({ envelope }) => envelope.to.includes("nobody@rounds.example")),
    ).toEqual([]);
  });

  test("can be requested again after a minute, and only the newest code is valid", async ({
    page,
    person,
    mailServer,
    pass,
  }) => {
    await page.clock.install();
    await page.goto("/login/forgot");
    await page.getByLabel("Email address").fill(person.email);
    await page.keyboard.press("Enter");
    const first = codeOf(await mailServer.next(person.email));
    await expect(page.getByRole("button", { name: /^Send again in \d\d s$/ })).toBeDisabled();

    // Requested from the start again: the latest mail counts.
    await page.getByRole("button", { name: "Use another address" }).click();
    await page.getByRole("button", { name: "Send the mail" }).click();
    await expect(page.getByRole("button", { name: /^Send again in \d\d s$/ })).toBeDisabled();

    await pass(60);
    await page.clock.fastForward(60_000);
    await page.getByRole("button", { name: "Send again", exact: true }).click();
    const second = codeOf(await mailServer.next(person.email));
    await expect(page.getByRole("button", { name: /^Send again in \d\d s$/ })).toBeDisabled();
    if (first !== second) {
      await codeField(page).fill(first);
      await expect(page.getByText(wrongCode)).toBeVisible();
    }
    await codeField(page).fill(second);
    await expect(title(page, "Choose a new password")).toBeVisible();
  });

  test("says when the server can't be reached, and keeps what was typed", async ({
    page,
    person,
    mailServer,
  }) => {
    await page.goto("/login/forgot");
    await page.getByLabel("Email address").fill(person.email);
    await page.context().setOffline(true);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText(unreachable);
    await page.context().setOffline(false);
    await page.keyboard.press("Enter");
    const code = codeOf(await mailServer.next(person.email));
    await page.context().setOffline(true);
    await codeField(page).fill(code);
    await expect(page.getByText(unreachable)).toBeVisible();
    await expect(codeField(page)).toHaveValue(code);
    await page.context().setOffline(false);
    await page.keyboard.press("Enter");
    await expect(title(page, "Choose a new password")).toBeVisible();
  });

  test("can't be replaced without a session", async ({ page }) => {
    await page.goto("/new-password?redirect=/visits");
    await expect(title(page, "Choose a new password")).toBeVisible();
    await expect(page.getByText("The link is invalid or has expired")).toBeVisible();
    await page.getByRole("link", { name: "Send a new link" }).click();
    await expect(page).toHaveURL("/login/forgot?redirect=%2Fvisits");
  });

  test("too many wrong codes have to wait, with a countdown", async ({ page, person, product }) => {
    await page.goto("/login/forgot");
    await page.getByLabel("Email address").fill(person.email);
    await page.keyboard.press("Enter");
    const guess = { type: "recovery", email: person.email, token: "000000" };
    for (let tries = 0; tries < 10; tries++) {
      await askAuth(product.url, "POST", "/verify", { body: guess }).catch(() => {});
    }
    await codeField(page).fill("000000");
    await expect(page.getByText("That was tried too often.")).toBeVisible();
    await expect(page.getByText(/^Please wait \d+ (seconds|minutes)\.$/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
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

  test("by link works too", async ({ page, person, product, mailServer, pass }) => {
    await page.goto("/login/code?redirect=%2Fvisits");
    await page.getByLabel("Email address").fill(person.email);
    await page.keyboard.press("Enter");
    const first = linkOf(await mailServer.next(person.email));
    await pass(60);
    await askAuth(product.url, "POST", "/otp", { body: { email: person.email } });
    await mailServer.next(person.email);

    // A newer mail has replaced it.
    await page.goto(first);
    await expect(page.getByText(invalidLink)).toBeVisible();
    await page.getByRole("link", { name: "Email me a new one" }).click();
    await expect(title(page, "Sign in with a code")).toBeVisible();
    await page.getByLabel("Email address").fill(person.email);
    await pass(60);
    await page.getByRole("button", { name: "Email me a code" }).click();
    await page.goto(linkOf(await mailServer.next(person.email)));
    await expectSignedIn(page, person.email, "/visits");
  });
});

test.describe("a password", () => {
  test.use({ settings: { confirm_email: false } });

  test("that was tried too often has to wait, with a countdown", async ({ page, person, product }) => {
    const body = { email: person.email, password: "not the password" };
    for (let tries = 0; tries < 24; tries++) {
      await askAuth(product.url, "POST", "/token?grant_type=password", { body }).catch(() => {});
    }
    await page.goto("/login");
    await signInWith(page, person);
    await expect(page.getByRole("alert")).toHaveText("That was tried too often.");
    await expect(page.getByText(/^Please wait \d+ (seconds?|minutes)\.$/)).toBeVisible();
    await expect(page.getByLabel("Email address")).toHaveValue(person.email);
  });
});

test.describe("if nobody may sign up", () => {
  test.use({ settings: { signup: "closed" } });

  test("a stranger's code is requested in the same way", async ({ page, mailServer }) => {
    await page.goto("/login/code");
    await page.getByLabel("Email address").fill("stranger@rounds.example");
    await page.keyboard.press("Enter");
    await expect(
      page.getByText(
        "If stranger@rounds.example may sign in here, a mail with a link and a six-digit code is on its way.",
      ),
    ).toBeVisible();
    expect(mailServer.messages).toEqual([]);
  });
});

test.describe("if addresses must be confirmed", () => {
  test.use({ settings: { confirm_email: true } });

  test("signing up continues with the mail's code", async ({ page, mailServer }) => {
    const email = "new@rounds.example";
    await page.goto("/login?mode=sign-up&redirect=%2Fvisits");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await page.keyboard.press("Enter");
    await expect(title(page, "Confirm your email address")).toBeVisible();
    await expect(page.getByText(`We sent a six-digit code and a link to ${email}.`)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Send again in/ })).toBeDisabled();
    await codeField(page).fill(codeOf(await mailServer.next(email)));
    await expectSignedIn(page, email, "/visits");
  });

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
