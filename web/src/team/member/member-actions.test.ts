import { nameOf, shownPhone } from "@rounds/domain/team/member-name.ts";
import type { TeamMember, TeamMemberDetail } from "@rounds/domain/team/team.ts";
import { expect, test } from "vitest";
import { canBeInvited, changesOf, ownDoctorsWords, remainsWords, wordsOfChange } from "./member-actions.ts";
import { addressesOf } from "./member-words.ts";

const asha: TeamMember = {
  id: "a",
  email: "asha@example.com",
  phone: null,
  name: "Asha",
  role: "representative",
  status: "active",
  created_at: "2025-11-20T06:30:00.000Z",
  last_sign_in_at: null,
  sessions: 1,
  has_second_factor: false,
};

test("each account offers its possible actions, and one's own leaves out those that would lock one out", () => {
  expect(changesOf(asha, false)).toEqual(["makeManager", "makeAdmin", "disable"]);
  expect(changesOf({ ...asha, status: "disabled" }, false)).toEqual(["makeManager", "makeAdmin", "enable"]);
  expect(changesOf({ ...asha, role: "manager" }, false)).toEqual([
    "makeRepresentative",
    "makeAdmin",
    "disable",
  ]);
  const admin: TeamMember = { ...asha, role: "admin", has_second_factor: true };
  expect(changesOf(admin, false)).toEqual(["removeFactors", "makeRepresentative", "disable"]);
  expect(changesOf(admin, true)).toEqual(["makeRepresentative"]);
});

test("a question says whom it is about and what will happen", () => {
  expect(wordsOfChange("disable", asha, false).question).toBe(
    "Asha can no longer sign in, and is signed out everywhere at once. Doctors, visits and products that Asha entered stay.",
  );
  expect(wordsOfChange("endSessions", { ...asha, sessions: 3 }, false).question).toContain("3 devices");
  expect(wordsOfChange("endSessions", asha, true).question).toContain("on this one too");
  expect(wordsOfChange("makeRepresentative", asha, true).question).toContain("can't undo this yourself");
  const manager: TeamMember = { ...asha, role: "manager" };
  expect(wordsOfChange("makeRepresentative", manager, false).question).toBe(
    "Asha may do what Team settings allow representatives, from now on.",
  );
});

test("an invitation can be sent again until it is accepted", () => {
  const invited = { ...asha, status: "invited", confirmed_at: null } as TeamMemberDetail;
  expect(canBeInvited(invited)).toBe(true);
  expect(canBeInvited({ ...invited, status: "disabled" })).toBe(false);
  expect(canBeInvited({ ...invited, confirmed_at: asha.created_at })).toBe(false);
  expect(canBeInvited({ ...invited, email: null })).toBe(false);
});

test.each([
  [0, 0, 0, "Asha entered no doctors, products or visits."],
  [1, 0, 0, "1 doctor that Asha entered stays."],
  [2, 1, 0, "2 doctors and 1 product that Asha entered stay."],
  [3, 2, 1200, "3 doctors, 2 products and 1,200 visits that Asha entered stay."],
])("%i doctors, %i products and %i visits: %s", (doctors, products, visits, words) => {
  expect(remainsWords({ doctors, products, visits }, "Asha")).toBe(words);
});

test.each([
  [0, ""],
  [1, "1 doctor belongs to Asha, and will be everybody's."],
  [84, "84 doctors belong to Asha, and will be everybody's."],
])("%i doctors of their own: %s", (own_doctors, words) => {
  expect(ownDoctorsWords({ doctors: 0, products: 0, visits: 0, own_doctors }, "Asha")).toBe(words);
});

test("somebody is shown by name, otherwise by address or number, and not twice", () => {
  const both = { name: null, email: "asha@example.com", phone: "919876543210" };
  expect(nameOf({ ...both, name: "Asha" })).toBe("Asha");
  expect(addressesOf({ ...both, name: "Asha" })).toEqual(["asha@example.com", "+91 98765 43210"]);
  expect(addressesOf(both)).toEqual(["+91 98765 43210"]);
  expect(nameOf({ ...both, email: null })).toBe("+91 98765 43210");
  expect(addressesOf({ ...both, email: null })).toEqual([]);
  expect(shownPhone("14155550100")).toBe("+14155550100");
});
