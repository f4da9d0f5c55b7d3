import { expect, type Locator, type Page } from "@playwright/test";

/** The window of a phone, a tablet and a desk, in pixels. */
export const windowSizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
] as const;

/** A toast by its exact words, or by a pattern. */
export function message(page: Page, text: string | RegExp): Locator {
  return page.getByRole("region", { name: "Messages" }).getByText(text, { exact: true });
}

/** The toasts that are shown. */
export function messages(page: Page): Locator {
  return page.getByRole("region", { name: "Messages" }).locator("[aria-live] > *");
}

/** The rows of a list, without its heading. */
export function rowsOf(page: Page, list: string): Locator {
  return page
    .getByRole("table", { name: list })
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
}

/** The column headings of a list, in their order. */
export function headingsOf(page: Page, list: string): Locator {
  return page.getByRole("table", { name: list }).getByRole("columnheader");
}

/** The value of a label: a detail field, or a line of a card on a phone. */
export function detail(page: Page | Locator, label: string): Locator {
  return page
    .locator("dl > div")
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator("dd");
}

/** The removable chips of the active filters. */
export function chips(page: Page): Locator {
  return page
    .getByRole("list", { name: "Active filters" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: /^Remove filter/ }) });
}

/** Whether a text is red, yellow or green, in either theme. */
export async function colourOf(text: Locator): Promise<"red" | "yellow" | "green"> {
  const [red = 0, green = 0, blue = 0] = await text.evaluate((element) =>
    (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number),
  );
  if (green > red) return "green";
  return green - blue > 0.3 * red ? "yellow" : "red";
}

/** The part of the page's router that says whether the screen of its address is shown. */
type Router = { location: object; shown: object | undefined };

/**
 * Waits until the page shows the screen of its address. The address changes first, so a test that goes on as soon as it
 * has changed may still meet the screen before. What the screen loads is for the test to wait for.
 */
async function arrived(page: Page) {
  const isShown = () => {
    const { router } = window as { router?: Router };
    return router !== undefined && router.shown === router.location;
  };
  await page.waitForFunction(isShown, undefined, { polling: 30 });
}

/** Goes to another screen inside the open page, as a link does, from the screen of the page's address. */
export async function goInside(page: Page, address: string) {
  await arrived(page);
  await page.evaluate((to) => history.pushState(null, "", to), address);
  await arrived(page);
}

/** Asserts that the page is no wider than the window, so that it can't be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page) {
  // Tables become cards shortly after the window has changed.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `the width of ${page.url()}`)
    .toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

/** Asserts that all of a text is shown: neither it nor what it stands in cuts it at its edge. */
export async function expectUncut(text: Locator) {
  await expect(text).toBeVisible();
  const cut = await text.evaluate((element) => {
    const { right, bottom } = element.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(element);
    const inner = range.getBoundingClientRect();
    const around = [element, element.parentElement].flatMap((one) => one ?? []);
    return (
      around.some(
        (one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== "visible",
      ) ||
      inner.right > right + 1 ||
      inner.bottom > bottom + 1
    );
  });
  expect(cut, `${await text.textContent()} is cut`).toBe(false);
}

/** Sums how far what a page shows moved by itself (cumulative layout shift), from the next load on. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  type Watched = Window & { shifted?: number };
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as Watched).shifted = ((window as Watched).shifted ?? 0) + entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as Watched).shifted ?? 0);
}
