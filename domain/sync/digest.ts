/** Digests are numbers below 2^60. */
export const digestLimit = 1n << 60n;

/**
 * A digest of rows in any order: Σ (the last 48 bits of the id × version) mod 2^60, as a decimal number. The server
 * computes the same in SQL.
 */
export function digestOf(rows: Iterable<{ id: string; version: number }>): string {
  let sum = 0n;
  for (const { id, version } of rows) sum += BigInt(`0x${id.slice(-12)}`) * BigInt(version);
  return String(sum % digestLimit);
}
