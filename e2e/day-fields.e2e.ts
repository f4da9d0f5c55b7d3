import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

// Noon of November 20, 2025, in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

const shown = /^[A-Z][a-z]{2} \d{2}, \d{4}$/;
const dayFields = (page: Page) => page.getByLabel(/^(Start|End|Visit) Date$/);

for (const locale of ["de-DE", "hi-IN", "en-US"]) {
  test.describe(`in a browser that speaks ${locale}`, () => {
    test.use({ locale });

    test("every date field shows days as the product does", async ({ signedIn: page, make }) => {
      const visit = await make.visit({ doctor: await make.doctor(), visit_date: "2025-11-03" });
      const product = await make.product();
      const days = "start_date=2025-11-01&end_date=2025-11-20";
      for (const [path, fields] of [
        [`/visits?${days}`, 2],
        ["/visits/add", 1],
        [`/visits/${visit.id}/edit`, 1],
        [`/sales?${days}`, 2],
        [`/inventory?${days}`, 2],
        [`/products/${product.id}?${days}`, 2],
      ] as const) {
        await page.goto(path);
        await expect(dayFields(page), path).toHaveCount(fields);
        for (const field of await dayFields(page).all()) await expect(field, path).toHaveValue(shown);
      }
      await page.goto(`/visits/${visit.id}/edit`);
      await expect(page.getByLabel("Visit Date")).toHaveValue("Nov 03, 2025");
    });
  });
}

test("a day is typed as people write it, and what isn't one stays with an error", async ({
  signedIn: page,
  make,
}) => {
  const visit = await make.visit({ doctor: await make.doctor(), visit_date: "2025-11-03" });
  await page.goto(`/visits/${visit.id}/edit`);
  const field = page.getByLabel("Visit Date");
  for (const [typed, day] of [
    ["22/11/2024", "Nov 22, 2024"],
    ["22 11", "Nov 22, 2025"],
    ["22 nov", "Nov 22, 2025"],
    ["2024-11-22", "Nov 22, 2024"],
    ["today", "Nov 20, 2025"],
  ] as const) {
    await field.fill(typed);
    await field.blur();
    await expect(field).toHaveValue(day);
  }
  await field.press("ArrowUp");
  await expect(field).toHaveValue("Nov 21, 2025");
  await field.press("ArrowDown");
  await field.press("ArrowDown");
  await expect(field).toHaveValue("Nov 19, 2025");

  await field.fill("one fine day");
  await field.press("Enter");
  await expect(field).toHaveValue("one fine day");
  await expect(field).toHaveAccessibleDescription("Please enter a date");
  await expect(field).toHaveAttribute("aria-invalid", "true");

  await page.goto("/visits?start_date=2025-11-01&end_date=2025-11-20");
  const start = page.getByLabel("Start Date");
  await start.fill("one fine day");
  await start.blur();
  await expect(start).toHaveValue("one fine day");
  await expect(start).toHaveAccessibleDescription("Please enter a day such as 22/11/2026.");
  await expect(page).toHaveURL(/start_date=2025-11-01/);
});
