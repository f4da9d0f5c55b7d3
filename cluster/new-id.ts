import { randomBytes } from "node:crypto";
import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";

/** A new row's id as the pages make it, so that lists keep their order. */
export function newId(): string {
  return uuidV7(Date.now(), randomBytes(10));
}
