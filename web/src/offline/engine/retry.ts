/** The first and the longest wait before a request is sent again, in milliseconds. */
const firstWait = 1_000;
export const longestWait = 60_000;

/**
 * How long to wait after so many attempts, in milliseconds: 1, 2, 4 … 60 seconds, up to a quarter less, so that phones
 * that lost the server together don't come back together. `asked` is what the server asked for, in seconds.
 */
export function waitAfter(attempts: number, asked: number | undefined, random: number): number {
  const doubled = Math.min(longestWait, firstWait * 2 ** Math.min(Math.max(0, attempts - 1), 10));
  const wait = Math.round(doubled * (1 - random / 4));
  return asked === undefined ? wait : Math.max(wait, Math.min(asked * 1_000, longestWait));
}
