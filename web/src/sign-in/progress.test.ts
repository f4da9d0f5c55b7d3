import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropSent, forgetProgress, noteEmail, noteSent, sentFor, typedEmail } from "./progress.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000 }));
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

test("remembers an address from screen to screen", () => {
  expect(typedEmail()).toBe("");
  noteEmail("asha@example.com");
  expect(typedEmail()).toBe("asha@example.com");
  expect(sentFor("forgot")).toBeUndefined();
});

test("a mail is waited for by its own screen, for a day, and only at its address", () => {
  noteSent("forgot", "asha@example.com");
  expect(sentFor("forgot")).toEqual({ email: "asha@example.com", at: 1_700_000_000_000 });
  expect(sentFor("code")).toBeUndefined();
  noteEmail("asha@example.com");
  expect(sentFor("forgot")).toBeDefined();
  vi.advanceTimersByTime(24 * 3_600_000 + 1);
  expect(sentFor("forgot")).toBeUndefined();
  noteSent("forgot", "asha@example.com");
  noteEmail("vikram@example.com");
  expect(sentFor("forgot")).toBeUndefined();
});

test("a mail sent some time ago has no sending time", () => {
  noteSent("confirm", "asha@example.com", 0);
  expect(sentFor("confirm")).toEqual({ email: "asha@example.com", at: 0 });
});

test("another address starts anew with the old one, and signing in forgets it", () => {
  noteSent("code", "asha@example.com");
  dropSent();
  expect([sentFor("code"), typedEmail()]).toEqual([undefined, "asha@example.com"]);
  forgetProgress();
  expect(typedEmail()).toBe("");
});

test.each(["{", "null", "[]", '{"email":1}', '{"email":"a@b.c","screen":"code","at":"x"}'])(
  "treats damaged storage as nothing sent: %s",
  (content) => {
    sessionStorage.setItem("draft:sign-in", content);
    expect(sentFor("code")).toBeUndefined();
  },
);
