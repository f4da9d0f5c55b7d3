/** The one clock of the server: milliseconds since 1970, UTC. Tests use their own. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** A clock value as a moment in ISO 8601, UTC, with milliseconds: the form in rows and answers. */
export function isoMoment(milliseconds: number): string {
  return asDate(milliseconds).toISOString();
}

/** A clock value for libraries that need a `Date`. */
export function asDate(milliseconds: number): Date {
  return new Date(milliseconds);
}
