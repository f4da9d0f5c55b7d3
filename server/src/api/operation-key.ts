import { AppError } from "@rounds/domain/errors/app-error.ts";
import { recordId } from "@rounds/domain/records/record.ts";
import type { FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";

/** How many edits of a row, or of a skip, are known by their keys. */
export const mostEditKeys = 20;

/**
 * The key under which a client sends a write, however often it repeats it: the header `Idempotency-Key`, a UUID. Null
 * without one; throws `validation_failed` for anything else.
 */
export function operationKeyOf({ headers }: FastifyRequest): string | null {
  const given = headers["idempotency-key"];
  if (given === undefined) return null;
  const key = recordId.safeParse(given);
  if (key.success) return key.data;
  throw new AppError("validation_failed", { fields: { "idempotency-key": "Please send a UUID" } });
}

/** The keys of a row's latest edits after one more, perhaps from a column; without a key they stay. */
export function withEditKey(key: string | RawBuilder<string> | null) {
  const keys = sql.ref<string[]>("edit_keys");
  if (key === null) return keys;
  return sql<string[]>`(array_prepend(${key}::uuid, ${keys}))[1:${sql.lit(mostEditKeys)}]`;
}
