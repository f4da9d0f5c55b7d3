import { expect, type Locator, type Page } from "@playwright/test";
import type { Person } from "../kit/person.ts";

/** The field for a code, on whichever screen. */
export function codeField(page: Page): Locator {
  return page.getByLabel("Six-digit code");
}

/** The title of a screen outside the product's layout. */
export function title(page: Page, name: string): Locator {
  return page.getByRole("heading", { level: 1, name });
}

/** Another code than this one. */
export function otherThan(code: string): string {
  return code === "111111" ? "222222" : "111111";
}

/** The message for a link that was used, is too old or was replaced. */
export const invalidLink =
  "This link is no longer valid. A link works once, within 24 hours, and only in the newest mail.";

/** Fills the sign-in form in and sends it. */
export async function signInWith(page: Page, { email, password }: Pick<Person, "email" | "password">) {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Sends the form of the new password. */
export async function choosePassword(page: Page, password: string) {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

/** Asserts that somebody is signed in, at an address without anything of the auth service. */
export async function expectSignedIn(page: Page, email: string, address: string) {
  await expect(page.getByText(`Welcome, ${email}`)).toBeVisible();
  await expect(page).toHaveURL(address);
}
