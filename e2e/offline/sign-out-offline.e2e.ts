import type { Page } from "@playwright/test";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { callerOf, type Person, signUp } from "../kit/person.ts";
import { countKept, savedHere, untilRows } from "../kit/phone-store.ts";
import { message, rowsOf } from "../kit/screen.ts";
import { openKept, untilKept } from "./kept-pages.ts";

test.use({ loadsAhead: true });

const question = (page: Page) => page.getByRole("alertdialog", { name: "1 entry is not sent yet" });

/** From the list, adds a doctor whose creation does not reach the server. */
async function addUnsent(page: Page) {
  await page.getByRole("link", { name: "Add Doctor" }).first().click();
  await page.route("**/api/doctors", (route) =>
    route.request().method() === "POST" ? route.abort("internetdisconnected") : route.fallback(),
  );
  await page.getByLabel("Doctor Name").fill("Dr. Unsent");
  await page.getByRole("button", { name: "Add Doctor" }).click();
  await expect(message(page, savedHere)).toBeVisible();
}

/** What the browser keeps of Rounds, beside the test's own mark and the device's choices. */
const leftovers = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    local: Object.keys(localStorage).filter((key) => key !== "test-signed-in"),
    session: Object.keys(sessionStorage),
  }));

/** Signs in at the form, and opens the list of doctors. */
async function signInAgain(page: Page, { email, password }: Person) {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Doctors", exact: true }).click();
}

const nothing = { databases: [], caches: [], local: [], session: [] };

test("unsent entries can stay locked, and are sent when their person returns, or be deleted; signing out leaves nothing else", async ({
  signedIn: page,
  person,
  product,
  make,
}) => {
  const { id } = person.session.user;
  await make.doctor();

  await test.step("they stay locked, and are sent when their person returns", async () => {
    await page.goto("/doctors");
    await untilRows(page, id, "doctors", 1);
    await addUnsent(page);
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(question(page)).toBeVisible();
    await expectAccessible(page, "the question about unsent entries");
    await question(page).getByRole("button", { name: "Stay signed in" }).click();
    await expect(question(page)).toBeHidden();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await question(page)
      .getByRole("button", { name: /keep it locked/ })
      .click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => countKept(page, id, "doctors")).toBe(0);
    expect(await countKept(page, id, "outbox")).toBe(1);

    // Somebody else sees nothing of it.
    const other = await signUp(product.url);
    await page.evaluate((session) => {
      localStorage.setItem(`sb-${location.hostname}-auth-token`, JSON.stringify(session));
    }, other.session);
    await page.goto("/doctors");
    await untilRows(page, other.session.user.id, "doctors", 1);
    await expect(rowsOf(page, "Doctors")).toContainText(["Dr. Asha Rao"]);
    await expect(page.getByText("Dr. Unsent")).toHaveCount(0);
    await page.goto("/account");
    await expect(page.getByText("1 entry of somebody else")).toBeVisible();
    expect((await callerOf(product.url, other)(doctorRoutes.list, { query: {} })).total).toBe(1);

    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.unrouteAll();
    await signInAgain(page, person);
    await expect(rowsOf(page, "Doctors").filter({ hasText: "Dr. Unsent" })).toBeVisible();
    await untilRows(page, id, "outbox", 0);
  });

  await test.step("with everything sent, nothing is left", async () => {
    // As if the banner about late entries had been hidden.
    await page.evaluate(() => localStorage.setItem("rounds-late-hidden", "somebody"));
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => leftovers(page)).toEqual(nothing);
  });

  await test.step("what is not sent is deleted after the word was typed", async () => {
    await signInAgain(page, person);
    await untilRows(page, id, "doctors", 2);
    await addUnsent(page);
    await page.getByRole("button", { name: "Sign Out" }).click();
    await question(page).getByRole("button", { name: "Delete it…" }).click();
    await page.getByRole("button", { name: "Delete and sign out" }).click();
    await expect(question(page)).toContainText('Please type "delete"');
    await question(page).getByRole("textbox").fill("delete");
    await page.getByRole("button", { name: "Delete and sign out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => countKept(page, id, "outbox")).toBe(-1);
  });
});

test.describe("with the pages kept", () => {
  test.use({ serviceWorkers: "allow" });

  test("a session left without a connection is ended on the server at the next contact, and pages are kept after signing in again", async ({
    signedIn: page,
    person,
    product,
    context,
  }) => {
    await openKept(page, person.session.user.id, 0);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
    expect(await countKept(page, person.session.user.id, "doctors")).toBe(-1);
    await context.setOffline(false);
    const read = () =>
      fetch(`${product.url}/api/doctors`, {
        headers: { authorization: `Bearer ${person.session.access_token}` },
      });
    await expect.poll(async () => (await read()).status).toBe(401);

    // Signing out has removed the pages: whoever signs in next on this page has them again.
    expect((await leftovers(page)).caches).toEqual([]);
    await signInAgain(page, person);
    await untilKept(page);
  });
});
