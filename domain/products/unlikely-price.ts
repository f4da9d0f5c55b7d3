import { type Rupees, toPaise } from "../money/money.ts";

/** A price of this many times the usual one is probably a mistake, such as a missing decimal point. */
const unlikelyTimes = 20n;

/** Whether a price is so far above the usual one that the form asks about it; never without a usual price. */
export function isUnlikelyPrice(price: Rupees, usual: Rupees): boolean {
  const own = toPaise(usual);
  return own > 0n && toPaise(price) >= own * unlikelyTimes;
}

/** How many times the usual price this is, as a whole number. */
export function timesUsual(price: Rupees, usual: Rupees): number {
  return Number(toPaise(price) / toPaise(usual));
}
