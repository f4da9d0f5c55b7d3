import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { type FlakyTest, firstLine } from "./flaky-tests.ts";

/** What a run of Vitest left undone: the files in which something failed, and what that was. */
export type Failures = { files: string[]; tests: FlakyTest[] };

/** Writes the failures of a run to the file `FAILED_FILES`, unless something failed that belongs to no test file. */
export default class FailedFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const path = process.env.FAILED_FILES;
    if (!path || unhandled.length > 0) return;
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
    const failures: Failures = { files: failed.map((module) => module.moduleId), tests };
    writeFileSync(path, JSON.stringify(failures));
  }
}
