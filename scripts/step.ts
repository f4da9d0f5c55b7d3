import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The path of a program that a package brings. */
export const bin = (name: string) => `${root}node_modules/.bin/${name}`;

/** Runs one step of the tests in the project's folder, shows its output and how long it took, and ends here if it fails. */
export function step(name: string, command: string[], env: Record<string, string> = {}) {
  process.stdout.write(`\n— ${name}\n`);
  const [program = "", ...args] = command;
  const began = performance.now();
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  if (status !== 0) {
    process.stdout.write(`\nFailed after ${seconds} s: ${name}\n`);
    process.exit(status ?? 1);
  }
  process.stdout.write(`${seconds} s: ${name}\n`);
}
