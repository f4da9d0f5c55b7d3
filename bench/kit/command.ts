import { isQuick } from "./quick.ts";

/** A line for the person who measures. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const quickUsage = `With --quick it runs in its smallest form, on few rows and with one round, unless other options say otherwise: to see that
it works. Its figures then mean nothing, and it ends with code 0 whatever they are.`;

/**
 * Reads a benchmark's options and runs it with them. Invalid options, for which `read` throws, are reported with the
 * usage, and end the process with code 2; `--help` prints the usage. With `--quick` no aim is judged.
 */
export async function runWith<Asked>(
  read: (args: string[]) => Asked,
  usage: string,
  run: (asked: Asked) => Promise<void>,
): Promise<void> {
  if (process.argv.includes("--help")) return say(`${usage}\n${quickUsage}`);
  let asked: Asked;
  try {
    asked = read(process.argv.slice(2).filter((arg) => arg !== "--quick"));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n${quickUsage}\n`);
    process.exitCode = 2;
    return;
  }
  await run(asked);
  if (isQuick) process.exitCode = 0;
}
