import type { Page } from "@playwright/test";
import { addDays } from "@rounds/domain/calendar/calendar.ts";
import type { DoctorCreation } from "@rounds/domain/doctors/doctor-list.ts";
import { expect, test } from "../kit/fixtures.ts";
import { expectNoSidewaysScroll } from "../kit/screen.ts";

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  now: Date.parse("2025-06-12T06:00:00Z"),
});
const today = "2025-06-12";

const cards = (page: Page) => page.getByRole("list", { name: "Doctors" }).getByRole("listitem");

/** The height of each card, and how many stand between the search and the bars at the bottom, whole. */
function measure(page: Page) {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll("main li[data-row]")].map((card) =>
      card.getBoundingClientRect(),
    );
    const ends = (at: "top" | "bottom") => (element: Element) => element.getBoundingClientRect()[at];
    const fixed = [...document.querySelectorAll("*")].filter(
      (element) => getComputedStyle(element).position === "fixed",
    );
    const below = fixed
      .filter((element) => element.getBoundingClientRect().bottom === innerHeight)
      .map(ends("top"));
    const bottom = Math.min(innerHeight, ...below.filter((top) => top > innerHeight / 2));
    const top = Math.max(
      ...[...document.querySelectorAll("[data-stays] > :first-child")].map(ends("bottom")),
    );
    return {
      heights: boxes.map(({ height }) => height),
      whole: boxes.filter((box) => box.top >= top && box.bottom <= bottom).length,
    };
  });
}

const call = (page: Page) => page.getByRole("link", { name: "Call Dr. Asha Rao" });
const whatsapp = (page: Page) => page.getByRole("link", { name: "WhatsApp Dr. Asha Rao" });
const directions = (page: Page) => page.getByRole("link", { name: "Directions to Dr. Asha Rao" });

async function expectAllWays(page: Page) {
  await expect(call(page)).toHaveAttribute("href", "tel:+919822011111");
  await expect(whatsapp(page)).toHaveAttribute("href", "https://wa.me/919822011111");
  await expect(directions(page)).toHaveAttribute(
    "href",
    "https://www.google.com/maps/dir/?api=1&destination=KEM+Hospital%2C+12+MG+Road%2C+Pune",
  );
  for (const link of [whatsapp(page), directions(page)]) {
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  }
}

test("a card says who the doctor is, leads to them, and calls and writes; the search stays in reach", async ({
  signedIn: page,
  make,
  context,
}) => {
  await test.step("says who the doctor is and when they were last met", async () => {
    const doctor = await make.doctor({
      name: "Dr. Asha Rao",
      doctor_class: "A",
      specialization: "Cardiology",
      address: "12 MG Road, Pune",
      hospital: "KEM Hospital",
      contact_number: "98220 11111",
    });
    await make.doctor({
      name: "Dr. Bina",
      doctor_class: null,
      specialization: null,
      address: null,
      contact_number: null,
    });
    await make.visit({ doctor, visit_date: addDays(today, -12), status: "completed" });
    await make.visit({ doctor, visit_date: today, status: "scheduled" });
    await page.goto("/doctors");
    await expect(cards(page).first()).toHaveText("Dr. Asha RaoClass ACardiology · Puneseen 12 days ago");
    await expect(cards(page).nth(1)).toHaveText("Dr. Binanever seen");
    // All of the card leads to the doctor.
    await cards(page)
      .first()
      .click({ position: { x: 60, y: 70 } });
    await expect(page).toHaveURL(`/doctors/${doctor.id}`);
    await page.goBack();
  });

  await test.step("calls, writes to and finds the doctor, with targets for a thumb", async () => {
    await expectAllWays(page);
    for (const link of [call(page), whatsapp(page), directions(page)]) {
      const box = await link.boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
    // A tap on it opens WhatsApp, not the doctor.
    await context.route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
    const opened = context.waitForEvent("page");
    await whatsapp(page).tap();
    expect((await opened).url()).toBe("https://wa.me/919822011111");
    await expect(page).toHaveURL("/doctors");
  });

  await test.step("the search stays in reach at the end of the list, and covers nothing that the keyboard reaches", async () => {
    for (let n = 1; n <= 10; n++) await make.doctor({ name: `Dr. Number ${n}` });
    await make.doctor({ name: "Dr. Zubin Mehta" });
    await page.reload();
    await expect(cards(page)).toHaveCount(10);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const place = () => page.evaluate(() => scrollY);
    const end = await place();
    const search = page.getByLabel("Search", { exact: true });
    // Nothing lies over it, and nothing has to be scrolled for it.
    await search.click({ trial: true });
    expect(await place()).toBe(end);
    await search.fill("zubin");
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page).first()).toContainText("Dr. Zubin Mehta");
    await expect(cards(page).first()).toBeInViewport({ ratio: 1 });

    await search.fill("");
    await expect(cards(page)).toHaveCount(10);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await cards(page).last().getByRole("link").last().focus();
    for (let n = 0; n < 20; n++) {
      await page.keyboard.press("Shift+Tab");
      const hidden = await page.evaluate(() => {
        const { left, top, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
        const at = document.elementFromPoint(left + width / 2, top + height / 2);
        return !document.activeElement?.contains(at);
      });
      expect(hidden).toBe(false);
    }
  });
});

/** The longest texts that a doctor may have, and some in another script. */
const longest: Partial<DoctorCreation>[] = [
  { name: "Dr. Lakshminarayanan Venkatasubramanian ".repeat(5).trim() },
  { name: `Dr. ${"W".repeat(190)}`, specialization: "S".repeat(200) },
  {
    specialization: "Interventional Cardiology and Electrophysiology",
    address: "Medical College, Thiruvananthapuram",
    contact_number: "98220 11111",
  },
  { name: "डॉ. लक्ष्मीनारायण वेंकटसुब्रमण्यम ".repeat(5).trim(), address: "पुणे" },
  { specialization: "", address: "", contact_number: "" },
];

test("six cards of at most 120 px stand on a screen, whatever their texts, and no line over another while they are selected", async ({
  signedIn: page,
  make,
}) => {
  for (const texts of [...longest, ...longest]) {
    await make.visit({ doctor: await make.doctor(texts), visit_date: addDays(today, -123) });
  }
  await page.goto("/doctors");
  await expect(cards(page)).toHaveCount(10);
  const { heights, whole } = await measure(page);
  for (const height of heights) expect(height).toBeLessThanOrEqual(120);
  expect(whole).toBeGreaterThanOrEqual(6);
  await expectNoSidewaysScroll(page);

  await page.getByRole("button", { name: "Select" }).tap();
  await expect(page.getByRole("checkbox")).toHaveCount(10);
  await expect(cards(page).first()).toContainText("seen 123 days ago");
  const gaps = await cards(page).evaluateAll((all) =>
    all.flatMap((card) => {
      const lines = [...card.querySelectorAll("p")].map((line) => line.getBoundingClientRect());
      return lines.slice(1).map(({ top }, index) => top - (lines[index]?.bottom ?? 0));
    }),
  );
  expect(gaps).toHaveLength(10);
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(-1);
});
