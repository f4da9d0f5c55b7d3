import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { expectNoSidewaysScroll } from "../kit/screen.ts";
import { holdNextAnswer } from "../kit/trouble.ts";

// Thursday, November 20, 2025, noon in India.
test.use({
  now: Date.parse("2025-11-20T06:30:00Z"),
  viewport: { width: 390, height: 844 },
  contextOptions: { reducedMotion: "reduce" },
});

const reading = { method: "GET", path: /\/api\/doctors\/[^/]+\/glance$/ };

test("a doctor's page says above the fold what to know before the door", async ({
  signedIn: page,
  make,
  product,
}) => {
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
  const card = page
    .getByRole("main")
    .locator("section")
    .filter({ has: page.getByText("At a glance") });
  await expect(card).toContainText("Nov 10, 2025");
  await expect(card).toContainText("Wants samples");
  await expect(card).toContainText("Nov 24, 2025");
  await expect(card).toContainText("Bring the leaflet");
  await expect(card).toContainText("1 of 2 · 1 left");
  await expect(card).toContainText("1 planned");
  const products = card.getByRole("list", { name: "Products bought" }).getByRole("listitem");
  await expect(products).toHaveText([
    /Paracip 500.*Last 6 × ₹12\.50, Nov 10, 2025 · Stock: 92.*6 units.*↑ up/,
    /Azee 250.*Last 5 × ₹110\.00, Apr 10, 2025 · Stock: 95.*0 units.*stopped/,
  ]);
  await expect(
    products.first().getByRole("img", { name: "Units in each month, the oldest first: 0, 0, 0, 0, 0, 6" }),
  ).toBeVisible();
  await expect(card.getByRole("link", { name: "Record visit" })).toBeInViewport();
  await expect(products.last()).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "a doctor at a glance");
});

test("nothing moves when the glance arrives, of a doctor who buys and of one never visited", async ({
  signedIn: page,
  make,
}) => {
  const [known, unknown] = [await make.doctor(), await make.doctor({ name: "Dr. New" })];
  const lines = [];
  for (const name of ["Azee", "Brufen", "Calpol", "Dolo"]) {
    lines.push({ product: await make.product({ name: `${name} with a name that is too long for a phone` }) });
  }
  await make.visit({ doctor: known, visit_date: "2025-11-10", notes: "Wants samples. ".repeat(20), lines });
  await make.visit({
    doctor: known,
    visit_date: "2025-11-20",
    status: "scheduled",
    notes: "Bring it. ".repeat(20),
  });
  const below = page.getByRole("heading", { name: "Personal Information" });
  await page.goto("/doctors");
  // Without motion there is no frame between two layouts.
  const grows = page.getByRole("main").evaluate((main) => {
    const before = getComputedStyle(main).flexGrow;
    main.style.flexGrow = "1";
    return [before, getComputedStyle(main).flexGrow];
  });
  expect(await grows).toEqual(["0", "1"]);
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [doctor, words] of [
      [known, "Show all 4"],
      [unknown, "Never visited"],
    ] as const) {
      const held = await holdNextAnswer(page, reading);
      await page.goto(`/doctors/${doctor.id}`);
      await held.answered;
      await expect(below).toBeVisible();
      const before = await below.boundingBox();
      held.release();
      const card = page
        .getByRole("main")
        .locator("section")
        .filter({ has: page.getByText("At a glance") });
      await expect(card.getByText(words)).toBeVisible();
      expect(await below.boundingBox()).toEqual(before);
    }
  }
});

test.describe("live", () => {
  test.use({ live: true });

  test("a colleague's visit and its sale arrive by themselves", async ({ signedIn: page, make }) => {
    const doctor = await make.doctor();
    const product = await make.product();
    await page.goto(`/doctors/${doctor.id}`);
    await expect(page.getByText("Never visited")).toBeVisible();
    await make.visit({
      doctor,
      visit_date: "2025-11-20",
      notes: "Just now",
      lines: [{ product, quantity: 3 }],
    });
    await expect(page.getByRole("list", { name: "Products bought" })).toContainText("3 units", {
      timeout: 15_000,
    });
  });
});
