import type { Browser, Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { expect, signIn } from "./fixtures.ts";
import { type Person, signUp } from "./person.ts";
import type { Product } from "./product.ts";
import { rowsOf } from "./screen.ts";

async function ask(product: Product, person: Person, method: string, path: string, body: object) {
  const answer = await fetch(`${product.url}/auth/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${person.session.access_token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}

/** A person who signed up and gave a name. */
export async function namedPerson(product: Product, email: string, full_name: string): Promise<Person> {
  const person = await signUp(product.url, email);
  await ask(product, person, "PUT", "/user", { data: { full_name } });
  return person;
}

/** Gives a person an authenticator app; the given session has then done the second step. */
export async function addAuthenticator(product: Product, person: Person) {
  const { id, totp } = await ask(product, person, "POST", "/factors", { factor_type: "totp" });
  const challenge = await ask(product, person, "POST", `/factors/${id}/challenge`, {});
  const code = new TOTP({ secret: totp.secret }).generate();
  await ask(product, person, "POST", `/factors/${id}/verify`, { challenge_id: challenge.id, code });
}

/** A browser of another person, signed in. */
export async function browserOf(browser: Browser, product: Product, person: Person): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signIn(page, person);
  return page;
}

/** Opens a mailed link as its reader does, in a browser where nobody is signed in. */
export async function followLink(browser: Browser, product: Product, link: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
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
