import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Failures } from "./failed-files.ts";
import { mostFlaky, noteFlaky, triesAgain } from "./flaky-tests.ts";
import { problemOf } from "./quick-commands.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The path of a program that a package brings. */
export const bin = (name: string) => `${root}node_modules/.bin/${name}`;

/** The command of one of the projects of `e2e/playwright.config.ts`. */
export const browserTests = (project: "browser" | "slow" | "timing") => [
  bin("playwright"),
  ...["test", "--config", "e2e/playwright.config.ts", `--project=${project}`],
];

/** The files of browser tests, as paths within `e2e`. */
export const browserTestFiles = () =>
  readdirSync(`${root}e2e`, { encoding: "utf8", recursive: true }).filter((file) => file.endsWith(".e2e.ts"));

/** Runs a command in the project's folder, shows its output, and returns its exit status. */
export async function run(
  [program = "", ...args]: string[],
  env: Record<string, string> = {},
  priority?: number,
): Promise<number> {
  const child = spawn(program, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  if (child.pid !== undefined && priority !== undefined) setPriority(child.pid, priority);
  const [status] = (await once(child, "exit")) as [number | null];
  return status ?? 1;
}

/** The steps that run now. */
const running = new Set<Promise<number>>();
let hasFailed = false;

/**
 * Shows the name of one step of the tests and how long it took, and ends here if it fails: with an exit status that is
 * not one of `passing`. The steps beside it end first, because their processes would go on alone; no other begins.
 */
async function timed(name: string, work: () => Promise<number>, passing: readonly number[] = [0]) {
  if (hasFailed) return await new Promise<never>(() => {});
  const began = performance.now();
  process.stdout.write(`\n— ${name}\n`);
  const working = work();
  running.add(working);
  const status = await working;
  running.delete(working);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  if (!passing.includes(status)) {
    hasFailed = true;
    await Promise.all(running);
    process.stdout.write(`\nFailed after ${seconds} s: ${name}\n`);
    process.exit(status);
  }
  process.stdout.write(`${seconds} s: ${name}\n`);
}

/** Runs a step beside others, with the processor time that they leave. */
export async function quietStep(name: string, command: string[]) {
  await timed(name, () => run(command, {}, constants.priority.PRIORITY_LOW));
}

/** Runs one step of the tests. */
export async function step(
  name: string,
  command: string[],
  env: Record<string, string> = {},
  passing?: readonly number[],
) {
  await timed(name, () => run(command, env), passing);
}

/**
 * Runs a command of `package.json` in its smallest form as one step: it fails if it ends with an error or doesn't show at
 * least so many lines with figures.
 */
export async function quickStep(script: string, fewestLines: number, env: Record<string, string> = {}) {
  await timed(`${script} --quick`, async () => {
    const child = spawn("npm", ["run", "--silent", script, "--", "--quick"], {
      ...{ cwd: root, env: { ...process.env, ...env } },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      process.stdout.write(text);
      output += text;
    });
    const [status] = (await once(child, "close")) as [number | null];
    const problem = status === 0 ? problemOf(output, fewestLines) : `It ended with ${status}.`;
    if (problem !== undefined) process.stdout.write(`${problem}\n`);
    return problem === undefined ? 0 : 1;
  });
}

/**
 * Runs projects of `vitest.config.ts` as one step. In continuous integration the files in which a few tests failed are
 * run once more; if they pass then, those tests are noted as flaky. A whole file, because its tests share a database.
 * `more` is added to the command: options, or the files to run.
 */
export async function vitestStep(
  name: string,
  projects: string[],
  env: Record<string, string> = {},
  more: readonly string[] = [],
) {
  const FAILED_FILES = join(mkdtempSync(join(tmpdir(), "vitest-")), "failed.json");
  const command = [bin("vitest"), "run", ...projects.flatMap((project) => ["--project", project])];
  const reporters = ["default", "./scripts/failed-files.ts"].flatMap((reporter) => ["--reporter", reporter]);
  await timed(name, async () => {
    const status = await run([...command, ...reporters, ...more], { ...env, FAILED_FILES });
    if (status === 0 || !triesAgain || !existsSync(FAILED_FILES)) return status;
    const { files, tests } = JSON.parse(readFileSync(FAILED_FILES, "utf8")) as Failures;
    if (files.length === 0 || tests.length > mostFlaky) return status;
    process.stdout.write(`\nOnce more: ${files.join(" ")}\n`);
    const again = await run([...command, ...files], env);
    if (again === 0) noteFlaky(tests);
    return again;
  });
}
