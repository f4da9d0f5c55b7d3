import { expect, type Page } from "@playwright/test";
import { askAuth, codeOf, linkOf, test } from "./mail-product.ts";
import { type Person, signUp } from "./person.ts";
import { message } from "./screen.ts";

const unreachable = "The server can't be reached. Please check your connection and try again.";
const wrongCode = "This code is not right, or no longer valid. Check it, or ask for a new one.";
const invalidLink =
  "This link is no longer valid. A link works once, within 24 hours, and only in the newest mail.";

const codeField = (page: Page) => page.getByLabel("Six-digit code");
const title = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** A code that is not this one. */
const otherThan = (code: string) => (code === "111111" ? "222222" : "111111");

/** Asserts that somebody is signed in, with nothing of the auth service's left in the address. */
async function expectSignedIn(page: Page, email: string, address: string) {
  await expect(page.getByText(`Welcome, ${email}`)).toBeVisible();
  await expect(page).toHaveURL(address);
}

async function choosePassword(page: Page, password: string) {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

async function signInWith(page: Page, { email, password }: Pick<Person, "email" | "password">) {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

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
    // Selected: what is typed now replaces it.
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

  test("is replaced by way of the mail's link, which leads to the page first asked for", async ({
    page,
    person,
    mailServer,
    context,
  }) => {
    await page.goto("/doctors?search=rao");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByLabel("Email address").fill(person.email);
    await page.getByRole("button", { name: "Send the mail" }).click();
    const link = linkOf(await mailServer.next(person.email));
    const other = await context.newPage();
    await other.goto(link);
    await expect(title(other, "Choose a new password")).toBeVisible();
    expect(other.url()).not.toContain("access_token");
    // The tab that waited for the code goes on too.
    await expect(title(page, "Choose a new password")).toBeVisible();
    await choosePassword(other, "another horse battery");
    await expectSignedIn(other, person.email, "/doctors?search=rao");
    await other.goBack();
    expect(other.url()).not.toContain("access_token");
  });

  test("of an unknown address is answered alike, and another address can be used", async ({
    page,
    person,
    mailServer,
  }) => {
    await page.goto("/login/forgot");
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

  test("is asked for again after a minute, and only the newest code is good", async ({
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

    // Asked for from the start again: the mail of just now counts.
    await page.getByRole("button", { name: "Use another address" }).click();
    await page.getByRole("button", { name: "Send the mail" }).click();
    await expect(page.getByRole("button", { name: /^Send again in \d\d s$/ })).toBeDisabled();

    pass(60);
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

  test("too many wrong codes have to wait, in words that count down", async ({ page, person, product }) => {
    await page.goto("/login/forgot");
    await page.getByLabel("Email address").fill(person.email);
    await page.keyboard.press("Enter");
    const guess = { type: "recovery", email: person.email, token: "000000" };
    for (let tries = 0; tries < 10; tries++) {
      await askAuth(product, "POST", "/verify", { body: guess }).catch(() => {});
    }
    await codeField(page).fill("000000");
    await expect(page.getByText("That was tried too often.")).toBeVisible();
    await expect(page.getByText(/^Please wait \d+ (seconds|minutes)\.$/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  });
});

test.describe("signing in by mail", () => {
  test.use({ settings: { confirm_email: false } });

  test("goes on to the page first asked for, by code and by link", async ({ page, person, mailServer }) => {
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

  test("by link leads in too", async ({ page, person, product, mailServer, pass }) => {
    await page.goto("/login/code?redirect=%2Fvisits");
    await page.getByLabel("Email address").fill(person.email);
    await page.keyboard.press("Enter");
    const first = linkOf(await mailServer.next(person.email));
    pass(60);
    await askAuth(product, "POST", "/otp", { body: { email: person.email } });
    await mailServer.next(person.email);

    // A newer mail has replaced it.
    await page.goto(first);
    await expect(page.getByText(invalidLink)).toBeVisible();
    await page.getByRole("link", { name: "Email me a new one" }).click();
    await expect(title(page, "Sign in with a code")).toBeVisible();
    await page.getByLabel("Email address").fill(person.email);
    pass(60);
    await page.getByRole("button", { name: "Email me a code" }).click();
    await page.goto(linkOf(await mailServer.next(person.email)));
    await expectSignedIn(page, person.email, "/visits");
  });
});

test.describe("where nobody may sign up", () => {
  test.use({ settings: { signup: "closed" } });

  test("a code for a stranger is asked for alike", async ({ page, mailServer }) => {
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

test.describe("where addresses must be confirmed", () => {
  test.use({ settings: { confirm_email: true } });

  test("signing up goes on with the mail's code", async ({ page, mailServer }) => {
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
    await askAuth(product, "POST", "/signup", { body: { email, password } });
    await mailServer.next(email);
    pass(60);
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

test.describe("links", () => {
  test.use({ settings: { confirm_email: false } });

  test("that have expired say so where they lead", async ({ page, person, mailServer, product, pass }) => {
    const redirect = encodeURIComponent(`${product.url}/new-password`);
    await askAuth(product, "POST", `/recover?redirect_to=${redirect}`, { body: { email: person.email } });
    const link = linkOf(await mailServer.next(person.email));
    pass(24 * 3600 + 1);
    await page.goto(link);
    await expect(title(page, "Choose a new password")).toBeVisible();
    await expect(page.getByText(invalidLink)).toBeVisible();
    await expect(page).toHaveURL("/new-password");
    await page.getByRole("link", { name: "Send a new link" }).click();
    await expect(title(page, "Reset your password")).toBeVisible();
  });

  test("that have expired tell somebody who is signed in, and do no harm", async ({ signedIn: page }) => {
    await page.goto(
      "/doctors?search=rao#error=access_denied&error_code=otp_expired&error_description=Email+link&sb=",
    );
    await expect(page.getByText(invalidLink)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Doctors", exact: true })).toBeVisible();
    await expect(page).toHaveURL("/doctors?search=rao");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(page.getByText(invalidLink)).toBeHidden();
  });

  test("of half a change of address say what is to be done yet", async ({
    page,
    person,
    product,
    mailServer,
  }) => {
    const bearer = person.session.access_token;
    await askAuth(product, "PUT", "/user", { bearer, body: { email: "moved@rounds.example" } });
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
    await askAuth(product, "POST", "/invite", { bearer: person.session.access_token, body: { email } });
    await page.goto(linkOf(await mailServer.next(email)));
    await expect(title(page, "Welcome to Rounds: choose a password")).toBeVisible();
    await expect(page).toHaveURL("/new-password");
    await choosePassword(page, "correct horse battery");
    await expectSignedIn(page, email, "/");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await signInWith(page, { email, password: "correct horse battery" });
    await expectSignedIn(page, email, "/");
  });

  test("that can't be opened for want of a connection can be tried again", async ({
    page,
    person,
    product,
    mailServer,
  }) => {
    await askAuth(product, "POST", "/otp", { body: { email: person.email } });
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

test.describe("on a machine of one's own", () => {
  test.use({ settings: { mail: { by: "page" } } });

  test("the mail can be read on a page", async ({ page, product }) => {
    const person = await signUp(product.url);
    await page.goto("/login/code");
    await page.getByLabel("Email address").fill(person.email);
    await page.keyboard.press("Enter");
    await expect(page.getByText("No mail server is set up:")).toBeVisible();
    const [mails] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("link", { name: "read the mail here" }).click(),
    ]);
    await expect(mails.getByText(`To ${person.email}`)).toBeVisible();
  });
});

test.describe("where no mail can be sent", () => {
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
