import { expect, test } from "vitest";
import { addressProblem, mostAddresses, readAddresses } from "./invite-addresses.ts";

test.each([
  ["", []],
  ["  a@b.example ", ["a@b.example"]],
  [
    "a@b.example, c@d.example\n\ne@f.example;g@h.example",
    ["a@b.example", "c@d.example", "e@f.example", "g@h.example"],
  ],
  ["A@b.example a@B.example", ["A@b.example"]],
  [
    'Asha Rao <a@b.example>, "Nair, Vikram" <v@d.example>\nplain@e.example',
    ["a@b.example", "v@d.example", "plain@e.example"],
  ],
  ["nonsense", ["nonsense"]],
])("%j contains %j", (typed, addresses) => {
  expect(readAddresses(typed)).toEqual(addresses);
});

test("addresses that can't be used have a message that says what to do", () => {
  expect(addressProblem([])).toBe("Please enter an email address");
  expect(addressProblem(["a@b.example", "asha"])).toBe(
    "asha is not an email address. Please enter one such as name@example.com",
  );
  expect(addressProblem(["a@b.example"])).toBeUndefined();
  const many = Array.from({ length: mostAddresses + 1 }, (_, number) => `a${number}@b.example`);
  expect(addressProblem(many)).toBe("Please invite at most 50 people at once");
  expect(addressProblem(many.slice(1))).toBeUndefined();
});
