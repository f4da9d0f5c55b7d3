import { constants } from "node:os";
import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { ConfigError } from "@rounds/http/config-error.ts";
import { errorText } from "@rounds/postgres/failure.ts";
import { type Config, readConfig } from "../config.ts";
import { explain } from "../explain.ts";
import { echoMilliseconds } from "../shutdown.ts";

/** What a command about the embedded database works with. */
type EmbeddedCommand = {
  dataDir: string;
  binaries?: string;
  log(message: string): void;
  /** Aborted when the command is to stop. */
  signal: AbortSignal;
};

/** Wrong arguments; the message is followed by the usage. */
class UsageError extends Error {}

/**
 * Runs a command, or prints its usage for `--help`, and sets the exit status: 0 on success, 1 on failure, 2 for wrong
 * arguments, and 128 and the number of the signal that stopped it. The signal of the work is aborted then, so that it can
 * end in order what it started, above all the database; a second one ends the process at once.
 */
export async function runCommand(
  usage: string,
  work: (args: string[], signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stopped = stopOnSignal();
  try {
    const args = process.argv.slice(2);
    if (args.includes("--help")) process.stdout.write(`${usage}\n`);
    else await work(args, stopped.signal);
  } catch (error) {
    if (stopped.signal.aborted) {
      process.stderr.write("Stopped.\n");
      process.exitCode = stopped.status();
    } else explainFailure(error, usage);
  }
}

/** A signal that is aborted once the process is told to stop, and the exit status that tells by what. */
function stopOnSignal(): { signal: AbortSignal; status(): number } {
  const stopping = new AbortController();
  let at = 0;
  let status = 0;
  function onSignal(name: "SIGINT" | "SIGTERM" | "SIGHUP") {
    const now = performance.now();
    if (stopping.signal.aborted) {
      if (now - at > echoMilliseconds) process.exit(status);
      return;
    }
    at = now;
    status = 128 + constants.signals[name];
    process.stderr.write(`\n${name}: stopping …\n`);
    stopping.abort();
  }
  // A terminal that was closed, which sends SIGHUP, takes no more output.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => onSignal(name));
  return { signal: stopping.signal, status: () => status };
}

/** Runs a command about the embedded database, and prints its answer. */
export async function runEmbeddedCommand(
  usage: string,
  work: (command: EmbeddedCommand, args: string[]) => Promise<string>,
): Promise<void> {
  await runCommand(usage, async (args, signal) => {
    process.stdout.write(`${await work({ ...readSettings(), signal }, args)}\n`);
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
  const isUsage = error instanceof UsageError;
  process.stderr.write(isUsage ? `${error.message}\n${usage}\n` : `${explain(error)}\n`);
  process.exitCode = isUsage ? 2 : 1;
}

/** A file named on the command line: relative to where npm was called, not to the project. */
export function fileArgument(name: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), name);
}

function readSettings(): Omit<EmbeddedCommand, "signal"> {
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
