import type { Page } from "@playwright/test";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, signIn, test } from "../kit/fixtures.ts";
import { callerOf, signUp } from "../kit/person.ts";
import { countKept, savedHere, untilRows } from "../kit/phone-store.ts";
import { message, rowsOf } from "../kit/screen.ts";
import { openKept } from "./kept-pages.ts";

test.use({ loadsAhead: true });

const question = (page: Page) => page.getByRole("alertdialog", { name: "1 entry is not sent yet" });

/** Adds a doctor whose creation does not reach the server. */
async function addUnsent(page: Page, person_id: string) {
  await page.goto("/doctors");
  await untilRows(page, person_id, "doctors", 0);
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

test("signing out leaves nothing of the person on the phone", async ({ signedIn: page, person, make }) => {
  await make.doctor();
  await page.goto("/doctors");
  await untilRows(page, person.session.user.id, "doctors", 1);
  // As if the banner about late entries had been hidden.
  await page.evaluate(() => localStorage.setItem("rounds-late-hidden", "somebody"));
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => leftovers(page)).toEqual({ databases: [], caches: [], local: [], session: [] });
});

test("entries that are not sent can stay locked, and are sent when their person returns", async ({
  signedIn: page,
  person,
  product,
}) => {
  await addUnsent(page, person.session.user.id);
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
  await expect.poll(() => countKept(page, person.session.user.id, "doctors")).toBe(0);
  expect(await countKept(page, person.session.user.id, "outbox")).toBe(1);

  // Somebody else sees nothing of it.
  const other = await signUp(product.url);
  await page.evaluate((session) => {
    localStorage.setItem(`sb-${location.hostname}-auth-token`, JSON.stringify(session));
  }, other.session);
  await page.goto("/doctors");
  await untilRows(page, other.session.user.id, "doctors", 0);
  await expect(page.getByText("Dr. Unsent")).toHaveCount(0);
  await page.goto("/account");
  await expect(page.getByText("1 entry of somebody else")).toBeVisible();
  expect((await callerOf(product.url, other)(doctorRoutes.list, { query: {} })).total).toBe(0);

  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.unrouteAll();
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Doctors", exact: true }).click();
  await expect(rowsOf(page, "Doctors").filter({ hasText: "Dr. Unsent" })).toBeVisible();
  await untilRows(page, person.session.user.id, "outbox", 0);
  await signIn(page, person);
});

test("entries that are not sent are deleted only after the word was typed", async ({
  signedIn: page,
  person,
}) => {
  await addUnsent(page, person.session.user.id);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await question(page).getByRole("button", { name: "Delete it…" }).click();
  await page.getByRole("button", { name: "Delete and sign out" }).click();
  await expect(question(page)).toContainText('Please type "delete"');
  await question(page).getByRole("textbox").fill("delete");
  await page.getByRole("button", { name: "Delete and sign out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => countKept(page, person.session.user.id, "outbox")).toBe(-1);
});

test.describe("with the pages kept", () => {
  test.use({ serviceWorkers: "allow" });

  test("a session that is left without a connection is ended on the server at the next contact", async ({
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
  });
});
