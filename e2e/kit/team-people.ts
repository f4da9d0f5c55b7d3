import type { Browser, Page } from "@playwright/test";
import { askAuth } from "@rounds/testkit/sign-in.ts";
import { TOTP } from "otpauth";
import { expect, loadNothingAhead, signIn } from "./fixtures.ts";
import { type Person, signUp } from "./person.ts";
import type { Product } from "./product.ts";
import { rowsOf } from "./screen.ts";

/** A person who signed up and gave a name. */
export async function namedPerson(product: Product, email: string, full_name: string): Promise<Person> {
  const person = await signUp(product.url, email);
  const bearer = person.session.access_token;
  await askAuth(product.url, "PUT", "/user", { bearer, body: { data: { full_name } } });
  return person;
}

type Enrolled = { id: string; totp: { secret: string } };

/** Gives a person an authenticator app; the given session has then done the second step. */
export async function addAuthenticator(product: Product, person: Person) {
  const ask = <Body>(path: string, body: object) =>
    askAuth<Body>(product.url, "POST", path, { bearer: person.session.access_token, body });
  const { id, totp } = await ask<Enrolled>("/factors", { factor_type: "totp" });
  const challenge = await ask<{ id: string }>(`/factors/${id}/challenge`, {});
  const code = new TOTP({ secret: totp.secret }).generate();
  await ask(`/factors/${id}/verify`, { challenge_id: challenge.id, code });
}

/** The page of another browser, where nobody is signed in. */
export async function pageOf(browser: Browser, product: Product): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await loadNothingAhead(page);
  return page;
}

/** A browser of another person, signed in. */
export async function browserOf(browser: Browser, product: Product, person: Person): Promise<Page> {
  const page = await pageOf(browser, product);
  await signIn(page, person);
  return page;
}

/** Opens a mailed link as its reader does, in a browser where nobody is signed in. */
export async function followLink(browser: Browser, product: Product, link: string): Promise<Page> {
  const page = await pageOf(browser, product);
  await page.goto(link);
  return page;
}

/** Fills in the sign-in form. */
export async function signInOn(page: Page, { email, password }: Pick<Person, "email" | "password">) {
  await page.goto("/login");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Opens somebody's page from the list, as an administrator does. */
export async function openMember(page: Page, name: string) {
  await page.goto("/team");
  await rowsOf(page, "Team").filter({ hasText: name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}
