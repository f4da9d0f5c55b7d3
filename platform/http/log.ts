import { sqlState } from "@rounds/database/transaction.ts";
import { type Logger, pino } from "pino";

/**
 * What is logged of an error. A database error's message and detail quote the row's values, which are people's data:
 * only the code and the names of table and constraint are logged.
 */
export function loggedError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = error.stack?.split("\n").filter((line) => line.startsWith("    at ")) ?? [];
  const known = { type: error.name, stack: frames.slice(0, 12).map((line) => line.trim()) };
  const code = sqlState(error);
  if (code === undefined) return { ...known, message: error.message };
  // A database error: only those have such a code.
  const { constraint, table, routine } = error as { constraint?: string; table?: string; routine?: string };
  return { ...known, code, constraint, table, routine };
}

/** How many bytes of the log may wait if nobody reads it; more is dropped. */
const maxWaiting = 8 * 1024 * 1024;

/** The lowest severity that is logged. */
type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "silent";

/** The log: one JSON object a line on standard output, without personal data and tokens. */
export function createLog(level: LogLevel): Logger {
  const output = pino.destination({ fd: 1, sync: false, maxLength: maxWaiting });
  // A full disk or a closed reader ends the log, not the product.
  output.on("error", () => {});
  return pino({ level, base: null, serializers: { err: loggedError } }, output);
}
