import { expect, test } from "vitest";
import { wholeNumbers } from "./whole-numbers.ts";

const read = (...args: string[]) =>
  wholeNumbers(args, { rows: { usual: 40, quick: 2, least: 10, most: 50 } });

test("takes the usual number or a given one within the limits, and names the limits otherwise", () => {
  expect([read(), read("--rows", "10"), read("--rows=50")]).toEqual([
    { rows: 40 },
    { rows: 10 },
    { rows: 50 },
  ]);
  for (const wrong of ["9", "51", "10.5", "ten", ""])
    expect(() => read(`--rows=${wrong}`)).toThrow("--rows takes a whole number from 10 to 50.");
  expect(() => read("--row", "10")).toThrow("Unknown option '--row'");
});
