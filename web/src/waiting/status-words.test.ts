import { expect, test } from "vitest";
import type { Entry } from "../phone/entry.ts";
import { lateWords } from "./status-words.ts";

const made = Date.parse("2026-11-02T10:00:00Z");
const hour = 3_600_000;

/** The words about entries in these states, the first an hour older than the next. */
function words(states: readonly Entry["state"][], hours: number, signed_out = false) {
  const outbox = states.map((state, at) => ({ state, made_at: made + at * hour }) as Entry);
  return lateWords({ outbox, signed_out }, made + hours * hour);
}

test("something is late after a day, and tells since when", () => {
  expect(words([], 100)).toBeUndefined();
  expect(words(["waiting"], 24)).toBeUndefined();
  expect(words(["waiting", "waiting"], 24.1)?.since).toBe("since Nov 02, 2026");
});

test("the advice is what helps: a connection, signing in, or a decision", () => {
  expect(words(["needs_you", "waiting"], 25)?.advice).toMatch(/^Connect this device to the internet/);
  expect(words(["waiting"], 25, true)?.advice).toMatch(/^Sign in again/);
  expect(words(["needs_you"], 25, true)?.advice).toMatch(/^Open this to decide/);
});
