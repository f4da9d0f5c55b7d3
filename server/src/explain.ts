import { explainRefusal, UnfitDatabaseError } from "@rounds/database/check-database.ts";
import { SchemaError } from "@rounds/database/migrate.ts";
import { NoPrimaryError } from "@rounds/database/no-primary.ts";
import { ConfigError } from "@rounds/http/config-error.ts";
import { EmbeddedDatabaseError } from "@rounds/postgres/failure.ts";
import { DemoRefused } from "./demo/demo-refused.ts";

const foreseen = [
  ConfigError,
  DemoRefused,
  EmbeddedDatabaseError,
  NoPrimaryError,
  SchemaError,
  UnfitDatabaseError,
];

/** The message for the person at the terminal; with the stack only for unexpected errors. */
export function explain(error: unknown): string {
  if (error instanceof Error && foreseen.some((kind) => error instanceof kind)) return error.message;
  return explainRefusal(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}
