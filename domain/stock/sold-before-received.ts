/**
 * How much of a movement was sold before it was received: positive for units sold without stock, negative for units
 * that make such a shortage good. The sum over the days of a report is the figure of its row.
 */
export function soldBeforeReceived({ quantity, balance }: { quantity: number; balance: number }): number {
  return Math.max(0, -balance) - Math.max(0, quantity - balance);
}
