import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { windowSizes } from "../kit/screen.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** The edges of what a locator shows, in pixels of the window. */
async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("nothing is shown");
  return { top: box.y, bottom: box.y + box.height };
}

test("the line about the connection leaves the heading free", async ({ signedIn: page, context }) => {
  for (const size of windowSizes) {
    await page.setViewportSize(size);
    await page.goto("/today");
    await expect(heading(page)).toHaveText("Today");
    await context.setOffline(true);
    const line = page.getByText("No connection. What you enter stays here.");
    await expect(line).toBeVisible();
    const [above, below] = [await boxOf(line), await boxOf(heading(page))];
    expect(below.top - above.bottom, `at ${size.width} px`).toBeGreaterThanOrEqual(2);
    await context.setOffline(false);
  }
});

test("on a tablet the heading of a list stays in one line with its buttons while it is filtered", async ({
  signedIn: page,
  make,
}) => {
  await make.doctor({ name: "Dr. Anil Kumar" });
  for (let n = 1; n <= 10; n++) await make.doctor({ name: `Dr. Meenakshi Sharma ${n}` });
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto("/doctors?search=sharma");
  await expect(page.getByText("10 doctors, filtered from 11 total")).toBeVisible();
  for (const path of ["/doctors?search=sharma", "/products", "/visits", "/inventory"]) {
    await page.goto(path);
    const head = page.locator("main header").first();
    await expect(head.getByRole("button", { name: "Print" })).toBeVisible();
    await expect(head.getByRole("button", { name: "Views" })).toBeVisible();
    const [title, print] = [
      await boxOf(heading(page)),
      await boxOf(head.getByRole("button", { name: "Print" })),
    ];
    expect(print.top - title.bottom, path).toBeLessThan(16);
  }
});

test("on a phone all buttons of Inventory are in one line", async ({ signedIn: page }) => {
  await page.setViewportSize(windowSizes[0]);
  await page.goto("/inventory");
  const head = page.locator("main header").first();
  const places = await Promise.all(
    ["Views", "Print", "Refresh", "Excel", "Export Data"].map((name) =>
      boxOf(head.getByRole("button", { name, exact: true })),
    ),
  );
  expect(new Set(places.map(({ top }) => Math.round(top))).size).toBe(1);
});
