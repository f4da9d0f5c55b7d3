import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropOthers, keepFiles, missingOf } from "./kept-files.ts";

/** What the browser keeps: the addresses of each cache. */
let kept: Map<string, Set<string>>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("caches", {
    has: (name: string) => Promise.resolve(kept.has(name)),
    keys: () => Promise.resolve([...kept.keys()]),
    match: () => Promise.resolve(undefined),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
    open(name: string) {
      const files = kept.get(name) ?? new Set();
      kept.set(name, files);
      return Promise.resolve({
        keys: () => Promise.resolve([...files].map((file) => ({ url: `https://rounds.example${file}` }))),
        put: (file: string) => Promise.resolve(void files.add(file)),
      });
    },
  });
  vi.stubGlobal("fetch", () => Promise.resolve({ ok: true, status: 200, type: "basic" }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a version keeps the files that it misses, and drops other versions", async () => {
  await keepFiles("1", ["/a.js"]);
  expect(await missingOf("1", ["/a.js", "/b.js"])).toEqual(["/b.js"]);
  await keepFiles("2", ["/a.js", "/b.js"]);
  await dropOthers("2");
  expect([...kept]).toEqual([["rounds-2", new Set(["/a.js", "/b.js"])]]);
});

test("to ask what is missing makes no cache again that was removed", async () => {
  await keepFiles("1", ["/a.js"]);
  await dropOthers();
  expect(await missingOf("1", ["/a.js"])).toEqual(["/a.js"]);
  expect([...kept]).toEqual([]);
});
