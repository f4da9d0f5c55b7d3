import { type Rupees, toPaise } from "../money/money.ts";

/** From how many times the usual price on a price is more likely a slip, such as a lost point, than meant. */
const unlikelyTimes = 20n;

/** Whether a price is so far above the usual one that it is asked about; never without a usual one. */
export function isUnlikelyPrice(price: Rupees, usual: Rupees): boolean {
  const own = toPaise(usual);
  return own > 0n && toPaise(price) >= own * unlikelyTimes;
}

/** How many times the usual price that is, in whole times. */
export function timesUsual(price: Rupees, usual: Rupees): number {
  return Number(toPaise(price) / toPaise(usual));
}
