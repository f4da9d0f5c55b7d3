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

test.describe("the sign-in screen", () => {
  test("signs a new person up with only the keyboard, and can't be reached with Back", async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("link", { name: "Sign up", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
    await expect(page.getByText("Already have an account?")).toBeVisible();
    await expect(page.getByRole("link", { name: "Sign in", exact: true })).toBeVisible();

    await page.getByLabel("Email address").focus();
    await page.keyboard.type("new@rounds.example");
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    const answer = await holdNextAnswer(page, { method: "POST", path: "/auth/v1/signup" });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Creating account..." })).toBeDisabled();
    answer.release();

    await expect(page.getByText("Welcome, new@rounds.example")).toBeVisible();
    await expect(page).toHaveURL("/");
    await page.goBack();
    await expect(page).toHaveURL("about:blank");
  });
});

test.describe("the page requested first", () => {
  test("opens after signing in, with its filters, and Back skips the sign-in", async ({ page, person }) => {
    await page.goto("/login");
    await page.goto("/doctors?search=rao&doctor_class=A");
    await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/login");
    // Switching between signing in and up keeps the requested page.
    await page.getByRole("link", { name: "Sign up", exact: true }).click();
    await page.getByRole("link", { name: "Sign in", exact: true }).click();
    await signInAs(page, person);

    await expect(page.getByRole("heading", { name: "Doctors", exact: true })).toBeVisible();
    await expect(page).toHaveURL("/doctors?search=rao&doctor_class=A");
    await expect(page.getByLabel("Search", { exact: true })).toHaveValue("rao");
    // The first entry, /login, leads signed-in people to the dashboard.
    await page.goBack();
    await expect(page).toHaveURL("/");
  });
});

test.describe("a session", () => {
  test("is refreshed if its access token expired; the known person sees the screen meanwhile", async ({
    page,
    person,
    make,
  }) => {
    await make.doctor();
    const old = { ...person.session, expires_at: 1_700_000_000 };
    await page.addInitScript((session) => {
      localStorage.setItem(`sb-${location.hostname}-auth-token`, JSON.stringify(session));
    }, old);
    const answer = await holdNextAnswer(page, { method: "POST", path: "/auth/v1/token" });
    await page.goto("/doctors");
    await expect(page.getByRole("heading", { name: "Doctors", exact: true })).toBeVisible();
    await expect(rowsOf(page, "Doctors")).toHaveCount(0);
    answer.release();
    await expect(rowsOf(page, "Doctors")).toHaveCount(1);
  });

  test("ends with Sign Out, here and on the server", async ({ signedIn: page, person, product }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Doctors", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Doctors", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
    await expect(page).toHaveURL("/login");
    const answer = await fetch(`${product.url}/api/doctors`, {
      headers: { authorization: `Bearer ${person.session.access_token}` },
    });
    expect(answer.status).toBe(401);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
  });

  test("starts and ends in every tab of the browser", async ({ page, person, context }) => {
    const other = await context.newPage();
    await other.goto("/doctors");
    await page.goto("/login");
    await signInAs(page, person);
    await expect(page.getByText(`Welcome, ${person.email}`)).toBeVisible();
    await expect(other.getByRole("heading", { name: "Doctors", exact: true })).toBeVisible();

    await other.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
  });

  test("of another person shows nothing that the first one read or typed", async ({
    signedIn: page,
    person,
    product,
  }) => {
    const other = await signUp(product.url);
    await page.goto("/doctors/add");
    await page.getByLabel("Doctor Name").fill("Dr. Half Typed");
    await page.getByRole("button", { name: "Sign Out" }).click();
    const question = page.getByRole("alertdialog", { name: "Sign out without saving?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(page.getByLabel("Doctor Name")).toHaveValue("Dr. Half Typed");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await question.getByRole("button", { name: "Sign Out" }).click();

    await signInAs(page, other);
    await expect(page.getByText(`Welcome, ${other.email}`)).toBeVisible();
    await expect(page.getByText(person.email)).toHaveCount(0);
    await page.goto("/doctors/add");
    await expect(page.getByLabel("Doctor Name")).toHaveValue("");
  });
});

test.describe("a session that ended", () => {
  test("while something was typed asks for the password on the page, and loses nothing", async ({
    signedIn: page,
    person,
    product,
  }) => {
    await withoutDatabase(page);
    await page.goto("/doctors/add");
    await page.getByLabel("Doctor Name").fill("Dr. Asha Rao");
    await page.getByLabel("Address").fill("12 MG Road, Pune");
    await endSessionsAt(page, product, { method: "POST", path: "/api/doctors" });
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

  test("while something was typed lets another person in, who sees nothing of it", async ({
    signedIn: page,
    product,
  }) => {
    await page.goto("/doctors/add");
    await page.getByLabel("Doctor Name").fill("Dr. Half Typed");
    await endSessionsAt(page, product, { method: "POST", path: "/api/doctors" });
    await page.getByRole("button", { name: "Add Doctor" }).click();
    await page.getByRole("button", { name: "Use another account" }).click();

    const other = await signUp(product.url);
    await signInAs(page, other);
    await expect(page.getByText(`Welcome, ${other.email}`)).toBeVisible();
    await page.goto("/doctors/add");
    await expect(page.getByLabel("Doctor Name")).toHaveValue("");
  });

  test("with nothing typed leads to the sign-in, and from there back to the page", async ({
    signedIn: page,
    person,
    product,
  }) => {
    await page.goto("/");
    await expect(page.getByText("No visits in this period")).toBeVisible();
    // What the screen asks for first is asked for before the click, when the pointer reaches the link.
    await endSessionsAt(page, product, { method: "GET", path: "/api/views" });
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
    const told = page.getByText("You were signed out on another device or by an administrator");
    await expect(told).toBeVisible();
    await page.reload();
    await expect(told).toBeVisible();
    await signInAs(page, person);
    await expect(page.getByRole("heading", { name: "Products", exact: true })).toBeVisible();
    await expect(page).toHaveURL("/products");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
    await expect(page.getByText("You were signed out")).toBeHidden();
  });
});
