import { multiplied } from "@rounds/http/limit.ts";

/** The size of an allowance: an amount per second, and an amount at once after a pause. */
export type Rate = { perSecond: number; burst: number };

/** The same, multiplied by `LIMIT_FACTOR`. */
export function scaled({ perSecond, burst }: Rate, factor: number): Rate {
  return { perSecond: multiplied(perSecond, factor), burst: multiplied(burst, factor) };
}

export type Allowance = {
  /** Takes an amount if it is available; returns whether it was. */
  take(amount: number): boolean;
  /** Takes an amount even if it is not available yet; returns the milliseconds until the debt is paid back. */
  borrow(amount: number): number;
  /** Whether it is full. */
  isFull(): boolean;
};

/** An allowance that is full at first. `now` (milliseconds) never goes back, whatever happens to the clock. */
export function createAllowance({ perSecond, burst }: Rate, now = () => performance.now()): Allowance {
  let left = burst;
  let countedAt = now();

  function refill(): void {
    const moment = now();
    left = Math.min(burst, left + ((moment - countedAt) / 1000) * perSecond);
    countedAt = moment;
  }

  return {
    take(amount) {
      refill();
      if (left < amount) return false;
      left -= amount;
      return true;
    },
    borrow(amount) {
      refill();
      left -= amount;
      return left >= 0 ? 0 : Math.ceil((-left / perSecond) * 1000);
    },
    isFull() {
      refill();
      return left >= burst;
    },
  };
}
