import { expect, test } from "vitest";
import { progressWords } from "./progress-words.ts";

test("progress is shown in megabytes while the file is sent, then in rows", () => {
  expect(progressWords({ stage: "sending", done: 524_288, of: 3 * 1024 * 1024 })).toBe(
    "Sending: 0.5 of 3.0 MB",
  );
  expect(progressWords({ stage: "checking", done: 0, of: 0 })).toBe("Checking the archive...");
  expect(progressWords({ stage: "checking", done: 1200, of: 120_000 })).toBe(
    "Checking: 1,200 of 1,20,000 rows",
  );
  expect(progressWords({ stage: "storing", done: 1, of: 2 })).toBe("Storing: 1 of 2 rows");
  expect(progressWords({ stage: "finishing", done: 2, of: 2 })).toBe("Comparing the sums...");
});
