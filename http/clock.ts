/** The one clock of the server: milliseconds since 1970, UTC. Tests give one of their own. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** A reading of the clock as a moment in ISO 8601, UTC, with milliseconds: how rows and answers hold it. */
export function isoMoment(milliseconds: number): string {
  return asDate(milliseconds).toISOString();
}

/** A reading of the clock for libraries that ask for a `Date`. */
export function asDate(milliseconds: number): Date {
  return new Date(milliseconds);
}
