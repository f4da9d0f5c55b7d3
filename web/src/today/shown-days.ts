import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { mondayOf } from "@rounds/domain/calendar/spans.ts";
import type { TodaySearch } from "../search.ts";

/** The day that the tab Tomorrow shows: the one of the address, or tomorrow if that one has come. */
export function plannedDay({ day }: TodaySearch, today: Day): Day {
  return day !== undefined && day > today ? day : addDays(today, 1);
}

/** The Monday of the week that the tab Week shows: that of the day in the address, or of today if it is over. */
export function shownMonday({ day }: TodaySearch, today: Day): Day {
  return mondayOf(day !== undefined && day > today ? day : today);
}
