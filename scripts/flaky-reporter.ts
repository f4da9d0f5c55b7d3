import type { Reporter, TestCase } from "@playwright/test/reporter";
import { firstLine, noteFlaky } from "./flaky-tests.ts";

/** Notes the browser tests that failed and passed when Playwright tried them once more. */
export default class FlakyReporter implements Reporter {
  #tests = new Set<TestCase>();

  onTestEnd(test: TestCase) {
    this.#tests.add(test);
  }

  onEnd() {
    const flaky = [...this.#tests].filter((test) => test.outcome() === "flaky");
    noteFlaky(
      flaky.map((test) => ({
        title: test.titlePath().filter(Boolean).join(" › "),
        error: firstLine(test.results[0]?.error?.message ?? ""),
      })),
    );
  }

  printsToStdio() {
    return false;
  }
}
