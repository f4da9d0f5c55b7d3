import { describe, expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

describe("common passwords", () => {
  test.each([
    "password",
    "PASSWORD",
    "Password1",
    "Password1!",
    "Password123!",
    "Password2026!",
    "P@ssw0rd",
    "P@$$w0rd1!",
    "p4ssw0rd#1",
    "Qwerty123!",
    "1Password!",
    "!!iloveyou7",
    "We1come1",
    "Passw0rd!!",
    "12345678!",
    "Abc123!!",
  ])("%s is one, or a simple variation of one", (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each([
    "correct horse",
    "Ab3-Ab3-xyz",
    "passwordless-kettle",
    "83640275",
    "19847362",
    "Password-8d3f!kettle",
    "é".repeat(36),
    "!".repeat(72),
    "",
  ])("%s is not one", (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});
