import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";

const reachable = {
  name: "Dr. Asha Rao",
  hospital: "KEM Hospital",
  contact_number: "98220 11111",
  address: "12 MG Road\nPune",
};
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

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a doctor is called, written to and found from the card, with targets for a thumb", async ({
    signedIn: page,
    make,
    context,
  }) => {
    await make.doctor(reachable);
    await page.goto("/doctors");
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
});
