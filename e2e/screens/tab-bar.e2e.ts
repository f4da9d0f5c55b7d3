import type { Page } from "@playwright/test";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { expectAccessible } from "../kit/accessible.ts";
import type { Builders } from "../kit/builders.ts";
import { expect, test } from "../kit/fixtures.ts";
import { goInside } from "../kit/screen.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const bar = (page: Page) => page.getByRole("navigation", { name: "Tabs" });
const tab = (page: Page, name: string) => bar(page).getByRole("link", { name, exact: true });
const more = (page: Page) => bar(page).getByRole("button", { name: "More" });
const place = (page: Page) => page.evaluate(() => scrollY);
const toEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight));
const rows = (page: Page) => page.locator("main [data-row]:not([aria-label='Active filters'] *)");

/** Two pages of doctors of class A, of visits to them, and many products. */
async function twoPages(make: Builders) {
  const doctors: Doctor[] = [];
  for (let n = 10; n < 24; n++) {
    doctors.push(await make.doctor({ name: `Dr. Number ${n}`, doctor_class: "A", hospital: "Ruby Hall" }));
    await make.product({ name: `Product ${n}` });
  }
  for (const doctor of doctors) await make.visit({ doctor, visit_date: "2025-06-10", status: "scheduled" });
}

test.describe("the bar at the bottom of a phone", () => {
  test.use(phone);

  test.describe("on a page that is quiet", () => {
    test.use({ loadsAhead: true });

    test("leads to the screens and marks the current one, opens the menu, and gives way to forms, keyboard and paper", async ({
      signedIn: page,
      make,
    }) => {
      await test.step("leads to the screens, and marks the current one by more than its colour", async () => {
        const { id } = await make.doctor();
        await page.goto("/");
        await expect(bar(page).locator("a, button")).toHaveText([
          "Today",
          "Doctors",
          "Record",
          "Visits",
          "More",
        ]);
        await expect(bar(page).locator("[aria-current]")).toHaveCount(0);
        for (const target of await bar(page).locator("a, button").all()) {
          const box = await target.boundingBox();
          expect(box?.width).toBeGreaterThanOrEqual(44);
          expect(box?.height).toBeGreaterThanOrEqual(44);
        }
        await tab(page, "Doctors").tap();
        await expect(page).toHaveURL("/doctors");
        await expect(bar(page).locator("[aria-current=page]")).toHaveText("Doctors");
        const looks = await Promise.all(
          [tab(page, "Doctors"), tab(page, "Visits")].map((link) =>
            link.evaluate((element) => {
              const { fontWeight, borderTopColor } = getComputedStyle(element);
              return { fontWeight, line: borderTopColor !== "rgba(0, 0, 0, 0)" };
            }),
          ),
        );
        expect(looks).toEqual([
          { fontWeight: "600", line: true },
          { fontWeight: "400", line: false },
        ]);
        await goInside(page, `/doctors/${id}`);
        await expect(bar(page).locator("[aria-current=page]")).toHaveText("Doctors");
        await tab(page, "Visits").tap();
        await expect(page).toHaveURL("/visits");
        await expect(bar(page).locator("[aria-current=page]")).toHaveText("Visits");
        await expectAccessible(page, "the bar", [390]);
      });

      await test.step("More opens the menu, which gives the focus back", async () => {
        await goInside(page, "/doctors");
        await more(page).focus();
        await page.keyboard.press("Enter");
        const menu = page.getByRole("dialog", { name: "Menu" });
        await expect(menu.getByRole("link", { name: "Inventory" })).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(menu).toBeHidden();
        await expect(more(page)).toBeFocused();
        // A tap beside it is not one on what lies under it.
        await more(page).tap();
        await expect(menu.getByRole("link", { name: "Inventory" })).toBeVisible();
        const box = await rows(page).first().boundingBox();
        await page.touchscreen.tap(360, (box?.y ?? 0) + 10);
        await expect(menu).toBeHidden();
        await more(page).tap();
        await expect(page).toHaveURL("/doctors");
        await menu.getByRole("link", { name: "Inventory" }).tap();
        await expect(page).toHaveURL(/\/inventory/);
      });

      await test.step("gives way to a form's own bar, to the on-screen keyboard and to paper", async () => {
        await goInside(page, "/doctors/add");
        await expect(page.getByRole("heading", { name: "Add Doctor" })).toBeVisible();
        await expect(bar(page)).toHaveCount(0);
        await goInside(page, "/doctors");
        await expect(bar(page)).toBeVisible();
        const keyboard = (height: number) =>
          page.evaluate((height) => {
            Object.defineProperty(visualViewport, "height", {
              configurable: true,
              get: () => innerHeight - height,
            });
            visualViewport?.dispatchEvent(new Event("resize"));
          }, height);
        // What watches it is loaded when the page is quiet.
        await expect(async () => {
          await keyboard(320);
          await expect(bar(page)).toBeHidden({ timeout: 500 });
        }).toPass();
        // The address bar of the browser takes less.
        await keyboard(60);
        await expect(bar(page)).toBeVisible();
        await page.emulateMedia({ media: "print" });
        await expect(bar(page)).toBeHidden();
      });
    });
  });

  test("covers neither the end of a list nor the main action; Back returns to the place, a tab remembers nothing else", async ({
    signedIn: page,
    make,
  }) => {
    await twoPages(make);

    await test.step("covers neither the end of a list nor the main action, at any focus", async () => {
      await page.goto("/");
      for (const [path, action] of [
        ["/doctors", "Add Doctor"],
        ["/products", "Add Product"],
        ["/visits?start_date=2025-06-01&end_date=2025-06-30", "Add Visit"],
      ] as const) {
        await goInside(page, path);
        await expect(rows(page)).not.toHaveCount(0);
        await page.getByRole("link", { name: action }).click({ trial: true });
        await toEnd(page);
        await rows(page).last().click({ trial: true });
        const [top = 0, end = 0] = await page.evaluate((name) => {
          const primary = [...document.querySelectorAll("main a")].find((link) => link.textContent === name);
          const last = [...document.querySelectorAll("main section, main nav")].at(-1);
          return [primary?.parentElement?.getBoundingClientRect().top, last?.getBoundingClientRect().bottom];
        }, action);
        expect(end, path).toBeLessThanOrEqual(top);
      }
      await goInside(page, "/doctors");
      await expect(rows(page)).toHaveCount(10);
      await rows(page).first().getByRole("link").first().focus();
      for (let n = 0; n < 30; n++) {
        await page.keyboard.press("Tab");
        const hidden = await page.evaluate(() => {
          const focused = document.activeElement;
          const { left, top, width, height } = focused?.getBoundingClientRect() ?? new DOMRect();
          return !focused?.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
        expect(hidden).toBe(false);
      }
    });

    await test.step("a tap on the current tab leads to its top, and a tab remembers nothing else", async () => {
      await goInside(page, "/doctors?doctor_class=A&page=2");
      await expect(rows(page)).toHaveCount(4);
      await toEnd(page);
      await tab(page, "Doctors").tap();
      await expect.poll(() => place(page)).toBe(0);
      await expect(page).toHaveURL("/doctors?doctor_class=A&page=2");
      await rows(page).first().click();
      await expect(page.getByRole("heading", { level: 1, name: "Dr. Number" })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL("/doctors?doctor_class=A&page=2");
      await expect(rows(page)).toHaveCount(4);
      await tab(page, "Visits").tap();
      await expect(page).toHaveURL("/visits");
      await tab(page, "Doctors").tap();
      await expect(page).toHaveURL("/doctors");
      await expect(rows(page)).toHaveCount(10);
      // Back leads through what was open, in its order.
      await page.goBack();
      await expect(page).toHaveURL("/visits");
      await page.goBack();
      await expect(page).toHaveURL("/doctors?doctor_class=A&page=2");
    });

    await test.step("back from a row and from another tab returns to the same place of a list", async () => {
      const returnsTo = async (path: string) => {
        // A place is remembered for what the router opened.
        await page.goto(path);
        await expect(rows(page)).not.toHaveCount(0);
        await rows(page).nth(7).scrollIntoViewIfNeeded();
        // A click scrolls to what lies under a bar.
        // Buttons stand at its end.
        const start = { position: { x: 30, y: 16 } };
        await rows(page)
          .nth(7)
          .click({ ...start, trial: true });
        const before = await place(page);
        expect(before).toBeGreaterThan(0);
        const url = page.url();
        await rows(page).nth(7).click(start);
        await expect(page).not.toHaveURL(url);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await page.goBack();
        await expect(page).toHaveURL(url);
        await expect(rows(page)).not.toHaveCount(0);
        await expect.poll(() => place(page)).toBe(before);

        await tab(page, "Record").tap();
        await expect(page).toHaveURL("/visits/record");
        await page.goBack();
        await expect(page).toHaveURL(url);
        await expect(rows(page)).not.toHaveCount(0);
        await expect.poll(() => place(page)).toBe(before);
      };
      for (const path of [
        "/doctors?doctor_class=A&page=1",
        "/visits?start_date=2025-06-01&end_date=2025-06-30",
        "/products?search=product",
      ]) {
        await test.step(path, () => returnsTo(path));
      }
    });
  });
});
