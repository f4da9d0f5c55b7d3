import { withCleanNames } from "@rounds/domain/account/person-name.ts";
import { z } from "zod";
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
