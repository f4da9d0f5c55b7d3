/**
 * How many random cases a test takes: `few` in `npm test`, `many` in `npm run test:release`. A file whose cases are random
 * ends in `.random.test`.
 */
export const casesOf = (few: number, many: number): number => (process.env.MANY_CASES ? many : few);
