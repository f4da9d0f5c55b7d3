import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";
import { now } from "./clock.ts";

/** A new row's id. `randomUUID` would need a page on https, which one on a local network need not be. */
export function newId(): string {
  return uuidV7(now(), crypto.getRandomValues(new Uint8Array(10)));
}
