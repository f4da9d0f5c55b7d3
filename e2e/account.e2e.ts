import AxeBuilder from "@axe-core/playwright";
import type { Browser, Locator, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expect, signIn, test } from "./fixtures.ts";
import { mailTo } from "./mailbox.ts";
import type { Person } from "./person.ts";
import { expectNoSidewaysScroll, message } from "./screen.ts";
import { breakTable, endSessions } from "./trouble.ts";

const newPassword = "another horse battery";

const devices = (page: Page) => page.getByRole("list", { name: "Devices" }).getByRole("listitem");
const steps = (page: Page) => page.getByRole("list", { name: "Second steps" }).getByRole("listitem");

/** Signs in over HTTP, as another device does. */
async function signInElsewhere(url: string, { email, password }: Pick<Person, "email" | "password">) {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0",
    },
    body: JSON.stringify({ email, password }),
  });
  const session = (await answer.json()) as Person["session"];
  return { ok: answer.ok, session };
}

/** A second browser in which the person is signed in with a session of its own. */
async function otherBrowser(browser: Browser, url: string, person: Person): Promise<Page> {
  const { session } = await signInElsewhere(url, person);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await signIn(page, { ...person, session });
  return page;
}

/** Asserts that a browser in which one was signed in is out: its next screen is the sign-in. */
async function expectSignedOut(page: Page) {
  await page.goto("/doctors");
  await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
}

/** The code that an authenticator shows; each works once, and the one of 30 seconds later does already. */
function codeOf(secret: string, ahead = 0): string {
  const timestamp = Date.now() + ahead * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Sets an authenticator up on the page, as a person with the phone beside it does; gives its secret. */
async function setUpAuthenticator(page: Page, name?: string): Promise<string> {
  await page
    .getByRole("button", { name: /^(Set up an authenticator app|Add another authenticator)$/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  if (name) await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const secret = await secretIn(dialog);
  await dialog.getByLabel("Code from the app").fill(codeOf(secret));
  await expect(message(page, /^The authenticator is set up/)).toBeVisible();
  await expect(dialog).toBeHidden();
  return secret;
}

async function secretIn(dialog: Locator): Promise<string> {
  const shown = dialog.locator("dl > dd");
  await expect(shown).toHaveText(/^([A-Z2-7]{4}\s*){8}$/);
  return ((await shown.textContent()) ?? "").replace(/\s/g, "");
}

test.describe("the way there", () => {
  test("from the top bar, from the sidebar and with g a", async ({ signedIn: page, person }) => {
    await page.goto("/doctors");
    await page.getByRole("banner").getByRole("link", { name: person.email }).click();
    await expect(page).toHaveURL("/account");
    await expect(page).toHaveTitle("Account · Rounds");
    await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Account" });
    await expect(link).toHaveAttribute("aria-current", "page");
    await page.goto("/doctors");
    await link.click();
    await expect(page).toHaveURL("/account");
    await page.goto("/visits");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await expect(page).toHaveURL("/account");
  });
});

test.describe("the profile", () => {
  test("takes a name, and takes it away again", async ({ signedIn: page }) => {
    await page.goto("/account");
    await expect(page.getByText("Not given")).toBeVisible();
    await page.getByRole("button", { name: "Add name" }).click();
    const dialog = page.getByRole("dialog", { name: "Your name" });
    await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
    await page.keyboard.type("Asha Rao");
    await page.keyboard.press("Enter");
    await expect(message(page, "Name saved.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Asha Rao")).toBeVisible();
    await page.getByRole("button", { name: "Change name" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill("");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Not given")).toBeVisible();
  });

  test("changes the address once both mails were answered with their codes", async ({
    signedIn: page,
    person,
    product,
  }) => {
    const wanted = "asha.rao@rounds.example";
    await page.goto("/account");
    await page.getByRole("button", { name: "Change email" }).click();
    const dialog = page.getByRole("dialog", { name: "Change email" });
    await dialog.getByLabel("New email address").fill(wanted);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();

    const waiting = page.getByRole("region", { name: "Waiting for confirmation" });
    await expect(waiting).toContainText(`open the mail we sent to ${wanted} and the one to ${person.email}`);
    await expect(waiting.getByRole("button", { name: /^Send again in \d+ s$/ })).toBeDisabled();
    await page.reload();
    const ofNew = waiting.getByLabel(`Code sent to ${wanted}`);
    const ofOld = waiting.getByLabel(`Code sent to ${person.email}`);

    await ofNew.fill("000000");
    await expect(waiting.getByText(/^This code is not right/)).toBeVisible();
    const mail = await mailTo(product, wanted, /^Confirm your new address/);
    // As it is copied from a mail, with words around it.
    await ofNew.fill(`Your code is ${mail.code.slice(0, 3)} ${mail.code.slice(3)}.`);
    await expect(waiting.getByText(`${wanted} is confirmed`)).toBeVisible();
    await expect(page.getByText(`Welcome, ${person.email}`)).toBeVisible();

    await ofOld.fill((await mailTo(product, person.email, /^Confirm the change/)).code);
    await expect(message(page, "Your email address is changed.")).toBeVisible();
    await expect(waiting).toBeHidden();
    await expect(page.getByText(`Welcome, ${wanted}`)).toBeVisible();
    // No session is left over from the codes.
    await expect(devices(page)).toHaveCount(1);
    expect((await signInElsewhere(product.url, { ...person, email: wanted })).ok).toBe(true);
    expect((await signInElsewhere(product.url, person)).ok).toBe(false);
  });

  test("says at the field why an address can't be taken", async ({ signedIn: page, person, product }) => {
    const other = await signInOther(product.url);
    await page.goto("/account");
    await page.getByRole("button", { name: "Change email" }).click();
    const field = page.getByLabel("New email address");
    for (const [typed, told] of [
      ["", "Please enter your new email address"],
      [person.email.toUpperCase(), "This is your email address already"],
      ["nobody", "Unable to validate email address: invalid format"],
      [other, "A user with this email address has already been registered"],
    ] as const) {
      await field.fill(typed);
      await page.keyboard.press("Enter");
      await expect(field).toHaveAccessibleDescription(told);
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(typed);
    }
  });
});

async function signInOther(url: string): Promise<string> {
  const email = "taken@rounds.example";
  await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "correct horse battery" }),
  });
  return email;
}

test.describe("the password", () => {
  test("is changed with the present one, signs other devices out, and signs in", async ({
    signedIn: page,
    person,
    product,
    browser,
  }) => {
    const other = await otherBrowser(browser, product.url, person);
    await other.goto("/doctors");
    await expect(other.getByText(`Welcome, ${person.email}`)).toBeVisible();
    await page.goto("/account");
    await expect(devices(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change password" });
    await expect(dialog).toContainText("Your other devices are signed out by it.");
    const current = dialog.getByLabel("Current password");
    const chosen = dialog.getByLabel("New password", { exact: true });
    const submit = dialog.getByRole("button", { name: "Change password" });

    await submit.click();
    await expect(current).toHaveAccessibleDescription("Please enter your current password");
    await expect(current).toBeFocused();
    await current.fill("not my password");
    await chosen.fill(newPassword);
    await submit.click();
    await expect(current).toHaveAccessibleDescription("The current password is not right");
    await current.fill(person.password);
    await chosen.fill("short");
    await expect(dialog.getByText("At least 6 characters")).toBeVisible();
    await submit.click();
    await expect(chosen).toHaveAccessibleDescription(/Password should be at least 6 characters\.$/);
    await chosen.fill(person.password);
    await submit.click();
    await expect(chosen).toHaveAccessibleDescription(
      /New password should be different from the old password\.$/,
    );
    await chosen.fill(newPassword);
    await page.keyboard.press("Enter");

    await expect(message(page, "Password changed. Your other devices are signed out.")).toBeVisible();
    await expect(devices(page)).toHaveCount(1);
    await expectSignedOut(other);
    await other.getByLabel("Email address").fill(person.email);
    await other.getByLabel("Password", { exact: true }).fill(newPassword);
    await other.getByRole("button", { name: "Sign In" }).click();
    await expect(other.getByText(`Welcome, ${person.email}`)).toBeVisible();
    await other.context().close();
  });

  test("of an account that has none is set without asking for one", async ({
    signedIn: page,
    person,
    product,
  }) => {
    await product.database.pool.query("update auth.users set password_hash = null");
    await page.goto("/account");
    await page.getByRole("button", { name: "Set a password" }).click();
    const dialog = page.getByRole("dialog", { name: "Set a password" });
    await expect(dialog.getByLabel("Current password")).toHaveCount(0);
    await dialog.getByLabel("New password", { exact: true }).fill(newPassword);
    await page.keyboard.press("Enter");
    await expect(message(page, "Your password is set.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Change password" })).toBeVisible();
    expect((await signInElsewhere(product.url, { ...person, password: newPassword })).ok).toBe(true);
  });

  test("waits for a session that has ended, with what was typed", async ({
    signedIn: page,
    person,
    product,
  }) => {
    await page.goto("/account");
    await page.getByRole("button", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change password" });
    await dialog.getByLabel("Current password").fill(person.password);
    await dialog.getByLabel("New password", { exact: true }).fill(newPassword);
    await endSessions(product);
    await page.keyboard.press("Enter");
    const again = page.getByRole("alertdialog", { name: "Sign in again" });
    await again.getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await expect(message(page, "Password changed. Your other devices are signed out.")).toBeVisible();
  });
});

test.describe("the second step", () => {
  test("is set up from the key shown, signs others out, and is removed", async ({
    signedIn: page,
    person,
    product,
    browser,
  }) => {
    const other = await otherBrowser(browser, product.url, person);
    await other.goto("/doctors");
    await expect(other.getByText(`Welcome, ${person.email}`)).toBeVisible();
    await page.goto("/account");
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
    await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Authenticator app");
    await page.keyboard.press("Enter");
    const secret = await secretIn(dialog);
    const picture = dialog.getByRole("img", { name: /^QR code/ });
    // The picture is really drawn: the content policy lets it through.
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const uri = await dialog
      .getByRole("link", { name: "Open in your authenticator app" })
      .getAttribute("href");
    expect(new URL(uri ?? "").protocol).toBe("otpauth:");
    expect(new URL(uri ?? "").searchParams.get("secret")).toBe(secret);

    await dialog.getByLabel("Code from the app").fill("000000");
    await expect(dialog.getByText(/^This code is not right/)).toBeVisible();
    await dialog.getByLabel("Code from the app").fill(codeOf(secret));
    await expect(message(page, /Your other devices are signed out\.$/)).toBeVisible();
    await expect(steps(page)).toHaveText(/Authenticator app/);
    await expect(page.getByText(/^Set up a second authenticator/)).toBeVisible();
    await expect(devices(page)).toHaveCount(1);
    await expectSignedOut(other);
    await other.context().close();

    await setUpAuthenticator(page, "Old phone");
    await expect(steps(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Remove Old phone" }).click();
    const question = page.getByRole("alertdialog", { name: "Remove second step" });
    await expect(question).toContainText("Signing in still takes a code, from Authenticator app.");
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(message(page, "The second step is removed.")).toBeVisible();
    // It was the one that this session had shown: the other one is asked for.
    await page.getByLabel("Six-digit code").fill(codeOf(secret, 1));
    await expect(steps(page)).toHaveCount(1);
    await expect(steps(page)).toHaveText(/Authenticator app/);
  });

  test("the last one removed, a password is enough again", async ({ signedIn: page, person, product }) => {
    await page.goto("/account");
    await setUpAuthenticator(page);
    await page.getByRole("button", { name: "Remove Authenticator app" }).click();
    const question = page.getByRole("alertdialog", { name: "Remove second step" });
    await expect(question).toContainText("whoever knows your password gets in");
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(message(page, "The second step is removed.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Set up an authenticator app" })).toBeVisible();
    await expect(steps(page)).toHaveCount(0);
    const { session } = await signInElsewhere(product.url, person);
    const answer = await fetch(`${product.url}/api/doctors`, {
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(answer.status).toBe(200);
  });

  test("begun and not finished leaves nothing behind", async ({ signedIn: page, product }) => {
    const count = async () => {
      const { rows } = await product.database.pool.query("select count(*)::int from auth.factors");
      return rows[0].count as number;
    };
    await page.goto("/account");
    const begin = page.getByRole("button", { name: "Set up an authenticator app" });
    const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
    await begin.click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await secretIn(dialog);
    expect(await count()).toBe(1);
    await page.keyboard.press("Escape");
    await expect.poll(count).toBe(0);
    // Left by closing the page, it is replaced at the next beginning.
    await begin.click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await secretIn(dialog);
    await page.reload();
    await expect(steps(page)).toHaveCount(0);
    await setUpAuthenticator(page);
    expect(await count()).toBe(1);
  });

  test("a name that is taken is told at the name", async ({ signedIn: page }) => {
    await page.goto("/account");
    await setUpAuthenticator(page);
    await page.getByRole("button", { name: "Add another authenticator" }).click();
    const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
    await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Authenticator app 2");
    await dialog.getByLabel("Name", { exact: true }).fill("Authenticator app");
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(/already exists/);
  });
});

test.describe("the devices", () => {
  test("are named in words; one is signed out, then all others", async ({
    signedIn: page,
    person,
    product,
    browser,
  }) => {
    const [second, third, fourth] = [
      await otherBrowser(browser, product.url, person),
      await otherBrowser(browser, product.url, person),
      await otherBrowser(browser, product.url, person),
    ];
    await page.goto("/account");
    await expect(devices(page)).toHaveCount(4);
    await expect(devices(page).first()).toContainText("This device");
    await expect(devices(page).filter({ hasText: "Firefox on Android" })).toHaveCount(3);
    // The latest of them stands on top.
    await devices(page).nth(1).getByRole("button", { name: "Sign out Firefox on Android" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Sign out Firefox on Android?");
    await question.getByRole("button", { name: "Sign out" }).click();
    await expect(message(page, "Firefox on Android is signed out.")).toBeVisible();
    await expect(devices(page)).toHaveCount(3);
    await expectSignedOut(fourth);
    await second.goto("/doctors");
    await expect(second.getByText(`Welcome, ${person.email}`)).toBeVisible();

    await page.getByRole("button", { name: "Sign out all others" }).click();
    await expect(question).toContainText("Sign out the 2 other devices?");
    await question.getByRole("button", { name: "Sign out" }).click();
    await expect(message(page, "All other devices are signed out.")).toBeVisible();
    await expect(page.getByText("You are signed in nowhere else.")).toBeVisible();
    await expectSignedOut(second);
    await expectSignedOut(third);
    await page.reload();
    await expect(page.getByText(`Welcome, ${person.email}`)).toBeVisible();
    for (const other of [second, third, fourth]) await other.context().close();
  });
});

test("what can't be loaded says so, and comes with Retry", async ({ signedIn: page, product }) => {
  const table = await breakTable(product, "auth.identities");
  await page.goto("/account");
  const retry = page.getByRole("main").getByRole("button", { name: "Retry" });
  await expect(
    page.getByRole("main").getByText("Error loading your account. Please try again."),
  ).toBeVisible();
  await expect(retry).toHaveCount(1);
  await table.repair();
  await retry.click();
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
});

test.describe("for everybody", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("axe finds nothing, and no width scrolls sideways", async ({ signedIn: page, product }) => {
    test.setTimeout(120_000);
    await product.database.pool.query(
      'update auth.users set email = $1, user_metadata = \'{"full_name": "Dr. Ananthapadmanabhan Venkataraghavan"}\'',
      [`${"a.very.long.name.".repeat(6)}x@${"subdomain.".repeat(9)}example`],
    );
    await page.goto("/account");
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByLabel("New email address").fill("asha.rao@rounds.example");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Waiting for confirmation" })).toBeVisible();
    const check = async (state: string) => {
      for (const width of [1440, 820, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSidewaysScroll(page);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
          const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
          const found = violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`,
          );
          expect(found, `${state}, ${colorScheme}, ${width} px`).toEqual([]);
        }
      }
    };
    await check("the page with a change of address");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Please enter a new password")).toBeVisible();
    await check("the password with errors");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
    await dialog.getByRole("button", { name: "Continue" }).click();
    await secretIn(dialog);
    await check("the key of an authenticator");
    await page.keyboard.press("Escape");
    await setUpAuthenticator(page);
    await check("the page with a second step");
  });
});
