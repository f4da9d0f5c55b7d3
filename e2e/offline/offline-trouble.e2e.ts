import type { Page, Request } from "@playwright/test";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, signIn, test } from "../kit/fixtures.ts";
import { signUp } from "../kit/person.ts";
import { savedHere, untilRows } from "../kit/phone-store.ts";
import { message, rowsOf } from "../kit/screen.ts";
import { loseNextAnswer } from "../kit/trouble.ts";

test.use({ loadsAhead: true });

// What a person entered is on the server once, whatever goes wrong between the form, the phone's store and the server.

const creation = { method: "POST", path: "/api/doctors" };
const nameField = (page: Page) => page.getByLabel("Doctor Name");
const status = (page: Page) => page.getByRole("button", { name: /waiting/ });
const row = (page: Page, name: string) => rowsOf(page, "Doctors").filter({ hasText: name });

/** Opens the doctors with the phone's store open, then the empty form. */
async function openForm(page: Page, person_id: string) {
  await page.goto("/doctors");
  await untilRows(page, person_id, "doctors", 1);
  await page.getByRole("link", { name: "Add Doctor" }).first().click();
}

async function add(page: Page, name: string) {
  await nameField(page).fill(name);
  await page.getByRole("button", { name: "Add Doctor" }).click();
}

const isCreation = (request: Request) =>
  request.method() === creation.method && new URL(request.url()).pathname === creation.path;

/** Counts the new doctors that reach the server, by the key of their entry; while `isCut`, none does. */
async function watchCreations(page: Page) {
  const keys: string[] = [];
  const creations = { keys, isCut: false };
  await page.context().route("**/api/doctors", async (route, request) => {
    if (!isCreation(request)) return await route.fallback();
    if (creations.isCut) return await route.abort("internetdisconnected");
    keys.push(request.headers()["idempotency-key"] ?? "none");
    await route.continue();
  });
  return creations;
}

test.beforeEach(async ({ make }) => {
  await make.doctor({ name: "Dr. Known" });
});

test("a lost answer, and a session that ends: what waits on the phone is sent once; of a disabled account, it stays locked", async ({
  page,
  product,
  call,
}) => {
  const representative = await signUp(product.url);
  const { id } = representative.session.user;
  await signIn(page, representative);
  const creations = await watchCreations(page);
  const connect = () => page.evaluate(() => dispatchEvent(new Event("online")));
  const goOn = () => page.getByRole("link", { name: "Add Doctor" }).first().click();
  await openForm(page, id);

  await test.step("a lost answer", async () => {
    await loseNextAnswer(page, creation);
    const keys: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (isCreation(request)) keys.push(request.headers()["idempotency-key"]);
    });
    await add(page, "Dr. Once");
    await expect(message(page, savedHere)).toBeVisible();
    await expect(row(page, "Dr. Once")).toHaveCount(1);
    await untilRows(page, id, "outbox", 0);
    await expect(row(page, "Dr. Once")).toHaveCount(1);
    expect(keys).toEqual([expect.any(String), keys[0]]);
    expect((await call(doctorRoutes.list, { query: {} })).total).toBe(2);
  });

  await test.step("a session that was ended while entries wait: one signs in over the page, and all are sent once", async () => {
    creations.isCut = true;
    creations.keys.length = 0;
    for (const name of ["Dr. First", "Dr. Second"]) {
      await goOn();
      await add(page, name);
      await expect(row(page, name)).toHaveCount(1);
    }
    await expect(status(page)).toHaveText("2 waiting");
    await product.database.pool.query("delete from auth.sessions where user_id = $1", [id]);
    creations.isCut = false;
    await connect();
    const dialog = page.getByRole("alertdialog", { name: "Sign in again" });
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(/\/doctors$/);
    await untilRows(page, id, "outbox", 2);
    await dialog.getByLabel("Password", { exact: true }).fill(representative.password);
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await expect(dialog).toBeHidden();
    await untilRows(page, id, "outbox", 0);
    for (const name of ["Dr. First", "Dr. Second"]) await expect(row(page, name)).toHaveCount(1);
    await expect(status(page)).toHaveCount(0);
    expect(new Set(creations.keys).size).toBe(2);
    await page.reload();
    await expect(rowsOf(page, "Doctors")).toHaveCount(4);
    await untilRows(page, id, "doctors", 4);
  });

  await test.step("an account that was disabled while an entry waits: the page is left, and the entry stays locked", async () => {
    creations.isCut = true;
    await goOn();
    await add(page, "Dr. Locked");
    await expect(status(page)).toHaveText("1 waiting");
    await call(teamRoutes.disable, { params: { id } });
    creations.isCut = false;
    await connect();
    await expect(page.getByText(/^Your account was disabled/)).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
    await untilRows(page, id, "outbox", 1);
  });
});

test("two tabs show the same entry, and send it once; a store that keeps nothing leaves it to the form", async ({
  signedIn: page,
  context,
  person,
  call,
}) => {
  const creations = await watchCreations(page);
  const total = async () => (await call(doctorRoutes.list, { query: {} })).total;
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...given) {
      const { broken } = window as { broken?: string };
      if (broken && this.name === "outbox") throw new DOMException("", broken);
      return put.apply(this, given);
    };
  });
  const second = await context.newPage();
  await second.routeWebSocket(/\/realtime\//, () => {});
  await second.goto("/doctors");
  await openForm(page, person.session.user.id);

  await test.step("two tabs", async () => {
    creations.isCut = true;
    await add(page, "Dr. Both");
    await expect(message(page, savedHere)).toBeVisible();
    for (const tab of [page, second]) {
      await expect(status(tab)).toHaveText("1 waiting");
      await expect(row(tab, "Dr. Both")).toHaveCount(1);
    }
    creations.isCut = false;
    await Promise.all([page, second].map((tab) => tab.evaluate(() => dispatchEvent(new Event("online")))));
    for (const tab of [page, second]) {
      await expect(status(tab)).toHaveCount(0);
      await expect(row(tab, "Dr. Both")).toHaveCount(1);
    }
    expect(creations.keys).toHaveLength(1);
    expect(await total()).toBe(2);
    await second.close();
  });

  const notKept = "This could not be saved on this phone, and the server can't be reached.";
  for (const [why, error] of [
    ["is full", "QuotaExceededError"],
    ["is broken", "UnknownError"],
  ] as const) {
    await test.step(`a store that ${why}: the form keeps what was typed and says so, and the server takes it later`, async () => {
      const before = await total();
      await page.evaluate((broken) => Object.assign(window, { broken }), error);
      await page.getByRole("link", { name: "Add Doctor" }).first().click();
      creations.isCut = true;
      await add(page, `Dr. Typed ${error}`);
      await expect(page.getByRole("form").getByRole("alert")).toContainText(notKept);
      await expect(nameField(page)).toHaveValue(`Dr. Typed ${error}`);
      await untilRows(page, person.session.user.id, "outbox", 0);
      creations.isCut = false;
      await page.getByRole("button", { name: "Add Doctor" }).click();
      await expect(row(page, `Dr. Typed ${error}`)).toHaveCount(1);
      expect(await total()).toBe(before + 1);
    });
  }
});

test("a tab that holds the store of an earlier version: the others say so, and go on by themselves", async ({
  signedIn: page,
  context,
  person,
}) => {
  const notice = page.getByRole("complementary", { name: "Other tabs are open" });
  const holder = await context.newPage();
  await holder.goto("/icon.svg");
  // No tab of Rounds ignores that another version wants the store, but a frozen one does.
  await holder.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open(name, 1);
        opening.onupgradeneeded = () => {
          const { result: database } = opening;
          database.createObjectStore("meta");
          for (const noun of ["doctors", "products"]) database.createObjectStore(noun, { keyPath: "id" });
          const visits = database.createObjectStore("visits", { keyPath: "id" });
          visits.createIndex("visit_date", "visit_date");
          database.createObjectStore("outbox", { keyPath: "seq" });
        };
        opening.onsuccess = resolve;
        opening.onerror = () => reject(opening.error);
      }),
    `rounds-${person.session.user.id}`,
  );
  await page.goto("/doctors");
  // The server answers as ever.
  await expect(row(page, "Dr. Known")).toBeVisible();
  await expect(notice).toContainText("Please close other tabs of Rounds.");
  await expectAccessible(page, "a store that another tab holds");
  await page.getByRole("link", { name: "Add Doctor" }).first().click();
  await add(page, "Dr. Direct");
  await expect(message(page, "Doctor added successfully!")).toBeVisible();
  await holder.close();
  await expect(notice).toHaveCount(0);
  await untilRows(page, person.session.user.id, "doctors", 2);
});
