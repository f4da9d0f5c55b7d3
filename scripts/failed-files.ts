import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { type FlakyTest, firstLine } from "./flaky-tests.ts";

/** What a run of Vitest left undone: the files in which something failed, and what that was. */
export type Failures = { files: string[]; tests: FlakyTest[] };

/** An error outside of all tests, with the file that was running, where Vitest knows it. */
type Unhandled = SerializedError & { VITEST_TEST_PATH?: string };

/** Writes the failures of a run to the file `FAILED_FILES`, unless something failed that belongs to no test file. */
export default class FailedFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Unhandled[]) {
    const path = process.env.FAILED_FILES;
    const outside = unhandled.map(({ message, VITEST_TEST_PATH: file }) => ({
      file,
      error: firstLine(message),
    }));
    if (!path || outside.some(({ file }) => file === undefined)) return;
    const failed = modules.filter((module) => module.state() === "failed");
    const tests = failed.flatMap((module): FlakyTest[] => {
      const name = `${module.project.name} › ${module.relativeModuleId}`;
      const cases = [...module.children.allTests("failed")].map((test) => ({
        title: `${name} › ${test.fullName}`,
        error: firstLine(test.result().errors?.[0]?.message ?? ""),
      }));
      // What fails outside of a test, such as in `beforeAll`, fails its whole file.
      const suites = [
        ...module.errors(),
        ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
      ];
      return cases.length > 0 ? cases : [{ title: name, error: firstLine(suites[0]?.message ?? "") }];
    });
    const files = new Set(failed.map((module) => module.moduleId));
    for (const { file = "", error } of outside) {
      files.add(file);
      tests.push({ title: `outside of the tests of ${file}`, error });
    }
    writeFileSync(path, JSON.stringify({ files: [...files], tests } satisfies Failures));
  }
}
