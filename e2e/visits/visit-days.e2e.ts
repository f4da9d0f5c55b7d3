import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import type { Builders } from "../kit/builders.ts";
import { expect, test } from "../kit/fixtures.ts";
import { watchShifts } from "../kit/screen.ts";
import { moment } from "../kit/trouble.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

/** Twelve visits of today, one of yesterday and one of another day, at eight doctors. */
async function aBusyWeek(make: Builders) {
  const product = await make.product({ stock: 1000, price: "100.05" });
  const doctors: Doctor[] = [];
  for (let n = 0; n < 8; n++)
    doctors.push(
      await make.doctor({ name: `Dr. Number ${n}`, hospital: "Ruby Hall", address: "Hill, Pune" }),
    );
  const at = (n: number) => doctors[n % 8] as Doctor;
  await make.visit({ doctor: at(0), visit_date: "2025-11-17" });
  await make.visit({ doctor: at(0), visit_date: "2025-11-19", lines: [{ product }] });
  for (let n = 0; n < 12; n++) {
    await make.visit({ doctor: at(n), visit_date: "2025-11-20", lines: [{ product, quantity: n + 1 }] });
  }
}

for (const [device, touch, sizes] of [
  [
    "a desk or a tablet",
    false,
    [
      [1366, 768, 285],
      [1440, 900, 285],
      [820, 1180, 390],
    ],
  ],
  [
    "a phone",
    true,
    [
      [390, 844, 340],
      [360, 640, 356],
    ],
  ],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport: { width: sizes[0][0], height: sizes[0][1] }, isMobile: touch, hasTouch: touch });

    test("a whole visit is visible without scrolling, and nothing moves when the visits arrive", async ({
      signedIn: page,
      make,
    }) => {
      await aBusyWeek(make);
      const shifted = await watchShifts(page);
      for (const [width, height, row] of sizes) {
        await test.step(`${width} × ${height}`, async () => {
          await page.setViewportSize({ width, height });
          // The screen is painted before its rows arrive.
          const rows = moment();
          await page.route("**/api/visits?*", async (route) => {
            await rows.came;
            await route.continue();
          });
          await page.goto("/visits");
          await expect(page.getByRole("heading", { name: "Visits List" })).toBeVisible();
          await page.evaluate(
            () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
          );
          rows.come();
          const first = page.locator("[data-row]").first();
          await expect(first).toBeVisible();
          await expect(page.getByRole("button", { name: "Show all 8" })).toBeVisible();
          const box = await first.boundingBox();
          expect(box?.y).toBeLessThan(row);
          // The bar with Add Visit covers the bottom of a phone's screen.
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(touch ? height - 69 : height);
          if (!touch) await expect(page.getByRole("combobox", { name: "City" })).toBeVisible();
          expect(await shifted()).toBeLessThan(0.02);

          const chips = page.getByRole("listitem").filter({ hasText: /\d visits?$/ });
          const before = await chips.first().boundingBox();
          await page.getByRole("button", { name: "Show all 8" }).click();
          const button = page.getByRole("button", { name: "Show fewer" });
          await expect(button).toHaveAttribute("aria-expanded", "true");
          await expect(chips).toHaveCount(8);
          expect((await chips.last().boundingBox())?.y).toBeGreaterThan(before?.y ?? 0);
          await page.unrouteAll();
        });
      }
    });
  });
}
