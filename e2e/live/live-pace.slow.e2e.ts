import { expect, test } from "../kit/fixtures.ts";
import { openLive } from "../kit/live.ts";
import { rowsOf } from "../kit/screen.ts";

test.use({ live: true });

test("a slow server is asked less often, but not forgotten", async ({ signedIn: page, product, make }) => {
  await make.doctor({ name: "Dr. Asha Rao" });
  await openLive(page, "/doctors");
  const asked: number[] = [];
  await page.route("**/api/doctors*", async (route) => {
    asked.push(performance.now());
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue().catch(() => {});
  });
  const renamed = "Dr. Number 30";
  for (let at = 1; at <= 30; at++) {
    await product.database.pool.query("update doctors set name = $1", [`Dr. Number ${at}`]);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await expect(rowsOf(page, "Doctors").filter({ hasText: renamed })).toBeVisible({ timeout: 40_000 });
  // Read once soon after the first change, and once when the server has had its pause.
  await expect.poll(() => asked.length, { timeout: 40_000 }).toBeGreaterThan(1);
  for (let at = 1; at < asked.length; at++) {
    expect((asked[at] ?? 0) - (asked[at - 1] ?? 0)).toBeGreaterThan(5 * 1_500);
  }
});
