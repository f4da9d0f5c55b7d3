import { expect, test } from "vitest";
import { freeName, inFours } from "./factors.ts";

test.each([
  [[], "Authenticator app"],
  [["My phone"], "Authenticator app"],
  [["Authenticator app"], "Authenticator app 2"],
  [["Authenticator app", "Authenticator app 2"], "Authenticator app 3"],
  [["Authenticator app", "Authenticator app 3"], "Authenticator app 2"],
])("next to %j, the default name is %j", (names, free) => {
  const taken = names.map((friendly_name) => ({ friendly_name }));
  expect(freeName("Authenticator app", taken)).toBe(free);
});

test.each([
  ["JBSWY3DPEHPK3PXP", "JBSW Y3DP EHPK 3PXP"],
  ["ABCDEF", "ABCD EF"],
  ["", ""],
])("%s is shown as %s", (secret, shown) => {
  expect(inFours(secret)).toBe(shown);
});
