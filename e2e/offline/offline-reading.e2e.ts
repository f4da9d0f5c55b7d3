import { expect, type Page } from "@playwright/test";
import { dayOf } from "@rounds/domain/calendar/calendar.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { test } from "../kit/fixtures.ts";
import { keysKept } from "../kit/phone-store.ts";
import { goInside } from "../kit/screen.ts";
import { openKept } from "./kept-pages.ts";

test.use({ loadsAhead: true, serviceWorkers: "allow" });

const shown = (page: Page, text: string) =>
  page.getByRole("main").getByText(text).filter({ visible: true }).first();
const notice = (page: Page) =>
  page.getByRole("status").filter({ hasText: "Showing what this phone knows from" });

test("without a connection, lists, search and details show what the phone has, and a row that it has not says so", async ({
  signedIn: page,
  context,
  make,
  person,
}) => {
  const visit_date = dayOf(Date.now(), "Asia/Kolkata");
  const product = await make.product({ name: "Amoxicillin 500" });
  const asha = await make.doctor({ name: "Dr. Asha Rao", doctor_class: "A", address: "MG Road, Pune" });
  for (let n = 1; n <= 11; n++) await make.doctor({ name: `Dr. Number ${n}`, doctor_class: "B" });
  const lines = [{ product, quantity: 2 }];
  await make.visit({ doctor: asha, visit_date, notes: "Left samples", lines });
  await openKept(page, person.session.user.id, 12);
  await context.setOffline(true);
  await page.reload();

  await test.step("lists, search and details", async () => {
    await expect(page.getByRole("link", { name: "Dr. Asha Rao" }).first()).toBeVisible();
    await expect(notice(page)).toBeVisible();
    await page.getByRole("searchbox").fill("number 11");
    await expect(page.getByText("Dr. Number 11").first()).toBeVisible();
    await expect(page.getByText("Dr. Asha Rao")).toHaveCount(0);
    await page.getByRole("searchbox").fill("");
    await page.getByRole("link", { name: "Dr. Asha Rao" }).first().click();
    await expect(page.getByRole("heading", { name: "Dr. Asha Rao" })).toBeVisible();
    await expect(page.getByText("MG Road, Pune").first()).toBeVisible();
    await goInside(page, "/visits");
    await expect(page.getByText("Dr. Asha Rao").first()).toBeVisible();
    await goInside(page, "/products");
    await expect(page.getByText("Amoxicillin 500").first()).toBeVisible();
    await expectAccessible(page, "products from the phone");
  });

  await test.step("a row that is not on this phone says so, and shows once there is a connection", async () => {
    // Made by a colleague since.
    const doctor = await make.doctor({ name: "Dr. Later" });
    const other = await make.product({ name: "Paracip 500" });
    const visit = await make.visit({ doctor, visit_date });
    const said = (noun: string) => page.getByText(`This ${noun} is not on this phone.`);
    for (const [noun, path, title] of [
      ["visit", `/visits/${visit.id}`, "Visit Details"],
      ["visit", `/visits/${visit.id}/edit`, "Edit Visit"],
      ["product", `/products/${other.id}`, "Product"],
      ["product", `/products/${other.id}/edit`, "Edit Product"],
      ["doctor", `/doctors/${doctor.id}/edit`, "Edit Doctor"],
      ["doctor", `/doctors/${doctor.id}`, "Doctor"],
    ] as const) {
      await goInside(page, path);
      await expect(said(noun)).toBeVisible();
      await expect(page.getByRole("heading", { name: title })).toBeVisible();
      await expect(page).toHaveURL(path);
    }
    await expectAccessible(page, "a doctor that is not here");
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await expect(said("doctor")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("heading", { name: "Dr. Later" })).toBeVisible();
    await expect(notice(page)).toBeHidden();
  });
});

test("without a connection, reports show the figures seen last, also after the page was closed", async ({
  signedIn: page,
  context,
  make,
  person,
}) => {
  const product = await make.product({ name: "Amoxicillin 500", stock: 20 });
  const doctor = await make.doctor({ name: "Dr. Asha Rao" });
  const visit_date = dayOf(Date.now(), "Asia/Kolkata");
  await make.visit({ doctor, visit_date, lines: [{ product, quantity: 2 }] });
  const screens = [
    ["/", "Dr. Asha Rao", ["/api/dashboard"]],
    ["/today", "Dr. Asha Rao", ["/api/today"]],
    ["/inventory", "Amoxicillin 500", ["/api/inventory", "/api/inventory/summary"]],
    ["/sales", "Amoxicillin 500", ["/api/sales", "/api/sales/summary"]],
  ] as const;
  await openKept(page, person.session.user.id, 1);
  const readSeen = async () => (await keysKept(page, person.session.user.id, "seen")).join();
  for (const [path, text, asked] of screens) {
    await goInside(page, path);
    await expect(shown(page, text)).toBeVisible();
    for (const one of asked) await expect.poll(readSeen, { timeout: 20_000 }).toContain(`"${one}"`);
  }
  await context.setOffline(true);
  await page.goto("/doctors");
  for (const [path, text] of screens) {
    await goInside(page, path);
    await expect(shown(page, text)).toBeVisible();
    await expect(notice(page)).toBeVisible();
  }
  // What was never asked is not there.
  await goInside(page, "/coverage");
  await expect(page.getByText("It needs a connection.").first()).toBeVisible();
  await context.setOffline(false);
  await expect(notice(page)).toBeHidden();
});
