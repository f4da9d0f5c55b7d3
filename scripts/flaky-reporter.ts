import { writeFileSync } from "node:fs";
import type { Reporter, TestCase } from "@playwright/test/reporter";
import type { Failures } from "./failed-files.ts";
import { type FlakyTest, firstLine, noteFlaky } from "./flaky-tests.ts";

/** A browser test's title, with the first line of its first failure. */
function described(test: TestCase): FlakyTest {
  return {
    title: test.titlePath().filter(Boolean).join(" › "),
    error: firstLine(test.results[0]?.error?.message ?? ""),
  };
}

/**
 * Notes the browser tests that failed and passed when Playwright tried them once more. If `FAILED_FILES` names a file,
 * writes what failed into it.
 */
export default class FlakyReporter implements Reporter {
  #tests = new Set<TestCase>();

  onTestEnd(test: TestCase) {
    this.#tests.add(test);
  }

  onEnd() {
    const ended = (outcome: ReturnType<TestCase["outcome"]>) =>
      [...this.#tests].filter((test) => test.outcome() === outcome);
    noteFlaky(ended("flaky").map(described));
    const path = process.env.FAILED_FILES;
    if (!path) return;
    const failed = ended("unexpected");
    const files = [...new Set(failed.map((test) => test.location.file))];
    writeFileSync(path, JSON.stringify({ files, tests: failed.map(described) } satisfies Failures));
  }

  printsToStdio() {
    return false;
  }
}
