/** A line for the person who measures. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/**
 * Reads a benchmark's options and runs it with them. Invalid options, for which `read` throws, are reported with the
 * usage, and end the process with code 2.
 */
export async function runWith<Asked>(
  read: (args: string[]) => Asked,
  usage: string,
  run: (asked: Asked) => Promise<void>,
): Promise<void> {
  let asked: Asked;
  try {
    asked = read(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`);
    process.exitCode = 2;
    return;
  }
  await run(asked);
}
