/** Days on which a rule of days may go wrong, as `TEST_TODAY` takes them: in Indian time. */
export const specialDays = ["2026-12-31 23:50", "2027-01-01 00:10", "2027-03-31", "2028-02-29"] as const;

/** The special day whose turn it is at a moment (milliseconds since 1970): each day of UTC has the next one. */
export function specialDayAt(moment: number): string {
  const days = Math.floor(moment / 86_400_000);
  return specialDays[days % specialDays.length] ?? specialDays[0];
}
