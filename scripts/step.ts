import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The path of a program that a package brings. */
export const bin = (name: string) => `${root}node_modules/.bin/${name}`;

/** The command of one of the projects of `e2e/playwright.config.ts`. */
export const browserTests = (project: "browser" | "slow" | "timing") => [
  bin("playwright"),
  ...["test", "--config", "e2e/playwright.config.ts", "--project", project],
];

/** Runs one step of the tests in the project's folder, shows its output and how long it took, and ends here if it fails. */
export async function step(name: string, command: string[], env: Record<string, string> = {}) {
  const [program = "", ...args] = command;
  const began = performance.now();
  process.stdout.write(`\n— ${name}\n`);
  const child = spawn(program, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  const [status] = (await once(child, "exit")) as [number | null];
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  if (status !== 0) {
    process.stdout.write(`\nFailed after ${seconds} s: ${name}\n`);
    process.exit(status ?? 1);
  }
  process.stdout.write(`${seconds} s: ${name}\n`);
}
