/** How often one user may call a route. */
export type Limit = { max: number; timeWindow: number };

/**
 * The number of requests of a limit after multiplying with `factor` (`LIMIT_FACTOR`): at least one, and practically
 * unlimited if the factor is 0, which switches limits off.
 */
export function multiplied(count: number, factor: number): number {
  return factor === 0 ? Number.MAX_SAFE_INTEGER : Math.max(1, Math.round(count * factor));
}

const minute = 60_000;

/** Lists and details: more than a person with several open screens needs. */
export const reading: Limit = { max: 1200, timeWindow: minute };

/** Changes: far more than a person can enter. */
export const writing: Limit = { max: 300, timeWindow: minute };

/** Files: each holds a database connection while it is being read. */
export const exporting: Limit = { max: 60, timeWindow: minute };

/** Parts of a large file, one after another: as many as a fast connection sends. */
export const uploading: Limit = { max: 3000, timeWindow: minute };
