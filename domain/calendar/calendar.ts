/** A calendar day, `yyyy-MM-dd`: never a moment, never a Date. Days compare as strings. */
export type Day = string;

/** An inclusive range of days; without a start or an end, it is open on that side. */
export type DayRange = { from?: Day | undefined; to?: Day | undefined };

const shape = /^(\d{4})-(\d{2})-(\d{2})$/;
const msPerDay = 86_400_000;

/** The first and last day that the product accepts. */
export const firstDay: Day = "1900-01-01";
export const lastDay: Day = "2999-12-31";

/** Whether the text is a real calendar day (2025-02-29 is not) between 1900 and 2999. */
export function isDay(text: string): text is Day {
  const match = shape.exec(text);
  if (!match || text < firstDay || text > lastDay) return false;
  return fromEpochDays(epochDays(text)) === text;
}

/** One formatter per time zone: creating one takes longer than the rest of a short request. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  dayFormats.set(timeZone, made);
  return made;
}

/** Indian time since 1945, ahead of UTC, in milliseconds: the first formatter of a page would hold up its first screen. */
const indian = { names: ["Asia/Kolkata", "Asia/Calcutta"], ahead: 19_800_000 };

/** The day of an instant (milliseconds since 1970, UTC) in a time zone such as "Asia/Kolkata". */
export function dayOf(instant: number, timeZone: string): Day {
  if (instant >= 0 && indian.names.includes(timeZone))
    return fromEpochDays(Math.floor((instant + indian.ahead) / msPerDay));
  const parts = dayFormat(timeZone).formatToParts(instant);
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${value("year")}-${value("month")}-${value("day")}`;
}

/** Whole days since 1970-01-01. */
export function epochDays(day: Day): number {
  const [, year, month, date] = shape.exec(day) ?? [];
  return Math.floor(Date.UTC(Number(year), Number(month) - 1, Number(date)) / msPerDay);
}

function fromEpochDays(days: number): Day {
  return new Date(days * msPerDay).toISOString().slice(0, 10);
}

/** The day `count` days later (earlier when negative). */
export function addDays(day: Day, count: number): Day {
  return fromEpochDays(epochDays(day) + count);
}

/** The first day of the day's month. */
export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

/** The last day of the day's month. */
export function endOfMonth(day: Day): Day {
  return addDays(startOfMonth(addDays(startOfMonth(day), 31)), -1);
}

/** The first day of the day's year. */
export function startOfYear(day: Day): Day {
  return `${day.slice(0, 4)}-01-01`;
}

/** The last day of the day's year. */
export function endOfYear(day: Day): Day {
  return `${day.slice(0, 4)}-12-31`;
}

/** Whether this machine knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The names of the months, January first. */
export const months =
  "January February March April May June July August September October November December".split(" ");
const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** The month and the weekday of a day, without the platform's formatter: on a phone, a page's first one takes a tenth of a second. */
function namesOf(day: Day) {
  const start = new Date(day);
  const month = months[start.getUTCMonth()];
  const weekday = weekdays[start.getUTCDay()];
  if (!month || !weekday) throw new RangeError(day);
  return [month, weekday] as const;
}

/** A day in lists: "Jan 05, 2025". */
export function formatDay(day: Day): string {
  const [month] = namesOf(day);
  return `${month.slice(0, 3)} ${day.slice(8)}, ${day.slice(0, 4)}`;
}

/** A day in details: "Sunday, January 5, 2025". */
export function formatDayLong(day: Day): string {
  const [month, weekday] = namesOf(day);
  return `${weekday}, ${month} ${Number(day.slice(8))}, ${day.slice(0, 4)}`;
}

/** The day of the week: "Thu". */
export function formatWeekday(day: Day): string {
  return namesOf(day)[1].slice(0, 3);
}

/** The month of a day: "January 2025". */
export function formatMonth(day: Day): string {
  return `${namesOf(day)[0]} ${day.slice(0, 4)}`;
}

/** A moment (ISO 8601) for people, in the business's time zone: "Jan 05, 2025, 04:30 PM". */
export function formatMoment(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "short",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).format(Date.parse(moment));
}

/** The time of day of a moment (milliseconds since 1970) in a time zone: "18:40". */
export function formatTimeOfDay(instant: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(instant);
}

/** An instant (milliseconds since 1970) as the API writes moments: ISO 8601 in UTC with milliseconds. */
export function momentOf(instant: number): string {
  return new Date(instant).toISOString();
}
