import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { colleagueOf, openLive } from "../kit/live.ts";
import type { Product } from "../kit/product.ts";
import { goInside, rowsOf } from "../kit/screen.ts";

test.use({ live: true });

/** Ten doctors, so that the page is full, and the list long enough to scroll in a low window. */
const names = Array.from({ length: 10 }, (_, at) => `Dr. Meera ${String.fromCharCode(65 + at)}`);
const first = { name: "Dr. Aarti" };
const button = (page: Page) => page.getByRole("button", { name: "Show changes" });
const row = (page: Page, name: string) => rowsOf(page, "Doctors").filter({ hasText: name });
/** Without scrolling, which would bring the beginning of the list in sight. */
const placeOf = (shown: Locator) => shown.evaluate((element) => element.getBoundingClientRect());
const topOf = async (shown: Locator) => Math.round((await placeOf(shown)).y);

/** Scrolls with the wheel, until the page has come to rest. */
async function scrollDown(page: Page, pixels: number) {
  await page.mouse.wheel(0, pixels);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
  // The browser scrolls on in each of its frames until it is there.
  const moves = () =>
    page.evaluate(async () => {
      const before = scrollY;
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return scrollY - before;
    });
  await expect.poll(moves).toBe(0);
}

/** Waits until the page has loaded the list again. */
const readAgain = (page: Page) =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname === "/api/doctors", { timeout: 20_000 });

test.beforeEach(async ({ make }) => {
  for (const name of names) await make.doctor({ name });
});

/** Removes the doctors that came during a step, and waits until the page shows the first ones again. */
async function forgetNew(page: Page, { database }: Product) {
  await database.pool.query("delete from doctors where not name = any($1)", [names]);
  await expect(rowsOf(page, "Doctors").first()).toContainText("Dr. Meera A");
  await expect(rowsOf(page, "Doctors").last()).toContainText("Dr. Meera J");
}

test.describe("a reader who has scrolled down", () => {
  test.use({ viewport: { width: 900, height: 420 } });

  test("stays in place and sees new rows on request or at the beginning; one's own deletions show at once", async ({
    signedIn: page,
    product,
  }) => {
    const { make } = await colleagueOf(product);
    await openLive(page, "/doctors");

    await test.step("changed values show, new rows wait for a tap", async () => {
      await row(page, "Dr. Meera I").scrollIntoViewIfNeeded();
      await scrollDown(page, 400);
      await expect(button(page)).toBeHidden();
      const top = await topOf(row(page, "Dr. Meera I"));
      await make.doctor(first);
      await expect(button(page)).toBeVisible();
      await expect(page.getByRole("status").filter({ hasText: "This list has changed." })).toBeAttached();
      expect(await topOf(row(page, "Dr. Meera I"))).toBe(top);
      await expect(rowsOf(page, "Doctors")).toHaveCount(10);
      // A row in sight, and one that the new row pushed to the next page.
      await product.database.pool.query(
        "update doctors set hospital = 'KEM' where name in ('Dr. Meera I', 'Dr. Meera J')",
      );
      await expect(row(page, "Dr. Meera I")).toContainText("KEM");
      await expect(row(page, "Dr. Meera J")).toBeVisible();
      expect(await topOf(row(page, "Dr. Meera I"))).toBe(top);
      // Slowly, as some people press: a button that goes away under the finger is never pressed.
      const { x, y, width, height } = await placeOf(button(page));
      await page.mouse.click(x + width / 2, y + height / 2, { delay: 500 });
      await expect(rowsOf(page, "Doctors").first()).toContainText("Dr. Aarti");
      await expect(rowsOf(page, "Doctors").first()).toBeInViewport();
      await expect(button(page)).toBeHidden();
    });

    await test.step("new rows show as soon as the beginning is in sight again", async () => {
      await page.mouse.wheel(0, -1000);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      await forgetNew(page, product);
      await scrollDown(page, 400);
      await make.doctor(first);
      await expect(button(page)).toBeVisible();
      await page.mouse.wheel(0, -1000);
      await expect(row(page, "Dr. Aarti")).toBeVisible();
      await expect(button(page)).toBeHidden();
    });

    await test.step("one's own deletions show at once", async () => {
      await row(page, "Dr. Meera I").scrollIntoViewIfNeeded();
      await scrollDown(page, 400);
      await page.getByRole("button", { name: "Delete Dr. Meera I" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expect(row(page, "Dr. Meera I")).toHaveCount(0);
      await expect(button(page)).toBeHidden();
    });
  });
});

test("nothing moves under a pressed button, while text is selected, behind a dialog, or from the keyboard's focus", async ({
  signedIn: page,
  product,
}) => {
  const { make } = await colleagueOf(product);
  await page.clock.install();
  const socket = page.waitForEvent("websocket");
  await openLive(page, "/doctors");
  const third = row(page, "Dr. Meera C");

  await test.step("under a pressed button", async () => {
    const received = (await socket).waitForEvent("framereceived", ({ payload }) =>
      String(payload).includes('"event":"news"'),
    );
    const top = await topOf(third);
    await page.mouse.move(400, top + 20);
    await page.mouse.down();
    await make.doctor(first);
    await received;
    // Longer than a change takes to show.
    await page.clock.runFor(1_500);
    expect(await topOf(third)).toBe(top);
    const again = readAgain(page);
    await page.mouse.move(900, top - 400);
    await page.mouse.up();
    await again;
    await expect(row(page, "Dr. Aarti")).toBeVisible();
  });

  await test.step("while text is selected", async () => {
    const top = await topOf(third);
    await third.getByText("Dr. Meera C").evaluate((text) => getSelection()?.selectAllChildren(text));
    await make.doctor({ name: "Dr. Aakash" });
    await expect(button(page)).toBeVisible();
    expect(await topOf(third)).toBe(top);
    expect(await page.evaluate(() => String(getSelection()))).toBe("Dr. Meera C");
    await page.evaluate(() => getSelection()?.removeAllRanges());
    await expect(row(page, "Dr. Aakash")).toBeVisible();
    await forgetNew(page, product);
  });

  await test.step("behind an open dialog", async () => {
    const top = await topOf(third);
    await page.getByRole("button", { name: "Delete Dr. Meera C" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    const again = readAgain(page);
    await make.doctor(first);
    await (await again).finished();
    // Longer than a change takes to show.
    await page.clock.runFor(1_500);
    await expect(row(page, "Dr. Aarti")).toHaveCount(0);
    expect(await topOf(third)).toBe(top);
    await page.keyboard.press("Escape");
    await expect(row(page, "Dr. Aarti")).toBeVisible();
    await expect(page.getByRole("button", { name: "Delete Dr. Meera C" })).toBeFocused();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await forgetNew(page, product);
  });

  await test.step("the row with the keyboard focus keeps it, even if it would go to the next page", async () => {
    const link = page.getByRole("link", { name: "Dr. Meera I", exact: true });
    await link.focus();
    await make.doctor(first);
    await expect(row(page, "Dr. Aarti")).toBeVisible();
    await expect(link).toBeFocused();
    // The next one would push it off the page.
    await make.doctor({ name: "Dr. Aakash" });
    await expect(button(page)).toBeVisible();
    await expect(link).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Dr. Meera I" })).toBeVisible();
  });

  await test.step("a reader on the second page stays there", async () => {
    await goInside(page, "/doctors?page=2");
    await expect(rowsOf(page, "Doctors")).toHaveCount(2);
    await make.doctor({ name: "Dr. Aadya" });
    await expect(rowsOf(page, "Doctors")).toHaveCount(3);
    await expect(page).toHaveURL("/doctors?page=2");
    await expect(page.getByText("Page 2 of 2")).toBeVisible();
  });
});
