import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { colleagueOf, openLive } from "../kit/live.ts";
import { rowsOf } from "../kit/screen.ts";

test.use({ loadsAhead: true, live: true });

/** Ten doctors, so that the page is full, and the list long enough to scroll in a low window. */
const names = Array.from({ length: 10 }, (_, at) => `Dr. Meera ${String.fromCharCode(65 + at)}`);
const first = { name: "Dr. Aarti" };
const button = (page: Page) => page.getByRole("button", { name: "Show changes" });
const row = (page: Page, name: string) => rowsOf(page, "Doctors").filter({ hasText: name });
const topOf = async (shown: Locator) => Math.round((await shown.boundingBox())?.y ?? Number.NaN);

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

test.describe("a reader who has scrolled down", () => {
  test.use({ viewport: { width: 900, height: 420 } });

  test("stays in place; changed values show, new rows wait for a tap", async ({
    signedIn: page,
    product,
  }) => {
    const { make } = await colleagueOf(product);
    await openLive(page, "/doctors");
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
    await button(page).click({ delay: 500 });
    await expect(rowsOf(page, "Doctors").first()).toContainText("Dr. Aarti");
    await expect(rowsOf(page, "Doctors").first()).toBeInViewport();
    await expect(button(page)).toBeHidden();
  });

  test("sees new rows as soon as the beginning is in sight again", async ({ signedIn: page, product }) => {
    const { make } = await colleagueOf(product);
    await openLive(page, "/doctors");
    await scrollDown(page, 400);
    await make.doctor(first);
    await expect(button(page)).toBeVisible();
    await page.mouse.wheel(0, -1000);
    await expect(row(page, "Dr. Aarti")).toBeVisible();
    await expect(button(page)).toBeHidden();
  });

  test("sees one's own deletions at once", async ({ signedIn: page }) => {
    await openLive(page, "/doctors");
    await row(page, "Dr. Meera I").scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
    await page.getByRole("button", { name: "Delete Dr. Meera I" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(row(page, "Dr. Meera I")).toHaveCount(0);
    await expect(button(page)).toBeHidden();
  });
});

test("nothing moves under a pressed button, nor while text is selected", async ({
  signedIn: page,
  product,
}) => {
  const { make } = await colleagueOf(product);
  await page.clock.install();
  const socket = page.waitForEvent("websocket");
  await openLive(page, "/doctors");
  const heard = (await socket).waitForEvent("framereceived", ({ payload }) =>
    String(payload).includes('"event":"news"'),
  );
  const third = row(page, "Dr. Meera C");
  const top = await topOf(third);
  await page.mouse.move(400, top + 20);
  await page.mouse.down();
  await make.doctor(first);
  await heard;
  // Longer than a change takes to show.
  await page.clock.runFor(1_500);
  expect(await topOf(third)).toBe(top);
  const again = readAgain(page);
  await page.mouse.move(900, top - 400);
  await page.mouse.up();
  await again;
  await expect(row(page, "Dr. Aarti")).toBeVisible();

  const moved = await topOf(third);
  await third.getByText("Dr. Meera C").evaluate((text) => getSelection()?.selectAllChildren(text));
  await make.doctor({ name: "Dr. Aakash" });
  await expect(button(page)).toBeVisible();
  expect(await topOf(third)).toBe(moved);
  expect(await page.evaluate(() => String(getSelection()))).toBe("Dr. Meera C");
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await expect(row(page, "Dr. Aakash")).toBeVisible();
});

test("nothing moves behind an open dialog", async ({ signedIn: page, product }) => {
  const { make } = await colleagueOf(product);
  await openLive(page, "/doctors");
  const top = await topOf(row(page, "Dr. Meera C"));
  await page.getByRole("button", { name: "Delete Dr. Meera C" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  const again = readAgain(page);
  await make.doctor(first);
  await again;
  await expect(row(page, "Dr. Aarti")).toHaveCount(0);
  expect(await topOf(row(page, "Dr. Meera C"))).toBe(top);
  await page.keyboard.press("Escape");
  await expect(row(page, "Dr. Aarti")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete Dr. Meera C" })).toBeFocused();
});

test("the row with the keyboard focus keeps it, even if it would go to the next page", async ({
  signedIn: page,
  product,
}) => {
  const { make } = await colleagueOf(product);
  await openLive(page, "/doctors");
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

test("a reader on the second page stays there", async ({ signedIn: page, product, make: own }) => {
  await own.doctor({ name: "Dr. Meera K" });
  const { make } = await colleagueOf(product);
  await openLive(page, "/doctors?page=2");
  await expect(rowsOf(page, "Doctors")).toHaveCount(1);
  await make.doctor(first);
  await expect(rowsOf(page, "Doctors")).toHaveCount(2);
  await expect(page).toHaveURL("/doctors?page=2");
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
});
