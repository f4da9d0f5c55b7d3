import { usualCalls } from "../coverage/report-month.ts";

/** The past days whose calls say what is usual for a person, and the least of them with a call. */
export const usualDays = 30;
const leastDaysWorked = 5;

/** How many calls a person makes on a day, between these two. */
export type UsualLoad = { least: number; most: number };

/**
 * What is usual for a person: the call average of the last days, in whole calls; 8 to 12 for who worked on too few of
 * them (`usualCalls`).
 */
export function usualLoad({ calls, days_worked }: { calls: number; days_worked: number }): UsualLoad {
  if (days_worked < leastDaysWorked) return { ...usualCalls };
  const average = Math.max(Math.floor((2 * calls + days_worked) / (2 * days_worked)), 1);
  return { least: average, most: average };
}

/** A day's load in words: "7 planned · usual 10", "14 planned · usual 8 to 12 · 2 more than usual". */
export function loadWords(planned: number, { least, most }: UsualLoad): string {
  const usual = `usual ${least === most ? most : `${least} to ${most}`}`;
  const over = planned > most ? ` · ${planned - most} more than usual` : "";
  return `${planned === 0 ? "Nothing" : planned} planned · ${usual}${over}`;
}
