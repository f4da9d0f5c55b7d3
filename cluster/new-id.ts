import { randomUUID } from "node:crypto";

/** A new row's id as the pages make it: UUID v7 (RFC 9562), which begins with the moment, so that lists keep their order. */
export function newId(): string {
  const moment = Date.now().toString(16).padStart(12, "0");
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${randomUUID().slice(15)}`;
}
