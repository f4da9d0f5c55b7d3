import { expect, test } from "vitest";
import { comparePages } from "./page-compare.ts";
import type { ProfileResult } from "./page-report.ts";

const loading = {
  ...{ html: 20, apiAsked: 30, apiAnswered: 60, lastCodeAsked: 25, requests: 10 },
  ...{ script: 90_000, style: 9_000, api: 2_000, html_bytes: 3_000, later: 50_000 },
};
const runs = [100, 102, 98, 400, 101];

/** Measurements of five runs, of which one was disturbed; every time as long as `factor` says. */
function measured(profile: string, factor = 1, requests = 40): ProfileResult {
  const times = runs.map((time) => time * factor);
  const loadings = times.map((shown) => ({ ...loading, shown }));
  return {
    ...{ profile, cold: loadings, warm: loadings, signIn: loadings },
    idle: times.map((processor) => ({ processor, bytes: requests * 1_024, requests })),
    warmIdle: times.map((processor) => ({ processor, bytes: requests * 100, requests })),
    steps: times,
    ...{ detail: times, back: times, toDashboard: times, search: times, letters: times },
    fromDashboard: times.map((rows) => ({ frame: rows / 2, rows })),
    ...{ firstRoutes: times, routes: times, firstForms: times, forms: times, picker: times, saved: times },
    ...{ tasks: {}, jumps: {} },
  };
}
const pages = (factor?: number, requests?: number) =>
  ["unthrottled", "slow"].map((profile) => measured(profile, factor, requests));
const lineOf = (text: string, name: string) => text.split("\n").find((line) => line.startsWith(`${name}  `));

test("the same pages are the same, in every measure", () => {
  const { text, worse } = comparePages(pages(), pages());
  expect(worse).toBe(false);
  expect(text).toMatch(/\n\nNothing is worse\.$/);
  expect(text.match(/ 1\.00 +1\.00 to 1\.00 +same$/gm)).toHaveLength(21);
  for (const name of [
    ...["doctor list cold", "doctor list warm", "doctor list warm, over the slow network", "list → detail"],
    ...["list → dashboard", "dashboard → list", "search, four letters typed", "processor time until idle"],
    ...[
      "KB until idle",
      "requests until idle",
      "requests until idle, warm",
      "longest task of the four steps",
    ],
  ])
    expect(lineOf(text, name), name).toBeDefined();
});

test("pages that take longer are worse, and the verdict names where; the other way round they are better", () => {
  const slower = pages().map((result) => ({ ...result, detail: result.detail.map((time) => time * 1.1) }));
  const { text, worse } = comparePages(pages(), slower);
  expect(worse).toBe(true);
  expect(lineOf(text, "list → detail")).toMatch(/101 ms +111 ms +1\.10 +1\.10 to 1\.10 +WORSE$/);
  expect(text).toMatch(/Worse: list → detail \(1\.10\), list → detail, over the slow network \(1\.10\)\.$/);
  const back = comparePages(slower, pages());
  expect([back.worse, lineOf(back.text, "list → detail")]).toEqual([
    false,
    expect.stringMatching(/0\.91 .*better$/),
  ]);
});

test.each([
  ["a little longer", runs.map((time) => time * 1.03)],
  ["longer in some runs only", [150, 153, 147, 390, 90]],
])("pages that take %s are the same", (_, detail) => {
  const after = pages().map((result) => ({ ...result, detail }));
  expect(comparePages(pages(), after).worse).toBe(false);
});

test("one request more is worse", () => {
  const { text } = comparePages(pages(1, 40), pages(1, 41));
  expect(lineOf(text, "requests until idle")).toMatch(/40 +41 +1\.02 .*WORSE$/);
  expect(lineOf(text, "KB until idle")).toMatch(/40\.0 KB +41\.0 KB +1\.02 .*WORSE$/);
});
