import type { Page } from "@playwright/test";
import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { savedHere, untilRows } from "../kit/phone-store.ts";
import { goInside, message, windowSizes } from "../kit/screen.ts";
import { addItem, chooseDoctor } from "../kit/visit-form.ts";
import { openKept } from "./kept-pages.ts";

test.use({ loadsAhead: true, serviceWorkers: "allow" });

/** Enters a visit without a connection. */
async function addVisit(page: Page, doctor: string, product?: string, quantity = "1") {
  await goInside(page, "/visits/add");
  await chooseDoctor(page, doctor);
  if (product) await addItem(page, product, quantity);
  await page.getByRole("button", { name: "Add Visit" }).click();
  await expect(message(page, savedHere)).toBeVisible();
  // An earlier visit may have left the same message: saved is the one after which the form is left.
  await expect(page.getByRole("heading", { name: "Doctor Visits", level: 1 })).toBeVisible();
}

const status = (page: Page) => page.getByRole("button", { name: /waiting/ });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Waiting on this phone" });

/** The fields of a stored doctor that an update takes. */
function inputOf(doctor: Doctor) {
  const { id: _, version: __, created_at, updated_at, created_by, updated_by, ...input } = doctor;
  return input;
}

test("what the server refuses is repaired with two taps each, also by keyboard: too much, a deleted doctor, what others changed or deleted", async ({
  signedIn: page,
  context,
  make,
  person,
  product: { database },
  call,
}) => {
  const { id: ownId } = person.session.user;
  const product = await make.product({ name: "Paracip 500", stock: 10 });
  const stays = await make.doctor({ name: "Dr. Bela Sen" });
  const gone = await make.doctor({ name: "Dr. Asha Rao", hospital: "Ruby Hall" });
  const deleted = await make.doctor({ name: "Dr. Gone" });
  const changed = await make.doctor({ name: "Dr. Changed", hospital: "Before" });
  await openKept(page, ownId, 4);
  await expect(status(page)).toHaveCount(0);
  await context.setOffline(true);

  await test.step("entered without a connection, while others work", async () => {
    await addVisit(page, "Dr. Bela Sen", "Paracip 500", "10");
    await expect(status(page)).toHaveText("1 waiting");
    await expectAccessible(page, "one waits");
    await addVisit(page, "Dr. Asha Rao");
    for (const [at, { id }] of [deleted, changed].entries()) {
      await goInside(page, `/doctors/${id}/edit`);
      await page.getByLabel("Hospital/Clinic").fill("Mine");
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(status(page)).toHaveText(`${3 + at} waiting`);
    }
    await make.visit({ doctor: stays, visit_date: "2026-01-05", lines: [{ product, quantity: 6 }] });
    for (const { id } of [gone, deleted]) await call(doctorRoutes.delete, { params: { id } });
    const { version } = await call(doctorRoutes.read, { params: { id: changed.id } });
    await call(doctorRoutes.update, {
      params: { id: changed.id },
      body: { ...inputOf(changed), hospital: "Theirs", version },
    });
    await goInside(page, "/doctors");
  });
  const other = await make.doctor({ name: "Asha Rao", hospital: "Jehangir" });
  await context.setOffline(false);
  await expect(status(page)).toHaveText("4 waiting, 4 need you", { timeout: 20_000 });

  await test.step("by keyboard, a deleted doctor's visit goes to the one of the same name", async () => {
    await status(page).focus();
    await page.keyboard.press("Enter");
    await expect(sheet(page).getByText("New visit · Dr. Asha Rao")).toBeVisible();
    await expectAccessible(page, "the sheet");
    const use = sheet(page).getByRole("button", { name: "Use Asha Rao" });
    await expect(use).toBeVisible();
    for (
      let tabs = 0;
      tabs < 20 && !(await use.evaluate((button) => button === document.activeElement));
      tabs++
    )
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await untilRows(page, ownId, "outbox", 3);
  });

  await test.step("a visit that asks for too much takes what is left", async () => {
    await expect(sheet(page).getByText("Paracip 500: 4 left of 10")).toBeVisible();
    await sheet(page).getByRole("button", { name: "Sell 4" }).click();
    await untilRows(page, ownId, "outbox", 2);
  });

  await test.step("what was deleted is added as new, and an edit that meets another asks whose values count", async () => {
    await sheet(page).getByRole("button", { name: "Add as new" }).click();
    await sheet(page).getByRole("button", { name: "Compare both" }).click();
    const question = page.getByRole("alertdialog", { name: "Which value should be saved?" });
    await expect(question.getByText("Theirs")).toBeVisible();
    await question.getByRole("button", { name: "Save" }).click();
    await untilRows(page, ownId, "outbox", 0);
    await expect(status(page)).toHaveCount(0);
  });

  await test.step("all is on the server", async () => {
    const { rows: visits } = await call(visitRoutes.list, { query: {} });
    expect(visits.map(({ doctor }) => doctor.id).sort()).toEqual([stays.id, stays.id, other.id].sort());
    const { rows: doctors } = await call(doctorRoutes.list, { query: {} });
    expect(doctors.map(({ name, hospital }) => [name, hospital])).toEqual([
      ["Asha Rao", "Jehangir"],
      ["Dr. Bela Sen", stays.hospital],
      ["Dr. Changed", "Mine"],
      ["Dr. Gone", "Mine"],
    ]);
    const [left] = await database.db.selectFrom("products").select("current_stock").execute();
    expect(left?.current_stock).toBe(0);
  });
});

test("each short line of a visit has its own buttons, and another doctor is two taps away", async ({
  signedIn: page,
  context,
  make,
  person,
  call,
}) => {
  const stocked = { stock: 10 };
  const paracip = await make.product({ name: "Paracip 500", ...stocked });
  const amoxi = await make.product({ name: "Amoxi 250", ...stocked });
  const gone = await make.doctor({ name: "Dr. Asha Rao" });
  const other = await make.doctor({ name: "Dr. Bela Sen" });
  await openKept(page, person.session.user.id, 2);
  await context.setOffline(true);
  await goInside(page, "/visits/add");
  await chooseDoctor(page, "Dr. Asha Rao");
  await addItem(page, "Paracip 500", "10");
  await addItem(page, "Amoxi 250", "9");
  await page.getByRole("button", { name: "Add Visit" }).click();
  await expect(message(page, savedHere)).toBeVisible();
  const lines = [paracip, amoxi].map((product) => ({ product, quantity: 6 }));
  await make.visit({ doctor: other, visit_date: "2026-01-05", lines });
  await context.setOffline(false);
  await expect(status(page)).toHaveText("1 waiting, 1 needs you", { timeout: 20_000 });

  await page.setViewportSize({ width: 390, height: 844 });
  await status(page).click();
  const line = (name: string) => sheet(page).getByRole("group", { name });
  await line("Paracip 500: 4 left of 10").getByRole("button", { name: "Sell 4" }).click();
  await expect(sheet(page).getByText("1 more line to decide.")).toBeVisible();
  await expectAccessible(page, "one of two lines is decided");
  await call(doctorRoutes.delete, { params: { id: gone.id } });
  await line("Amoxi 250: 4 left of 9").getByRole("button", { name: "Remove line" }).click();

  await sheet(page).getByRole("button", { name: "Choose another doctor" }).click();
  const option = page.getByRole("option", { name: /Dr. Bela Sen/ });
  await expect(option).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, "the doctors");
  await option.click();
  await untilRows(page, person.session.user.id, "outbox", 0);
  await expect(sheet(page).getByText("Nothing waits. The server has everything.")).toBeVisible();
  const { rows } = await call(visitRoutes.list, { query: {} });
  const made = rows.find(({ visit_date }) => visit_date !== "2026-01-05");
  const { sales } = await call(visitRoutes.read, { params: { id: made?.id ?? "" } });
  expect(sales).toMatchObject([{ product_id: paracip.id, quantity: 4 }]);
});

test("what has waited for a day is shown over the whole width, on a phone and on a desk", async ({
  signedIn: page,
  context,
  make,
  person,
  call,
}) => {
  await make.doctor({ name: "Dr. Asha Rao" });
  await openKept(page, person.session.user.id, 1);
  await context.setOffline(true);
  await addVisit(page, "Dr. Asha Rao");
  await expect(status(page)).toHaveText("1 waiting");
  await page.clock.setFixedTime(Date.now() + 25 * 60 * 60_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const banner = page.locator("[data-late]");
  const { day } = await call(todayRoutes.read, {});
  for (const size of windowSizes) {
    await page.setViewportSize(size);
    await expect(status(page)).toContainText(`1 waiting, since ${formatDay(day)}`);
    const own = (await banner.boundingBox())?.width;
    const sidebar = size.width >= 1024 ? 240 : 0;
    expect(own).toBe(size.width - sidebar);
  }
  await expectAccessible(page, "a day");
  await expect(status(page)).toContainText("Connect this device to the internet");
  await status(page).click();
  await expect(sheet(page).getByText("New visit · Dr. Asha Rao")).toBeVisible();
  await expect(sheet(page)).toHaveAccessibleDescription(/Connect this device to the internet/);
  await page.keyboard.press("Escape");
  // A form's buttons stay free, and what waits is one tap away from there, too.
  await goInside(page, "/visits/add");
  for (const size of windowSizes) {
    await page.setViewportSize(size);
    await expect(banner).toHaveCount(0);
    await status(page).click();
    await expect(sheet(page).getByText("New visit · Dr. Asha Rao")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Add Visit" })).toBeInViewport({ ratio: 1 });
  }
  await expectAccessible(page, "what waits, over a form");

  await goInside(page, "/doctors");
  await page.getByRole("button", { name: "Hide until tomorrow" }).click();
  await expect(banner).toHaveCount(0);
  await expect(status(page)).toHaveText(`1 waiting, since ${formatDay(day)}`);
  await page.reload();
  await expect(status(page)).toBeVisible();
  await expect(banner).toHaveCount(0);
  // Also when Rounds is opened the next morning.
  await page.clock.setFixedTime(Date.now() + 49 * 60 * 60_000);
  await page.reload();
  await expect(banner).toBeVisible();
});
