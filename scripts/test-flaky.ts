import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWhatIsNotBuilt } from "./build.ts";
import { findChromium } from "./chromium.ts";
import type { Failures } from "./failed-files.ts";
import { bin, browserTestFiles, browserTests, run } from "./step.ts";

const usage = `Usage: npm run test:flaky -- [--times 5] [FILE …]
Runs the tests of these files several times beside a process that never rests, and prints how often each failed; without
files, all tests in the browser. A file is a part of its path; one that names browser tests runs only those. Ends with 1 if any failed.`;

/** The options on the command line; throws an Error whose message is for the person. */
function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { times: { type: "string", default: "5" }, help: { type: "boolean", default: false } },
  });
  const times = Number(values.times);
  if (!Number.isInteger(times) || times < 1 || times > 100)
    throw new Error("--times takes a whole number from 1 to 100.");
  const browserFiles = browserTestFiles().map((file) => `e2e/${file}`);
  const isInBrowser = (file: string) => browserFiles.some((path) => path.includes(file));
  const browser = positionals.filter(isInBrowser);
  const others = positionals.filter((file) => !isInBrowser(file));
  return { times, browser, others, inBrowser: browser.length > 0 || others.length === 0, help: values.help };
}

/** A program that never rests while this one runs. It ends by itself if this one is killed. */
const restlessUntilAlone = "const parent = process.ppid; while (process.ppid === parent);";

const failures = join(mkdtempSync(join(tmpdir(), "test-flaky-")), "failures.json");
const counts = new Map<string, { failed: number; error: string }>();

/** Runs tests, and counts those that failed. */
async function count(command: string[], env: Record<string, string> = {}) {
  rmSync(failures, { force: true });
  const status = await run(command, { ...env, FAILED_FILES: failures });
  if (status === 0) return;
  const { tests }: Failures = existsSync(failures)
    ? JSON.parse(readFileSync(failures, "utf8"))
    : { files: [], tests: [{ title: "the run itself", error: `it ended with ${status}` }] };
  for (const { title, error } of tests) {
    const before = counts.get(title);
    counts.set(title, { failed: (before?.failed ?? 0) + 1, error: before?.error ?? error });
  }
}

async function main() {
  const { times, browser, others, inBrowser, help } = readOptions();
  if (help) return process.stdout.write(`${usage}\n`);
  // Nothing is tried again: a second try is what hides a flaky test.
  process.env.CI = "";
  const restless = spawn(process.execPath, ["-e", restlessUntilAlone], { stdio: "ignore" });
  try {
    if (inBrowser) {
      await buildWhatIsNotBuilt();
      const CHROMIUM_PATH = await findChromium();
      const repeated = [...browserTests("browser"), "--repeat-each", String(times), ...browser];
      await count(repeated, { CHROMIUM_PATH });
    }
    const reporters = ["default", "./scripts/failed-files.ts"].flatMap((reporter) => [
      "--reporter",
      reporter,
    ]);
    for (let n = 0; others.length > 0 && n < times; n++)
      await count([bin("vitest"), "run", ...reporters, ...others]);
  } finally {
    restless.kill("SIGKILL");
  }
  for (const [title, { failed, error }] of counts)
    process.stdout.write(`${failed} of ${times} failed: ${title}\n    ${error}\n`);
  process.stdout.write(`${counts.size} tests failed in ${times} runs.\n`);
  if (counts.size > 0) process.exitCode = 1;
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n${usage}\n`);
  process.exitCode = 2;
});
