import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { expectNoSidewaysScroll } from "../kit/screen.ts";
import { brokenParts } from "../kit/words.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const widths = [320, 390, 720, 820];

test("no screen can be scrolled sideways or cuts a day, nothing stands outside its card, and inputs are large enough not to zoom", async ({
  signedIn: page,
  make,
}) => {
  // Some thirty screens, one after another.
  test.setTimeout(150_000);
  const doctor = await make.doctor({ address: "12 MG Road, Pune", contact_number: "+91 98765 43210" });
  const product = await make.product({ stock: 5, description: "Strip of 10 tablets in a box of 50" });
  const visit = await make.visit({ doctor, visit_date: "2025-03-01", lines: [{ product }] });
  for (const path of [
    "/",
    "/today",
    "/doctors",
    "/doctors/add",
    `/doctors/${doctor.id}`,
    `/doctors/${doctor.id}/edit`,
    "/visits?start_date=2025-01-01&end_date=2025-12-31",
    "/visits/add",
    "/today/catch-up?day=2025-03-01",
    `/visits/${visit.id}`,
    `/visits/${visit.id}/edit`,
    "/sales?start_date=2025-03-01&end_date=2025-03-28",
    "/inventory",
    `/visits/record?doctor_id=${doctor.id}`,
    "/products",
    "/products/add",
    `/products/${product.id}`,
    `/products/${product.id}/edit`,
    "/coverage",
    "/performance",
    "/team",
    "/team/settings",
    "/account",
    "/nowhere",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSidewaysScroll(page);
      await expectInside(page, path);
      await expectWholeDays(page, path);
    }
    const sizes = await page
      .locator("main :is(input, select, textarea)")
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
    for (const size of sizes) expect(size, path).toBeGreaterThanOrEqual(16);
    await expectRightKeys(page, path);
  }
});

test("names have room beside the largest amounts, and no amount is broken", async ({
  signedIn: page,
  make,
}) => {
  const name = "Dr. Venkataramanan Krishnamoorthy";
  const doctor = await make.doctor({ name });
  const product = await make.product({ name: "Levocetirizine", stock: 100, price: "9999999999.99" });
  const visit = { doctor, visit_date: "2025-03-01", lines: [{ product, quantity: 20 }] };
  await make.visit(visit);
  await make.visit({ ...visit, doctor: await make.doctor({ name: "Dr. Raj" }), visit_date: "2025-03-02" });
  const period = "start_date=2025-03-01&end_date=2025-03-28";
  for (const path of [
    "/?period=2025-03",
    `/doctors/${doctor.id}`,
    "/products",
    "/inventory",
    `/sales?${period}`,
  ]) {
    await page.goto(path);
    await expect(page.getByText(/₹.*99,99,999|₹.*99,999\.\d\d/).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSidewaysScroll(page);
      const found = await brokenParts(page.locator("main"), amountOrWord);
      expect(found, `${path} at ${width} px`).toEqual([]);
    }
  }
});

/** An amount, or a word of a name that is no longer than a name's. */
const amountOrWord = /₹[\d,.]+|(?<![\w@.-])\p{L}{4,24}(?![\w@.-])/gu;

/** A word that is not long, nor a part of an address. */
const word = /(?<![\p{L}@.])\p{L}{4,16}(?![\p{L}@.])/gu;

/** Cards stand inside the screen and buttons inside their card, and no word is broken unless it is long or an address. */
async function expectInside(page: Page, path: string) {
  const found = await page.locator("main").evaluate((main) => {
    const room = (element: Element) =>
      element.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(element).paddingRight);
    const isOver = (element: Element) => {
      const around = element.parentElement?.closest("section, main");
      const { width, right } = element.getBoundingClientRect();
      return around && width > 2 && right > room(around) + 1;
    };
    return [...main.querySelectorAll("section, section button")]
      .filter(isOver)
      .map((element) => element.textContent?.slice(0, 60));
  });
  const at = `${path} at ${page.viewportSize()?.width} px`;
  expect(found, at).toEqual([]);
  expect(await brokenParts(page.locator("main"), word), at).toEqual([]);
}

/** The days of its date fields are shown with their year. */
async function expectWholeDays(page: Page, path: string) {
  const cut = await page
    .locator("main input[inputmode=numeric]:visible")
    .evaluateAll((inputs) =>
      inputs
        .filter((input) => input.scrollWidth > input.clientWidth)
        .map((input) => (input as HTMLInputElement).value),
    );
  expect(cut, `${path} at ${page.viewportSize()?.width} px`).toEqual([]);
}

/** The keys that a field brings up: numbers, a telephone's, or an address's, by what its label asks for. */
async function expectRightKeys(page: Page, path: string) {
  const fields = await page.locator("main input:not([type=checkbox]):visible").evaluateAll((inputs) =>
    inputs.map((input) => {
      const { type, inputMode, labels } = input as HTMLInputElement;
      return { label: labels?.[0]?.textContent ?? "", keys: inputMode || type };
    }),
  );
  const wanted = [
    [/quantity|stock|norm|calls a month/i, "numeric"],
    [/price|amount/i, "decimal"],
    [/date/i, "numeric"],
    [/contact number|phone/i, "tel"],
    [/^email/i, "email"],
  ] as const;
  for (const { label, keys } of fields) {
    for (const [asks, kind] of wanted) if (asks.test(label)) expect(keys, `${label} on ${path}`).toBe(kind);
  }
}
