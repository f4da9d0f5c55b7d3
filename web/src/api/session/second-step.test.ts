import { expect, test } from "vitest";
import { issuedSession } from "../../testing/session.ts";
import { needsSecondStep } from "./second-step.ts";

/** A session with a token of this payload and these factors. */
function sessionOf(payload: unknown, factors?: unknown) {
  const session = issuedSession(1);
  const text = String.fromCharCode(...new TextEncoder().encode(JSON.stringify(payload)));
  const part = btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return { access_token: `e30.${part}.x`, user: { ...session.user, factors } } as unknown as Parameters<
    typeof needsSecondStep
  >[0];
}
const verified = [{ id: "f1", status: "verified" }];

test("is required of a person with a verified factor who has not used it yet", () => {
  expect(needsSecondStep(sessionOf({ aal: "aal1" }, verified))).toBe(true);
  expect(needsSecondStep(sessionOf({ aal: "aal2" }, verified))).toBe(false);
});

test.each([undefined, null, "verified", [], [{ id: "f1", status: "unverified" }]])(
  "is not required of a person without a verified factor: %j",
  (factors) => {
    expect(needsSecondStep(sessionOf({ aal: "aal1" }, factors))).toBe(false);
  },
);

test("reads a token whatever characters the person's name has", () => {
  expect(needsSecondStep(sessionOf({ name: "ÿþ?>~ आशा", aal: "aal2" }, verified))).toBe(false);
});

test("an unreadable token has not done it", () => {
  const session = { ...sessionOf({}, verified), access_token: "opaque" };
  expect(needsSecondStep(session)).toBe(true);
});
