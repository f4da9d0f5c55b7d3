import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readScreens } from "../../screens.ts";

test.each(readScreens())(
  "the module of the screen $path exports the screen and nothing else",
  ({ module }) => {
    const exported = readFileSync(module, "utf8").match(/^export .*/gm);
    expect(exported).toEqual([expect.stringMatching(/^export function \w+\(/)]);
  },
);
