import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { signUp } from "../kit/person.ts";
import { withoutDatabase } from "../kit/phone-store.ts";
import { message, rowsOf } from "../kit/screen.ts";
import { endSessionsAt, holdNextAnswer } from "../kit/trouble.ts";

const password = "correct horse battery";
const wrong = "Invalid login credentials";

/** Fills the sign-in form in and sends it. */
async function signInAs(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

const signInTitle = (page: Page) => page.getByRole("heading", { name: "Sign in to your account" });
const doctorsTitle = (page: Page) => page.getByRole("heading", { name: "Doctors", exact: true });
const creation = { method: "POST", path: "/api/doctors" };

/** The access token of the person who is signed in. */
const tokenIn = (page: Page) =>
  page.evaluate(
    () =>
      JSON.parse(localStorage.getItem(`sb-${location.hostname}-auth-token`) ?? "{}").access_token as string,
  );

test("a new person signs up by keyboard and out, and signs in to the page requested first; Back never shows the screen between", async ({
  page,
  product,
}) => {
  const person = { email: "new@rounds.example", password };

  await test.step("signing up with only the keyboard", async () => {
    await page.goto("/login");
    await page.getByRole("link", { name: "Sign up", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
    await page.getByLabel("Email address").focus();
    await page.keyboard.type(person.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(person.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText(`Welcome, ${person.email}`)).toBeVisible();
    await expect(page).toHaveURL("/");
    await page.goBack();
    await expect(page).toHaveURL("about:blank");
  });

  await test.step("the session ends with Sign Out, here and on the server", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Doctors", exact: true }).click();
    await expect(doctorsTitle(page)).toBeVisible();
    const token = await tokenIn(page);
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(signInTitle(page)).toBeVisible();
    await expect(page).toHaveURL("/login");
    const answer = await fetch(`${product.url}/api/doctors`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(401);
    await page.goBack();
    await expect(signInTitle(page)).toBeVisible();
  });

  await test.step("the page requested first opens with its filters, and Back skips the sign-in", async () => {
    await page.goto("/login");
    await page.goto("/doctors?search=rao&doctor_class=A");
    await expect(signInTitle(page)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/login");
    // Switching between signing in and up keeps the requested page.
    await page.getByRole("link", { name: "Sign up", exact: true }).click();
    await page.getByRole("link", { name: "Sign in", exact: true }).click();
    await signInAs(page, person);
    await expect(doctorsTitle(page)).toBeVisible();
    await expect(page).toHaveURL("/doctors?search=rao&doctor_class=A");
    await expect(page.getByLabel("Search", { exact: true })).toHaveValue("rao");
    // The first entry, /login, leads signed-in people to the dashboard.
    await page.goBack();
    await expect(page).toHaveURL("/");
  });
});

test("an expired session is renewed while the known person sees the screen, and it starts and ends in every tab", async ({
  page,
  person,
  make,
  context,
}) => {
  await make.doctor();
  const other = await context.newPage();
  await other.goto("/doctors");
  await expect(signInTitle(other)).toBeVisible();
  await other.evaluate(
    (session) => localStorage.setItem(`sb-${location.hostname}-auth-token`, JSON.stringify(session)),
    { ...person.session, expires_at: 1_700_000_000 },
  );

  await test.step("renewed", async () => {
    const answer = await holdNextAnswer(page, { method: "POST", path: "/auth/v1/token" });
    await page.goto("/doctors");
    await answer.answered;
    await expect(doctorsTitle(page)).toBeVisible();
    await expect(rowsOf(page, "Doctors")).toHaveCount(0);
    answer.release();
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);
  });

  await test.step("ended and started in another tab", async () => {
    await other.reload();
    await other.getByRole("button", { name: "Sign Out" }).click();
    await expect(signInTitle(page)).toBeVisible();
    await signInAs(page, person);
    await expect(doctorsTitle(page)).toBeVisible();
    await other.getByRole("button", { name: "Sign Out" }).click();
    await expect(signInTitle(page)).toBeVisible();
  });
});

test("another person sees nothing that the first one read or typed, after Sign Out or a session that ended", async ({
  signedIn: page,
  person,
  product,
}) => {
  const other = await signUp(product.url);
  const name = page.getByLabel("Doctor Name");
  const typesAnew = async (now: { email: string; password: string }) => {
    await signInAs(page, now);
    await expect(page.getByText(`Welcome, ${now.email}`)).toBeVisible();
    // An administrator reads the names of the others.
    if (now === other) await expect(page.getByText(person.email)).toHaveCount(0);
    await page.goto("/doctors/add");
    await expect(name).toHaveValue("");
  };
  await page.goto("/doctors/add");
  await name.fill("Dr. Half Typed");

  await test.step("after Sign Out, which asks first", async () => {
    await page.getByRole("button", { name: "Sign Out" }).click();
    const question = page.getByRole("alertdialog", { name: "Sign out without saving?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(name).toHaveValue("Dr. Half Typed");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await question.getByRole("button", { name: "Sign Out" }).click();
    await typesAnew(other);
  });

  await test.step("after the session ended while something was typed", async () => {
    await name.fill("Dr. Half Typed");
    await endSessionsAt(page, product, creation);
    await page.getByRole("button", { name: "Add Doctor" }).click();
    await page.getByRole("button", { name: "Use another account" }).click();
    await typesAnew(person);
  });
});

test("a session that ended leads to the sign-in and back; while something was typed, the password is asked for on the page", async ({
  signedIn: page,
  person,
  product,
}) => {
  await withoutDatabase(page);

  await test.step("with nothing typed, it leads to the sign-in, and from there back to the page", async () => {
    await page.goto("/");
    await expect(page.getByText("No visits in this period")).toBeVisible();
    // What the screen asks for first is asked for before the click, when the pointer reaches the link.
    await endSessionsAt(page, product, { method: "GET", path: "/api/views" });
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await expect(signInTitle(page)).toBeVisible();
    const notice = page.getByText("You were signed out on another device or by an administrator");
    await expect(notice).toBeVisible();
    await page.reload();
    await expect(notice).toBeVisible();
    await signInAs(page, person);
    await expect(page.getByRole("heading", { name: "Products", exact: true })).toBeVisible();
    await expect(page).toHaveURL("/products");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(signInTitle(page)).toBeVisible();
    await expect(page.getByText("You were signed out")).toBeHidden();
  });

  await test.step("while something was typed, nothing is lost", async () => {
    await signInAs(page, person);
    await page.getByRole("link", { name: "Doctors", exact: true }).click();
    await page.getByRole("link", { name: "Add Doctor" }).first().click();
    await page.getByLabel("Doctor Name").fill("Dr. Asha Rao");
    await page.getByLabel("Address").fill("12 MG Road, Pune");
    await endSessionsAt(page, product, creation);
    await page.getByRole("button", { name: "Add Doctor" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Sign in again" });
    await expect(dialog).toContainText("Sign in again to continue; nothing you typed is lost.");
    await expect(dialog).toContainText(person.email);
    await page.keyboard.press("Escape");
    await dialog.getByLabel("Password", { exact: true }).fill("not the password");
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(wrong);
    await dialog.getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    // What was being sent continues by itself.
    await expect(message(page, "Doctor added successfully!")).toBeVisible();
    await expect(dialog).toBeHidden();
    const { rows } = await product.database.pool.query("select name, address from doctors");
    expect(rows).toEqual([{ name: "Dr. Asha Rao", address: "12 MG Road, Pune" }]);
  });
});
