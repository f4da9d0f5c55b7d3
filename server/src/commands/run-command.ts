import { resolve } from "node:path";
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
export class UsageError extends Error {}

/**
 * Runs a command about the embedded database and sets the exit status: 0 on success, 1 on failure, 2 for wrong
 * arguments.
 */
export async function runEmbeddedCommand(
  usage: string,
  work: (command: EmbeddedCommand, args: string[]) => Promise<string>,
): Promise<void> {
  try {
    const args = process.argv.slice(2);
    if (args.includes("--help")) {
      process.stdout.write(`${usage}\n`);
      return;
    }
    process.stdout.write(`${await work(readSettings(), args)}\n`);
  } catch (error) {
    explainFailure(error, usage);
  }
}

/**
 * Explains why a command failed, with its usage after wrong arguments, and sets the exit status: 2 for those,
 * otherwise 1.
 */
export function explainFailure(error: unknown, usage: string): void {
  const told =
    error instanceof ConfigError || error instanceof EmbeddedDatabaseError || error instanceof UsageError;
  process.stderr.write(`${told || !(error instanceof Error) ? errorText(error) : error.stack}\n`);
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
