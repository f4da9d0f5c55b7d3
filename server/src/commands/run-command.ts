import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { ConfigError } from "@rounds/http/config-error.ts";
import { EmbeddedDatabaseError, errorText } from "@rounds/postgres/failure.ts";
import { type Config, readConfig } from "../config.ts";

/** What a command about the embedded database works with. */
type EmbeddedCommand = {
  dataDir: string;
  binaries?: string;
  log(message: string): void;
};

/** Wrong arguments; the message is followed by the usage. */
class UsageError extends Error {}

/**
 * Runs a command, or prints its usage for `--help`, and sets the exit status: 0 on success, 1 on failure, 2 for wrong
 * arguments.
 */
export async function runCommand(usage: string, work: (args: string[]) => Promise<void>): Promise<void> {
  try {
    const args = process.argv.slice(2);
    if (args.includes("--help")) process.stdout.write(`${usage}\n`);
    else await work(args);
  } catch (error) {
    explainFailure(error, usage);
  }
}

/** Runs a command about the embedded database, and prints its answer. */
export async function runEmbeddedCommand(
  usage: string,
  work: (command: EmbeddedCommand, args: string[]) => Promise<string>,
): Promise<void> {
  await runCommand(usage, async (args) => {
    process.stdout.write(`${await work(readSettings(), args)}\n`);
  });
}

type Arguments = {
  /** The names of flags that may be set: "new" for `--new`. */
  flags?: readonly string[];
  /** What to say unless there is exactly one argument; without it there may be none. */
  one?: string;
};

/** The argument of a command and its flags that are set. Throws a `UsageError` for others. */
export function readArguments(
  args: string[],
  { flags = [], one }: Arguments,
): { argument: string; flags: ReadonlySet<string> } {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: "boolean" as const }]));
  const { values, positionals } = parsed({ args, options, allowPositionals: one !== undefined });
  const [argument = "", ...more] = positionals;
  if (one !== undefined && (argument === "" || more.length > 0)) throw new UsageError(one);
  return { argument, flags: new Set(Object.keys(values)) };
}

function parsed(config: ParseArgsConfig) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(errorText(error));
  }
}

/** Explains why a command failed, with its usage after wrong arguments. */
function explainFailure(error: unknown, usage: string): void {
  const isExpected =
    error instanceof ConfigError || error instanceof EmbeddedDatabaseError || error instanceof UsageError;
  process.stderr.write(`${isExpected || !(error instanceof Error) ? errorText(error) : error.stack}\n`);
  if (error instanceof UsageError) process.stderr.write(`${usage}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** A file named on the command line: relative to where npm was called, not to the project. */
export function fileArgument(name: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), name);
}

function readSettings(): EmbeddedCommand {
  const config: Config = readConfig(process.env);
  if (config.database_url !== undefined) {
    throw new ConfigError(
      "DATABASE_URL is set, and this command is about the embedded database only. " +
        "Use pg_dump and pg_restore for a PostgreSQL server of your own.",
    );
  }
  return {
    dataDir: resolve(config.data_dir),
    ...(config.postgres_bin ? { binaries: config.postgres_bin } : {}),
    log: (message) => process.stderr.write(`${message}\n`),
  };
}
