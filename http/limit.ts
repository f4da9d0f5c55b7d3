/** How often one user may call a route. */
export type Limit = { max: number; timeWindow: number };

/**
 * How many turns a limit has when the settings multiply all limits by `factor` (`LIMIT_FACTOR`): one at least, and
 * more than anybody can take where the factor is 0, which switches limits off.
 */
export function multiplied(turns: number, factor: number): number {
  return factor === 0 ? Number.MAX_SAFE_INTEGER : Math.max(1, Math.round(turns * factor));
}

const minute = 60_000;

/** Lists and details: what a person with several open screens can need, with room. */
export const reading: Limit = { max: 1200, timeWindow: minute };

/** Changes: far beyond what a person can enter. */
export const writing: Limit = { max: 300, timeWindow: minute };

/** Files: each holds a connection of the database while its reader takes it. */
export const exporting: Limit = { max: 60, timeWindow: minute };
