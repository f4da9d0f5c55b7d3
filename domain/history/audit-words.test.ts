import { expect, test } from "vitest";
import { auditActions } from "../team/audit-actions.ts";
import type { AuditEntry } from "../team/team.ts";
import { actionChoices, actionLabel, sentenceOf, textOf } from "./audit-words.ts";

const person = { phone: null, name: null, is_gone: false };
const asha = { ...person, id: "a", email: "asha@example.com" };
const priya = { ...person, id: "p", email: "priya@example.com" };
const gone = { ...person, id: "g", email: null, is_gone: true };

type Entry = Pick<AuditEntry, "action" | "actor" | "user" | "traits">;
const sentence = (action: string, entry: Partial<Entry> = {}) =>
  textOf(sentenceOf({ action, actor: asha, user: asha, traits: {}, ...entry }));

test.each([
  ["login", { provider: "email" }, "signed in with the password"],
  ["login", { provider: "magiclink" }, "signed in with a mailed code or link"],
  ["login", { provider: "phone_login" }, "signed in with a code by text message"],
  ["login", { provider: "google" }, "signed in with Google"],
  ["login", {}, "signed in"],
  ["logout", { scope: "local" }, "signed out"],
  ["logout", { scope: "global" }, "signed out everywhere"],
  ["user_signedup", { provider: "email" }, "signed up"],
  ["user_signedup", { provider: "anonymous" }, "signed up as a guest"],
  ["factor_added", { factor_type: "totp" }, "started to set up an authenticator app as a second step"],
  ["factor_verified", { factor_type: "phone" }, "entered a code of text messages"],
  ["verification_attempted", { factor_type: "recovery_code" }, "entered a wrong recovery code"],
  ["recovery_code_used", { left: "9" }, "used a recovery code in place of the second step"],
  ["user_role_changed", { role: "representative" }, "gave up the administrator rights"],
  [
    "archive_brought_in",
    { doctors: 1200, products: 40, visits: 123456 },
    "brought in an archive: 1,200 doctors, 40 products, 1,23,456 visits",
  ],
] as const)("%s by oneself, %j: asha@example.com %s", (action, traits, words) => {
  expect(sentence(action, { traits })).toBe(`asha@example.com ${words}`);
});

test.each([
  ["user_banned", {}, "priya@example.com disabled asha@example.com"],
  ["user_unbanned", {}, "priya@example.com enabled asha@example.com"],
  ["user_invited", {}, "priya@example.com invited asha@example.com"],
  ["sessions_ended", { scope: "global" }, "priya@example.com signed asha@example.com out on every device"],
  [
    "user_role_changed",
    { role: "manager", before: "representative" },
    "priya@example.com made asha@example.com a manager",
  ],
  [
    "user_role_changed",
    { role: "representative", before: "manager" },
    "priya@example.com made asha@example.com a representative",
  ],
  [
    "user_role_changed",
    { role: "manager", before: "admin" },
    "priya@example.com made asha@example.com a manager, without administrator rights",
  ],
  ["user_role_changed", { role: "admin" }, "priya@example.com made asha@example.com an administrator"],
  ["user_recovery_requested", {}, "priya@example.com sent asha@example.com a link to choose a new password"],
  [
    "link_generated",
    { type: "invite" },
    "priya@example.com made a link to accept the invitation for asha@example.com",
  ],
  [
    "factor_removed",
    { factor_type: "totp" },
    "priya@example.com removed an authenticator app as a second step of asha@example.com",
  ],
] as const)("%s by an administrator, %j: %s", (action, traits, words) => {
  expect(sentence(action, { actor: priya, traits })).toBe(words);
});

test("an administrator who is not a user is called the system", () => {
  expect(sentence("user_banned", { actor: null })).toBe("The system disabled asha@example.com");
  // An action that only the owner can do was done by the owner.
  expect(sentence("login", { actor: null, traits: { provider: "email" } })).toBe(
    "asha@example.com signed in with the password",
  );
});

test("people are shown by name, or by their number", () => {
  const named = { ...asha, name: "Asha Rao" };
  const called = { ...asha, email: null, phone: "919876543210" };
  expect(sentence("user_banned", { actor: { ...named, id: "n" }, user: called })).toBe(
    "Asha Rao disabled +91 98765 43210",
  );
});

test("deleted accounts have no address any more, but still appear in sentences", () => {
  const entry = { action: "user_deleted", actor: priya, user: gone, traits: {} };
  expect(textOf(sentenceOf(entry))).toBe("priya@example.com deleted an account");
  expect(sentenceOf(entry)).toContainEqual(expect.objectContaining({ id: "g" }));
  expect(sentence("user_banned", { actor: gone })).toBe("a deleted account disabled asha@example.com");
});

test("an entry of an unknown kind is shown without its code", () => {
  expect(sentence("moon_landed")).toBe("asha@example.com changed something about their own account");
  expect(sentence("constructor", { actor: priya })).toBe(
    "priya@example.com changed something about asha@example.com",
  );
});

test("every kind has its own words, and none shows a code or a placeholder", () => {
  const labels = actionChoices.map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
  for (const { value } of actionChoices) {
    for (const actor of [asha, priya, null]) {
      const words = sentence(value, { actor });
      expect(words).not.toMatch(/_|\{|undefined|changed something/);
      expect(words).toContain("asha@example.com");
    }
  }
  expect(actionLabel("login")).toBe("Sign-in");
  expect(actionLabel("toString")).toBeUndefined();
});

test("every kind that the server writes has words", () => {
  expect(auditActions.filter((action) => actionLabel(action) === undefined)).toEqual([]);
});
