import { expect, test } from "vitest";
import { providerTitle } from "./providers.ts";

test.each([
  ["google", "Google"],
  ["my-company", "My Company"],
  ["azure_ad", "Azure Ad"],
  ["_x", "X"],
])("%s is called %s", (name, title) => {
  expect(providerTitle(name)).toBe(title);
});
