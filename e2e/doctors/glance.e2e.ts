import type { Page } from "@playwright/test";
import type { Product } from "@rounds/domain/products/product.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { expectNoSidewaysScroll, expectUncut, goInside, windowSizes } from "../kit/screen.ts";
import { holdNextAnswer } from "../kit/trouble.ts";

// Thursday, November 20, 2025, noon in India.
test.use({
  now: Date.parse("2025-11-20T06:30:00Z"),
  viewport: { width: 390, height: 844 },
});

const reading = { method: "GET", path: /\/api\/doctors\/[^/]+\/glance$/ };

const glance = (page: Page) =>
  page
    .getByRole("main")
    .locator("section")
    .filter({ has: page.getByText("At a glance") });

test("a doctor's page says above the fold what to know before the door, and nothing moves when it arrives", async ({
  signedIn: page,
  make,
  product,
}) => {
  await test.step("above the fold", async () => {
    const doctor = await make.doctor({ norm: 2 });
    await product.database.pool.query("update doctors set created_at = '2025-01-01'");
    const [paracip, azee] = [await make.product(), await make.product({ name: "Azee 250", price: "110.00" })];
    await make.visit({ doctor, visit_date: "2025-05-10", lines: [{ product: paracip, quantity: 2 }] });
    await make.visit({ doctor, visit_date: "2025-04-10", lines: [{ product: azee, quantity: 5 }] });
    await make.visit({
      doctor,
      visit_date: "2025-11-10",
      notes: "Wants samples",
      lines: [{ product: paracip, quantity: 6 }],
    });
    await make.visit({ doctor, visit_date: "2025-11-18", status: "scheduled" });
    await make.visit({ doctor, visit_date: "2025-11-24", status: "scheduled", notes: "Bring the leaflet" });

    await page.goto(`/doctors/${doctor.id}`);
    const card = glance(page);
    await expect(card).toContainText("Nov 10, 2025");
    await expect(card).toContainText("Wants samples");
    await expect(card).toContainText("Nov 24, 2025");
    await expect(card).toContainText("Bring the leaflet");
    await expect(card).toContainText("1 of 2 · 1 left");
    await expect(card).toContainText("1 planned");
    const products = card.getByRole("list", { name: "Products bought" }).getByRole("listitem");
    await expect(products).toHaveText([
      /Paracip 500.*6 units.*↑ up.*Last 6 × ₹12\.50, Nov 10, 2025 · Stock: 92/,
      /Azee 250.*0 units.*stopped.*Last 5 × ₹110\.00, Apr 10, 2025 · Stock: 95/,
    ]);
    await expect(
      products.first().getByRole("img", { name: "Units in each month, the oldest first: 0, 0, 0, 0, 0, 6" }),
    ).toBeVisible();
    await expect(card.getByRole("link", { name: "Record visit" })).toBeInViewport();
    await expect(products.last()).toBeInViewport();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, "a doctor at a glance");
  });

  await test.step("on the narrowest phone it is not cut that no visit is planned", async () => {
    const doctor = await make.doctor({ name: "Dr. New" });
    await page.setViewportSize({ width: 320, height: 640 });
    await goInside(page, `/doctors/${doctor.id}`);
    await expectUncut(glance(page).getByText("None scheduled"));
  });

  await test.step("the narrowest phone shows a product's strength, its last line, and how many calls can't be made", async () => {
    const doctor = await make.doctor({ name: "Dr. Late", norm: 25 });
    await product.database.pool.query("update doctors set created_at = '2025-01-01'");
    const respules = await make.product({ name: "Budeshwas Respules 0.5 mg", price: "124.00" });
    await make.visit({
      doctor,
      visit_date: "2025-11-10",
      lines: [{ product: respules, quantity: 12 }],
    });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 });
      await goInside(page, `/doctors/${doctor.id}`);
      for (const words of [
        "Budeshwas Respules 0.5 mg",
        /^Last 12 × ₹124\.00/,
        /calls can't be made this month/,
      ]) {
        await expectUncut(glance(page).getByText(words));
      }
      await goInside(page, `/visits/record?doctor_id=${doctor.id}`);
      await expectUncut(
        page.getByRole("list", { name: "Products bought before" }).getByText("Budeshwas Respules 0.5 mg"),
      );
    }
  });

  await test.step("nothing moves when the glance arrives, of a doctor who buys and of one never visited", async () => {
    const lines: { product: Product }[] = [];
    for (const name of ["Azee", "Brufen", "Calpol", "Dolo"]) {
      lines.push({
        product: await make.product({ name: `${name} with a name that is too long for a phone` }),
      });
    }
    /** A doctor who buys, and one who was never visited: each is opened once, so that nothing of them is there. */
    const doctors = async () => {
      const [known, unknown] = [await make.doctor(), await make.doctor({ name: "Dr. New" })];
      await make.visit({
        doctor: known,
        visit_date: "2025-11-10",
        notes: "Wants samples. ".repeat(20),
        lines,
      });
      const planned = {
        visit_date: "2025-11-20",
        status: "scheduled" as const,
        notes: "Bring it. ".repeat(20),
      };
      await make.visit({ doctor: known, ...planned });
      return [
        [known, "Show all 4"],
        [unknown, "Never visited"],
      ] as const;
    };
    const below = page.getByRole("heading", { name: "Personal Information" });
    await goInside(page, "/doctors");
    // Without motion there is no frame between two layouts.
    const grows = page.getByRole("main").evaluate((main) => {
      const before = getComputedStyle(main).flexGrow;
      main.style.flexGrow = "1";
      const after = getComputedStyle(main).flexGrow;
      main.style.flexGrow = "";
      return [before, after];
    });
    expect(await grows).toEqual(["0", "1"]);
    for (const size of windowSizes) {
      await page.setViewportSize(size);
      for (const [doctor, words] of await doctors()) {
        await goInside(page, "/doctors");
        const held = await holdNextAnswer(page, reading);
        await goInside(page, `/doctors/${doctor.id}`);
        await held.answered;
        await expect(below).toBeVisible();
        const before = await below.boundingBox();
        held.release();
        await expect(glance(page).getByText(words)).toBeVisible();
        expect(await below.boundingBox()).toEqual(before);
      }
    }
  });
});
