/**
 * How much of a movement was sold before it was received: positive units that went out though there were none,
 * negative ones that made such a lack good. The sum over the days of a report is the figure of its row.
 */
export function soldBeforeReceived({ quantity, balance }: { quantity: number; balance: number }): number {
  return Math.max(0, -balance) - Math.max(0, quantity - balance);
}
