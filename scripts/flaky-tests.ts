import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";

/** A test that failed and passed when it was tried once more, with the first line of its failure. */
export type FlakyTest = { title: string; error: string };

/** How many flaky tests a run may have: more than these are no accident, and the run fails. */
export const mostFlaky = 3;

/** Whether a failed test is tried once more: in continuous integration only. */
export const triesAgain = Boolean(process.env.CI);

/** The first line of an error's text, without the colours of a terminal. */
export function firstLine(text: string): string {
  const lines = stripVTControlCharacters(text).split("\n");
  return (lines.find((line) => line.trim() !== "") ?? "").trim().slice(0, 300);
}

/**
 * The file that collects the flaky tests of a run. Several commands of one run share it by `FLAKY_TESTS`; a command
 * that stands alone makes its own.
 */
function collection(): string {
  process.env.FLAKY_TESTS ??= join(mkdtempSync(join(tmpdir(), "flaky-")), "tests.jsonl");
  return process.env.FLAKY_TESTS;
}

/** Adds flaky tests to those of this run. */
export function noteFlaky(tests: readonly FlakyTest[]) {
  for (const test of tests) appendFileSync(collection(), `${JSON.stringify(test)}\n`);
}

/** The flaky tests of this run so far. */
function flakyTests(): FlakyTest[] {
  let text = "";
  try {
    text = readFileSync(collection(), "utf8");
  } catch {
    // None was noted yet.
  }
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as FlakyTest);
}

/** The closing lines of a run, and whether its flaky tests are few enough to pass. */
export function flakyReport(tests: readonly FlakyTest[]): { text: string; passed: boolean } {
  if (tests.length === 0) return { text: "flaky: none\n", passed: true };
  const lines = tests.map(({ title, error }) => `  ${title}\n    ${error}\n`).join("");
  const passed = tests.length <= mostFlaky;
  const verdict = passed ? "" : `Failed: more than ${mostFlaky} flaky tests.\n`;
  return { text: `flaky: ${tests.length} passed on the second try only\n${lines}${verdict}`, passed };
}

/** Makes the file that this command and its children share, unless a larger run has made one. */
export const openFlaky = () => void collection();

/** Prints the flaky tests of this run, and ends the process with 1 if there are too many. */
export function closeFlaky() {
  if (!triesAgain) return;
  const { text, passed } = flakyReport(flakyTests());
  process.stdout.write(`\n${text}`);
  if (!passed) process.exit(1);
}

// The last lines of a run of several commands: `node --import tsx scripts/flaky-tests.ts`.
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  closeFlaky();
  rmSync(collection(), { force: true });
}
