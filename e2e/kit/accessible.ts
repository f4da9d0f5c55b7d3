import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { expectNoSidewaysScroll } from "./screen.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * In addition to axe's usual rules: people who use voice control must be able to name a control by the words that it
 * shows.
 */
const everyRule: RunOptions = {
  resultTypes: ["violations"],
  rules: { "label-content-name-mismatch": { enabled: true } },
};
/** The themes differ in their colours, and in nothing else that axe looks at. */
const rulesOfColour: RunOptions = {
  resultTypes: ["violations"],
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

const tablet = 820;
const isEveryDayRun = () => !process.env.EVERY_WIDTH && test.info().project.name !== "slow";

/**
 * The themes in which axe looks at a width. `npm test` looks at the first width in the light theme, and at the colours of
 * the last one in the dark theme. What a tablet shows is also on a desk or on a phone: `npm test` only looks for its width.
 */
function themesAt(width: number, widths: number[]): ("light" | "dark")[] {
  if (!isEveryDayRun()) return ["light", "dark"];
  const seen = widths.filter((one) => one !== tablet);
  const themes = { light: seen.at(0), dark: seen.at(-1) };
  return (["light", "dark"] as const).filter((theme) => themes[theme] === width);
}

/**
 * Asserts that axe finds nothing in what the page shows now, in both themes and at every width, and that nothing is
 * wider than the window.
 */
export async function expectAccessible(page: Page, state: string, widths = [1440, tablet, 390]) {
  const before = page.viewportSize();
  // Once for each page that was loaded: reading these 600 kB takes a browser about as long as one run.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    const themes = themesAt(width, widths);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
      const found = await violations(page, colorScheme === "light" ? everyRule : rulesOfColour);
      expect(found, `${state}, ${colorScheme}, ${width} px`).toEqual([]);
    }
  }
  if (before) await page.setViewportSize(before);
}

/**
 * What axe finds in the page, which has loaded it, with every colour at its end that is on its way from one theme to the
 * other. Waiting for these ends took for ever, now and then: a browser that draws no frame doesn't reach them.
 */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  return await page.evaluate(async (options) => {
    const { axe } = window as unknown as {
      axe: { run(context: Document, options: object): Promise<AxeResults> };
    };
    // The end of one may begin the next: an element takes its colour from the one around it, and changes after it.
    for (let round = 0; document.getAnimations().length > 0; round++) {
      if (round === 100) throw new Error("The page does not come to rest.");
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel();
        else animation.finish();
      }
    }
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, options);
}
