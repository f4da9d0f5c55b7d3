import type { Page } from "@playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import type { Builders } from "../kit/builders.ts";
import { expect, test } from "../kit/fixtures.ts";
import type { Person } from "../kit/person.ts";

const textBy = ({ email }: Person) =>
  [
    "Visit to Dr. Asha Rao, Ruby Hall",
    "Wednesday, November 5, 2025 · Completed",
    `Recorded by ${email}`,
    "",
    "- Cetirizine: 4 × ₹12.50 = ₹50.00",
    "",
    "Total: ₹50.00",
    "",
    "Notes: Samples & prices, 100%",
  ].join("\n");

async function visitWithSale(make: Builders) {
  const doctor = await make.doctor({ name: "Dr. Asha Rao", hospital: "Ruby Hall" });
  const product = await make.product({ name: "Cetirizine" });
  const lines = [{ product, quantity: 4, unit_price: "12.50" }];
  return make.visit({ doctor, visit_date: "2025-11-05", lines, notes: "Samples & prices, 100%" });
}

const shareButton = (page: Page) => page.getByRole("button", { name: "Share" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Share Visit" });

test("a visit is shared as text: by the share sheet, or by WhatsApp, mail and copying where it fails or there is none", async ({
  signedIn: page,
  make,
  context,
  person,
}) => {
  const text = textBy(person);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // A share sheet that keeps what it gets, and fails with the error that the document names.
  await page.addInitScript(() => {
    navigator.share = async (data) => {
      document.documentElement.dataset.shared = data?.text ?? "";
      throw new DOMException("No share", document.documentElement.dataset.failure ?? "AbortError");
    };
  });
  const { id } = await visitWithSale(make);
  await page.goto(`/visits/${id}`);

  await test.step("cancelling the share sheet is no error", async () => {
    await shareButton(page).click();
    await expect(page.locator("html")).toHaveAttribute("data-shared", text);
    await expect(shareButton(page)).toBeFocused();
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step("where the share sheet fails, the other ways are offered", async () => {
    await page.evaluate(() => {
      document.documentElement.dataset.failure = "NotAllowedError";
    });
    await shareButton(page).click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("where there is none, too", async () => {
    await page.evaluate(() => {
      Reflect.deleteProperty(navigator, "share");
      Reflect.deleteProperty(Navigator.prototype, "share");
    });
    await shareButton(page).press("Enter");
    await expect(dialog(page).getByRole("region", { name: "Text of the visit" })).toHaveText(text);
    await expectAccessible(page, "sharing a visit");
    // At another width the button was another one.
    await page.keyboard.press("Escape");
    await shareButton(page).press("Enter");

    const hrefOf = async (name: string) => {
      const href = await dialog(page).getByRole("link", { name }).getAttribute("href");
      return new URL(href ?? "");
    };
    const whatsapp = await hrefOf("WhatsApp");
    expect(whatsapp.origin + whatsapp.pathname).toBe("https://wa.me/");
    expect(whatsapp.searchParams.get("text")).toBe(text);
    const mail = await hrefOf("Mail");
    expect(mail.protocol).toBe("mailto:");
    expect(mail.searchParams.get("subject")).toBe("Visit on Nov 05, 2025");
    expect(mail.searchParams.get("body")).toBe(text);

    await dialog(page).getByRole("button", { name: "Copy" }).press("Enter");
    await expect(page.getByText("Visit copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    await expect(dialog(page)).toHaveCount(0);
    await expect(shareButton(page)).toBeFocused();
  });
});
