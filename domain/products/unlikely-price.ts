import { type Rupees, toPaise } from "../money/money.ts";

/** A price of this many times the usual one is probably a mistake, such as a missing decimal point. */
const unlikelyTimes = 20n;

/** A price below this part of the usual one is probably a mistake too, such as a quantity in the place of the price. */
const unlikelyPart = 10n;

/** Whether a price is so far above the usual one that the form asks about it; never without a usual price. */
export function isUnlikelyPrice(price: Rupees, usual: Rupees): boolean {
  const own = toPaise(usual);
  return own > 0n && toPaise(price) >= own * unlikelyTimes;
}

/** Whether a price is so far below the usual one that the form asks about it. A price of 0 is not typed by mistake. */
export function isUnlikelyLow(price: Rupees, usual: Rupees): boolean {
  const paise = toPaise(price);
  return paise > 0n && paise * unlikelyPart < toPaise(usual);
}

/** How such a price compares with the usual one, in words. */
export const lowWords = "less than a tenth of";

/** How many times the usual price this is, as a whole number. */
export function timesUsual(price: Rupees, usual: Rupees): number {
  return Number(toPaise(price) / toPaise(usual));
}
