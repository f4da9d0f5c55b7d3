import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { goInside } from "../kit/screen.ts";

// Noon of November 20, 2025, in India, in a browser that would write 20.11.2025.
test.use({ now: Date.parse("2025-11-20T06:30:00Z"), locale: "de-DE" });

const shown = /^[A-Z][a-z]{2} \d{2}, \d{4}$/;
const dayFields = (page: Page) => page.getByLabel(/^(Start|End|Visit) Date$/);

test("in a browser of another language every date field shows days as the product does", async ({
  signedIn: page,
  make,
}) => {
  const visit = await make.visit({ doctor: await make.doctor(), visit_date: "2025-11-03" });
  const product = await make.product();
  const days = "start_date=2025-11-01&end_date=2025-11-20";
  await page.goto(`/visits/${visit.id}/edit`);
  await expect(page.getByLabel("Visit Date")).toHaveValue("Nov 03, 2025");
  for (const [path, fields] of [
    [`/visits?${days}`, 2],
    ["/visits/add", 1],
    [`/sales?${days}`, 2],
    [`/inventory?${days}`, 2],
    [`/products/${product.id}?${days}`, 2],
  ] as const) {
    await goInside(page, path);
    await expect(dayFields(page), path).toHaveCount(fields);
    for (const field of await dayFields(page).all()) await expect(field, path).toHaveValue(shown);
  }
});
