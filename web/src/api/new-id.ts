import { now } from "./clock.ts";

/** A new row's id, UUID v7 (RFC 9562): the time first, so that later rows sort later, then random bits. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let milliseconds = now();
  for (let index = 5; index >= 0; index--) {
    bytes[index] = milliseconds % 256;
    milliseconds = Math.floor(milliseconds / 256);
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
