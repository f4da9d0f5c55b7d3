import { expect, test } from "vitest";
import { issuedSession } from "../testing/session.ts";
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

test("is asked of whoever has a verified factor and has not shown it", () => {
  expect(needsSecondStep(sessionOf({ aal: "aal1" }, verified))).toBe(true);
  expect(needsSecondStep(sessionOf({ aal: "aal2" }, verified))).toBe(false);
});

test.each([undefined, null, "verified", [], [{ id: "f1", status: "unverified" }]])(
  "is not asked of whoever has no verified factor: %j",
  (factors) => {
    expect(needsSecondStep(sessionOf({ aal: "aal1" }, factors))).toBe(false);
  },
);

test("reads a token whatever letters the person's name has", () => {
  expect(needsSecondStep(sessionOf({ name: "ÿþ?>~ आशा", aal: "aal2" }, verified))).toBe(false);
});

test("a token that can't be read has not shown it", () => {
  const session = { ...sessionOf({}, verified), access_token: "opaque" };
  expect(needsSecondStep(session)).toBe(true);
});
