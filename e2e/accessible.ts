import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { expectNoSidewaysScroll } from "./screen.ts";

/** Beyond axe's usual rules: who speaks to the page must be able to name a control by the words that it shows. */
const rules = { "label-content-name-mismatch": { enabled: true } };

/**
 * Asserts that axe finds nothing in what the page shows now, in both themes and at every width, and that nothing is
 * wider than the window. Ask for reduced motion, so that no colour is measured while it changes, and for no trace,
 * which takes longer than axe does.
 */
export async function expectAccessible(page: Page, state: string, widths = [1440, 820, 390]) {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
      const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], rules });
      // The themes differ in their colours, and in nothing else that axe looks at.
      if (colorScheme === "dark") axe.withRules(["color-contrast", "link-in-text-block"]);
      const { violations } = await axe.analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
      expect(found, `${state}, ${colorScheme}, ${width} px`).toEqual([]);
    }
  }
  if (before) await page.setViewportSize(before);
}
