import { describe, expect, it } from "vitest";
import { readProject } from "./project-files.ts";
import { findUnusedExports } from "./unused-exports.ts";

it("exports only what another file imports", () => {
  const files = readProject().filter(({ path }) => /\.(tsx?|mjs)$/.test(path));
  const found = findUnusedExports(files);
  expect(found).toEqual([]);
});

describe("the finder of unused exports", () => {
  const unused = (text: string, importer: string) =>
    findUnusedExports([
      { path: "domain/money/money.ts", text },
      { path: "web/src/ui/Price.tsx", text: importer },
    ]);
  // Put together, so that this file itself imports nothing of the domain.
  const target = `"${["@rounds", "domain", "money", "money.ts"].join("/")}"`;
  const from = `from ${target}`;

  it.each([
    ["export const paise = 1;", `import { paise } ${from};`],
    ["export type Paise = bigint;", `import type { Paise } ${from};`],
    ["export async function read() {}", `import { type Paise, read as readPaise } ${from};`],
    ["const paise = 1;\nexport { paise };", `import { paise } ${from};`],
    ["export const { a: first } = all;", `import { first } ${from};`],
    ["export const paise = 1;", `export { paise } ${from};\n`],
    ["export const paise = 1;", `import * as money ${from};\nmoney.paise;`],
    ["export const paise = 1;", `const { paise } = await import(${target});`],
    ["export default 1;", ""],
  ])("lets %j with %j through", (text, importer) => {
    expect(unused(text, importer).filter((line) => line.startsWith("domain"))).toEqual([]);
  });

  it.each([
    ["export const paise = 1;", ""],
    ["export const paise = 1;", `import { paises } ${from};`],
    ["export const paise = 1;", 'import { paise } from "./money.ts";'],
    ["export type paise = 1;", `const { rupees } = await import(${target});`],
    ["const a = 1;\nexport { a as paise };", `import { a } ${from};`],
  ])("finds %j with %j", (text, importer) => {
    expect(unused(text, importer)).toEqual(["domain/money/money.ts: nobody imports paise"]);
  });
});
