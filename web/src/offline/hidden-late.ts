import type { Day } from "@rounds/domain/calendar/calendar.ts";

/** Where this browser keeps who has hidden the banner about late entries, and on which day. Signing out removes it. */
export const hiddenLateKey = "rounds-late-hidden";

/** Whether a person has hidden the banner about late entries for this day. */
export function isLateHidden(user_id: string, day: Day): boolean {
  try {
    return localStorage.getItem(hiddenLateKey) === `${user_id} ${day}`;
  } catch {
    // Storage is forbidden: it shows.
    return false;
  }
}

/** Hides the banner about late entries from a person for this day, in all tabs opened from now on. */
export function hideLate(user_id: string, day: Day): void {
  try {
    localStorage.setItem(hiddenLateKey, `${user_id} ${day}`);
  } catch {
    // Storage is forbidden: it shows again with the next page.
  }
}
