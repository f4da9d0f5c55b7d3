import type { Browser, Locator, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expect, loadNothingAhead, signIn } from "../kit/fixtures.ts";
import type { Person } from "../kit/person.ts";
import { message } from "../kit/screen.ts";

/** The rows of the account page's list of devices. */
export const devices = (page: Page) => page.getByRole("list", { name: "Devices" }).getByRole("listitem");

/** The rows of its list of second steps. */
export const steps = (page: Page) => page.getByRole("list", { name: "Second steps" }).getByRole("listitem");

/** Signs in over HTTP, as another device does. */
export async function signInElsewhere(url: string, { email, password }: Pick<Person, "email" | "password">) {
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

/** A second browser in which the person is signed in with another session. */
export async function otherBrowser(browser: Browser, url: string, person: Person): Promise<Page> {
  const { session } = await signInElsewhere(url, person);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await loadNothingAhead(page);
  await signIn(page, { ...person, session });
  return page;
}

/** Asserts that a browser has been signed out: its next screen is the sign-in. */
export async function expectSignedOut(page: Page) {
  await page.goto("/doctors");
  await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
}

/** An authenticator's code; each works once, and the one of 30 seconds later already works. */
export function codeOf(secret: string, ahead = 0): string {
  const timestamp = Date.now() + ahead * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Sets an authenticator up on the page, as a person with a phone does; returns its secret. */
export async function setUpAuthenticator(page: Page, name?: string): Promise<string> {
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
  await saveRecoveryCodes(page);
  return secret;
}

/** Closes the recovery codes, which come only with the first second step; returns them. */
export async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog", { name: "Save your recovery codes" });
  await expect(dialog.or(page.getByText(/^\d+ of 10 recovery codes left\.$/)).first()).toBeVisible();
  if (!(await dialog.isVisible())) return [];
  const codes = await dialog.getByRole("listitem").allTextContents();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  return codes;
}

/** The key in the dialog, in the authenticator's form. */
export async function secretIn(dialog: Locator): Promise<string> {
  const shown = dialog.locator("dl > dd");
  await expect(shown).toHaveText(/^([A-Z2-7]{4}\s*){8}$/);
  return ((await shown.textContent()) ?? "").replace(/\s/g, "");
}
