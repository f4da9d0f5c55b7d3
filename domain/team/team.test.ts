import { expect, test } from "vitest";
import { invitation } from "./team.ts";

test.each([
  ["asha@example.com", true],
  ["Asha.O'Neil+rounds@mail.example.co.in", true],
  ["no address", false],
  ["asha@rounds", false],
  ["ravi@city-.com", false],
  [`ravi@${"c".repeat(64)}.com`, false],
])("%s can be invited: %s", (email, expected) => {
  expect(invitation.safeParse({ email }).success).toBe(expected);
});
