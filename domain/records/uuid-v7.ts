/**
 * A UUID of version 7 (RFC 9562, section 5.7): 48 bits of time in milliseconds since 1970, then random bits, so that
 * rows made later sort later. `random` holds 10 bytes, of which 74 bits are taken.
 */
export function uuidV7(milliseconds: number, random: Uint8Array): string {
  const [first = 0, second = 0, third = 0, ...rest] = random;
  const bytes = [0x70 | (first & 0x0f), second, 0x80 | (third & 0x3f), ...rest];
  const hex =
    milliseconds.toString(16).padStart(12, "0") +
    bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
