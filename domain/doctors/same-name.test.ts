import { expect, test } from "vitest";
import { doctorNameKey } from "./same-name.ts";

test.each([
  [
    "sunita rao",
    [
      "Dr. Sunita Rao",
      "Dr Sunita Rao, M.D.",
      "SUNITA  RAO",
      "Prof. Dr. Sunita Rao MBBS, MS",
      "Ms. Sunita-Rao",
    ],
  ],
  ["rk gupta", ["Dr. R. K. Gupta", "R K Gupta", "Doctor RK Gupta"]],
  ["फातिमा", ["डॉ. फ़ातिमा", "फातिमा", "Dr. फ़ातिमा"]],
  ["jose alvarez", ["Dr. José Álvarez", "jose alvarez"]],
])("%s is the same, however it is written", (key, names) => {
  for (const name of names) expect(doctorNameKey(name)).toBe(key);
});

test("other names are others", () => {
  const names = ["Dr. Sunita Rao", "Dr. Sunita", "Dr. S. Rao", "Dr. Md Rao", "Dr. Rao", "Drew Rao", "Dr"];
  expect(new Set(names.map(doctorNameKey)).size).toBe(names.length);
});

test("a name without a word has no key, and a long one ends", () => {
  expect([doctorNameKey(""), doctorNameKey(" .,- ")]).toEqual(["", ""]);
  expect(doctorNameKey("\ufdfa".repeat(200))).toHaveLength(200);
});
