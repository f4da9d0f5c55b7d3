import type { Database } from "@rounds/database/connect.ts";
import { withCleanNames } from "@rounds/domain/account/person-name.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { AuthContext } from "../base/context.ts";
import { AuthError } from "../base/errors.ts";

/** User metadata: any JSON object. The person's name in it has no invisible characters. */
export const metadata = z.record(z.string(), z.unknown()).overwrite(withCleanNames);
export type Metadata = z.output<typeof metadata>;

/**
 * The metadata is part of every access token, and servers accept 16 KiB of request headers: more than this, in base64,
 * would lock its owner out of every request.
 */
const maxBytes = 8 * 1024;

export function requireSmallMetadata(data: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(data)) > maxBytes) {
    throw new AuthError(422, "validation_failed", `User metadata can't be larger than ${maxBytes} bytes`);
  }
}

/** Merges by key in the database, so that two changes at once keep each other's keys; null removes a key. */
export async function mergeMetadata(
  tx: Database,
  context: Pick<AuthContext, "clock">,
  userId: string,
  column: "user_metadata" | "app_metadata",
  data: Metadata,
): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null);
  const merged = await tx
    .updateTable("auth.users")
    .set({
      [column]: sql`(${sql.ref(column)} || ${JSON.stringify(data)}::jsonb) - ${removed}::text[]`,
      updated_at: isoMoment(context.clock()),
    })
    .where("id", "=", userId)
    .returning(column)
    .executeTakeFirstOrThrow();
  requireSmallMetadata(merged[column]);
}
