import type { Browser } from "@playwright/test";
import { test } from "../kit/fixtures.ts";

/**
 * Skips the tests of a group in a browser that remembers, until the page is loaded again, that a module could not be
 * fetched: there code that failed once can't be requested again, whatever the page does.
 */
export function skipWhereFailuresStay(): void {
  const failuresStay = ({ browser }: { browser: Browser }) => Number.parseInt(browser.version(), 10) < 156;
  test.skip(failuresStay, "Chrome before version 156 (https://github.com/whatwg/html/issues/6768)");
}
