import type { Locator, Page } from "@playwright/test";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import type { Builders } from "../kit/builders.ts";
import { expect, signIn, test } from "../kit/fixtures.ts";
import { withoutDatabase } from "../kit/phone-store.ts";
import { message } from "../kit/screen.ts";
import { loseNextAnswer } from "../kit/trouble.ts";

// Thursday, November 20, 2025, 19:00 in India.
test.use({ now: Date.parse("2025-11-20T13:30:00Z") });

const day = "2025-11-20";
const url = `/today/catch-up?day=${day}`;

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole("list", { name: "Visits to enter" }).getByRole("listitem", { name, exact: true });
const doneOf = (page: Page, name: string): Locator =>
  page.getByRole("list", { name: "Recorded visits" }).getByRole("listitem", { name, exact: true });
const productsOf = (page: Page, name: string) => page.getByRole("combobox", { name: `Products for ${name}` });
const notesOf = (page: Page, name: string) => page.getByRole("textbox", { name: `Notes for ${name}` });
const saveButton = (page: Page) => page.getByRole("button", { name: /^Save/ });
const total = (page: Page) => page.getByRole("status").filter({ hasText: "₹" }).last();

/** A visit of this day that is planned. */
const plan = (make: Builders, doctor: Doctor) => make.visit({ doctor, visit_date: day, status: "scheduled" });

test.describe("the evening catch-up", () => {
  test("enters ten planned visits and one more with the keyboard alone, seven of them with sales", async ({
    signedIn: page,
    make,
    call,
  }) => {
    await make.product({ name: "Amoxicillin 500mg", price: "12.00", stock: 100 });
    const paracetamol = await make.product({ name: "Paracetamol 650mg", price: "2.50", stock: 100 });
    const names = Array.from({ length: 10 }, (_, n) => `Dr. ${"ABCDEFGHIJ"[n]}`);
    const vikram = await make.doctor({ name: "Dr. Vikram Nair" });
    await make.visit({
      doctor: vikram,
      visit_date: "2025-11-03",
      lines: [{ product: paracetamol, quantity: 7, unit_price: "2.25" }],
    });
    await page.goto(url);
    await expect(page.getByText("Nothing is planned for this day.")).toBeVisible();
    for (const name of names) await plan(make, await make.doctor({ name }));
    await page.reload();

    await test.step("ten planned visits", async () => {
      await expect(productsOf(page, "Dr. A")).toBeFocused();
      for (const [index, name] of names.entries()) {
        await expect(productsOf(page, name)).toBeFocused();
        if (index < 6) await page.keyboard.type(index % 2 ? "amx 4 @12.50, para 2" : "amx 2");
        else await page.keyboard.press("Space");
        await page.keyboard.press("Enter");
        await expect(notesOf(page, name)).toBeFocused();
        if (index === 9) await page.keyboard.type("Wants samples");
        else await page.keyboard.press("Enter");
      }
      await expect(rowOf(page, "Dr. A")).toContainText("Amoxicillin 500mg");
      // 3 × 24 and 3 × 55.
      await expect(total(page)).toHaveText("₹237.00");
      await expect(saveButton(page)).toHaveText("Save 10 visits");
      await page.keyboard.press("Control+Enter");
      await expect(message(page, "10 visits saved!")).toBeVisible();
      for (const name of names) await expect(doneOf(page, name)).toContainText("Completed");
      await expect(page.getByText("Everything planned for this day is recorded.")).toBeVisible();
      await expect(total(page)).toHaveText("₹237.00");
      const { rows } = await call(visitRoutes.list, { query: { page_size: 100 } });
      const ofDay = rows.filter(({ visit_date }) => visit_date === day);
      expect(ofDay.map(({ status }) => status)).toEqual(Array(10).fill("completed"));
      expect(ofDay.map(({ total_sales }) => total_sales).sort()).toEqual([
        ...Array(4).fill("0.00"),
        ...Array(3).fill("24.00"),
        ...Array(3).fill("55.00"),
      ]);
    });

    await test.step("any other doctor, with the quantity and price of the last visit", async () => {
      await page.getByRole("combobox", { name: "Add a doctor" }).focus();
      await page.keyboard.type("vikr");
      await expect(page.getByRole("option", { name: /Vikram/ })).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(productsOf(page, "Dr. Vikram Nair")).toBeFocused();
      await page.keyboard.type("para");
      await expect(rowOf(page, "Dr. Vikram Nair")).toContainText("7 × ₹2.25 = ₹15.75");
      await page.keyboard.press("Control+Enter");
      await expect(doneOf(page, "Dr. Vikram Nair")).toContainText("₹15.75");
      const { rows } = await call(visitRoutes.ofDoctor, { params: { id: vikram.id }, query: {} });
      expect(rows[0]).toMatchObject({ visit_date: day, status: "completed", total_sales: "15.75" });
    });
  });

  test("completes, cancels, moves or leaves alone; what is refused or was recorded meanwhile stays with its reason", async ({
    signedIn: page,
    make,
    call,
  }) => {
    const paracetamol = await make.product({ name: "Paracetamol 650mg", price: "2.50", stock: 10 });
    const amoxicillin = await make.product({ name: "Amoxicillin 500mg", price: "12.00", stock: 5 });
    const planOf = async (name: string) =>
      make.visit({
        doctor: await make.doctor({ name }),
        visit_date: day,
        status: "scheduled",
        notes: "Bring samples",
        lines: name === "Dr. A" ? [{ product: paracetamol, quantity: 10 }] : [],
      });
    const [a, b, c, d, e, f] = [
      await planOf("Dr. A"),
      await planOf("Dr. B"),
      await planOf("Dr. C"),
      await planOf("Dr. D"),
      await planOf("Dr. E"),
      await planOf("Dr. F"),
    ];
    const read = async (id: string) => call(visitRoutes.read, { params: { id } });
    await page.goto(url);

    await test.step("a planned visit is completed with its items, cancelled, moved or left alone", async () => {
      await expect(productsOf(page, "Dr. A")).toHaveValue("Paracetamol 650mg 10 @2.50");
      // The plan's note is shown, and is none of the visit.
      await expect(notesOf(page, "Dr. A")).toHaveValue("");
      await expect(rowOf(page, "Dr. A")).toContainText("Plan: Bring samples");
      await expect(saveButton(page)).toHaveText("Save");
      // Its own units are there for it.
      await productsOf(page, "Dr. A").fill("para 7");
      await expect(rowOf(page, "Dr. A")).not.toContainText("Insufficient");
      await page.getByLabel("Status of the visit to Dr. B").selectOption("Cancelled");
      await notesOf(page, "Dr. B").fill("On leave");
      await page.getByLabel("Status of the visit to Dr. C").selectOption("Move…");
      await saveButton(page).click();
      await expect(rowOf(page, "Dr. C")).toContainText("Please enter a date");
      await page.getByLabel("New day of the visit to Dr. C").fill("Nov 24, 2025");
      await page.keyboard.press("Tab");
      await saveButton(page).click();
      await expect(rowOf(page, "Dr. C")).toBeHidden();
      await expect(rowOf(page, "Dr. D")).toBeVisible();
      expect(await read(a.id)).toMatchObject({
        status: "completed",
        visit_date: day,
        notes: null,
        sales: [{ id: a.sales[0]?.id, quantity: 7 }],
      });
      expect(await read(b.id)).toMatchObject({ status: "cancelled", notes: "On leave", visit_date: day });
      expect(await read(c.id)).toMatchObject({
        status: "scheduled",
        visit_date: "2025-11-24",
        notes: "Bring samples",
      });
      expect(await read(d.id)).toMatchObject({ status: "scheduled", visit_date: day, version: d.version });
    });

    await test.step("a row that is refused stays with its reason, and the others are saved", async () => {
      await productsOf(page, "Dr. E").fill("amx 4");
      await productsOf(page, "Dr. F").fill("amx 4");
      // What Dr. E takes is no longer there for Dr. F, at once.
      await expect(rowOf(page, "Dr. F")).toContainText("Insufficient stock. Available: 1");
      await saveButton(page).click();
      await expect(message(page, "1 visit saved. 1 row needs your attention.")).toBeVisible();
      await expect(doneOf(page, "Dr. E")).toContainText("₹48.00");
      await expect(productsOf(page, "Dr. F")).toHaveValue("amx 4");
      await expect(productsOf(page, "Dr. F")).toBeFocused();

      // A colleague sells the last one meanwhile: the server refuses what the page still allowed.
      await productsOf(page, "Dr. F").fill("amx 1");
      await expect(rowOf(page, "Dr. F")).not.toContainText("Insufficient stock");
      const doctor = await make.doctor({ name: "Dr. G" });
      await make.visit({ doctor, visit_date: "2025-11-19", lines: [{ product: amoxicillin }] });
      await saveButton(page).click();
      await expect(rowOf(page, "Dr. F")).toContainText("Insufficient stock. Available: 0");
      await expect(productsOf(page, "Dr. F")).toHaveValue("amx 1");
      await productsOf(page, "Dr. F").fill("");
      await page.keyboard.press("Space");
      await saveButton(page).click();
      await expect(doneOf(page, "Dr. F")).toContainText("Completed");
      for (const { id } of [e, f]) expect(await read(id)).toMatchObject({ status: "completed" });
      expect((await call(visitRoutes.list, { query: {} })).total).toBe(7);
    });

    await test.step("a visit that another device recorded meanwhile is shown before a second one is added", async () => {
      await productsOf(page, "Dr. D").fill("para 3");
      const { id, version, doctor_id } = d;
      const status = "completed" as const;
      const body = { doctor_id, visit_date: day, status, notes: "By phone", items: [], version };
      await call(visitRoutes.update, { params: { id }, body });
      await saveButton(page).click();
      await expect(rowOf(page, "Dr. D")).toContainText("was recorded meanwhile: Completed, ₹0.00");
      await expect(productsOf(page, "Dr. D")).toHaveValue("para 3");
      expect((await read(id)).notes).toBe("By phone");
      await page.getByRole("button", { name: "Save mine over it" }).click();
      await saveButton(page).click();
      await expect(doneOf(page, "Dr. D")).toContainText("₹7.50");
      expect((await call(visitRoutes.list, { query: {} })).total).toBe(7);
    });
  });

  test("what is typed survives a reload, a lost answer and a closed tab, is saved once, and leaving asks", async ({
    signedIn: page,
    make,
    call,
    context,
    person,
  }) => {
    await withoutDatabase(page);
    await make.product({ name: "Paracetamol 650mg", price: "2.50", stock: 10 });
    const planned = await plan(make, await make.doctor({ name: "Dr. A" }));
    await plan(make, await make.doctor({ name: "Dr. C" }));
    await make.doctor({ name: "Dr. B" });
    await page.goto(url);

    await test.step("a reload", async () => {
      await productsOf(page, "Dr. A").fill("para 3");
      await notesOf(page, "Dr. A").fill("Call again");
      await page.reload();
      await expect(page.getByText("What you typed before is still here.")).toBeVisible();
      await expect(productsOf(page, "Dr. A")).toHaveValue("para 3");
      await expect(notesOf(page, "Dr. A")).toHaveValue("Call again");
      // To another day, and to another screen.
      await page.getByRole("link", { name: "Previous field day" }).click();
      await expect(page.getByRole("heading", { name: "Leave without saving?" })).toBeVisible();
      await page.getByRole("button", { name: "Keep editing" }).click();
      await expect(page).toHaveURL(url);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Leave", exact: true }).click();
      await expect(page).not.toHaveURL(url);
      await page.goto(url);
      await expect(productsOf(page, "Dr. A")).toHaveValue("");
    });

    await test.step("a lost answer is asked for again, and nothing is saved twice", async () => {
      await page.getByRole("combobox", { name: "Add a doctor" }).fill("Dr. B");
      await page.getByRole("option", { name: "Dr. B" }).click();
      // The new row takes the focus as soon as it is there, and with it what is being typed.
      await expect(productsOf(page, "Dr. B")).toBeFocused();
      await productsOf(page, "Dr. A").fill("para 3");
      await productsOf(page, "Dr. B").fill("para 4");
      await loseNextAnswer(page, { method: "PUT", path: `/api/visits/${planned.id}` });
      await loseNextAnswer(page, { method: "POST", path: "/api/visits" });
      await saveButton(page).click();
      for (const name of ["Dr. A", "Dr. B"])
        await expect(rowOf(page, name)).toContainText("can't be reached");
      // The page may even be closed meanwhile.
      await page.reload();
      await expect(productsOf(page, "Dr. A")).toHaveValue("para 3");
      await saveButton(page).click();
      for (const name of ["Dr. A", "Dr. B"]) await expect(doneOf(page, name)).toContainText("Completed");
      const { rows } = await call(visitRoutes.list, { query: {} });
      expect(rows.map(({ total_sales }) => total_sales).sort()).toEqual(["0.00", "10.00", "7.50"]);
      expect((await call(visitRoutes.read, { params: { id: planned.id } })).version).toBe(2);
    });

    await test.step("what was typed in a closed tab is offered in another", async () => {
      await productsOf(page, "Dr. C").fill("para 1");
      const other = await context.newPage();
      await signIn(other, person);
      await page.close();
      await other.goto(url);
      await expect(productsOf(other, "Dr. C")).toHaveValue("");
      await other.getByRole("button", { name: "Continue" }).click();
      await expect(productsOf(other, "Dr. C")).toHaveValue("para 1");
    });
  });

  test("offers products that the letters may mean, is accessible, and usable on a phone", async ({
    signedIn: page,
    make,
  }) => {
    await make.product({ name: "Azithromycin 250mg", price: "30.00", stock: 1 });
    await make.product({ name: "Azithromycin 500mg", price: "55.00" });
    for (const name of ["Dr. A", "Dr. B", "Dr. Venkatanarasimharajuvaripeta Subrahmanyam"]) {
      await plan(make, await make.doctor({ name }));
    }
    await page.goto(url);

    await test.step("letters that may mean several products are chosen from a list, and the text stays", async () => {
      const field = productsOf(page, "Dr. A");
      await expect(field).toBeFocused();
      await page.keyboard.type("azi");
      const options = page.getByRole("listbox", { name: "Products for Dr. A" }).getByRole("option");
      await expect(options).toHaveText([/Azithromycin 250mg/, /Azithromycin 500mg/]);
      await page.keyboard.press("ArrowDown");
      await expect(options.nth(1)).toHaveAttribute(
        "id",
        (await field.getAttribute("aria-activedescendant")) ?? "",
      );
      await page.keyboard.press("Enter");
      await expect(options).toHaveCount(0);
      await page.keyboard.type(" 2, xyz");
      await expect(field).toHaveValue("azi 2, xyz");
      await expect(rowOf(page, "Dr. A")).toContainText("Azithromycin 500mg2 × ₹55.00 = ₹110.00");
      await expect(rowOf(page, "Dr. A")).toContainText("No product matches “xyz”");
      // Escape closes the list, and Enter opens it again at the line that was passed over.
      await field.fill("az 1");
      await expect(options).toHaveCount(2);
      await page.keyboard.press("Escape");
      await expect(options).toHaveCount(0);
      await expect(page).toHaveURL(url);
      await page.keyboard.press("Enter");
      await expect(options).toHaveCount(2);
      await page.keyboard.press("Enter");
      await expect(rowOf(page, "Dr. A")).toContainText("Azithromycin 250mg");
      await page.keyboard.press("Enter");
      await expect(notesOf(page, "Dr. A")).toBeFocused();
    });

    await test.step("axe finds nothing, and a phone saves", async () => {
      await productsOf(page, "Dr. A").fill("azi25 4");
      await productsOf(page, "Dr. B").fill("azi");
      const options = page.getByRole("listbox", { name: "Products for Dr. B" }).getByRole("option");
      await expect(options).toHaveCount(2);
      await expectAccessible(page, "the evening catch-up with an open list");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await saveButton(page).click();
      await expect(doneOf(page, "Dr. B")).toBeVisible();
      await expectAccessible(page, "the evening catch-up with a refused and a saved row");
      await page.setViewportSize({ width: 390, height: 844 });
      await productsOf(page, "Dr. A").fill("azi250");
      await page.getByLabel("Met Dr. Venkatanarasimharajuvaripeta Subrahmanyam").check();
      await saveButton(page).click();
      await expect(message(page, "2 visits saved!")).toBeVisible();
    });
  });
});
