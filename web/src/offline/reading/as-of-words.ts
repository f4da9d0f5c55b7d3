import { dayOf, formatDay, formatTimeOfDay } from "@rounds/domain/calendar/calendar.ts";
import { now } from "../../api/clock.ts";
import { businessTimeZone } from "../../api/page-settings.ts";
import { setAsOfWords } from "../../api/phone/as-of.ts";
import { queryClient } from "../../api/query-client.ts";
import { shownAsOf } from "./read-here.ts";

/** When something was read, for people: "as of 10:42", or with the day if that was not today. */
export function asOfWords(at: number): string {
  return `as of ${timeWords(at)}`;
}

/** The time of a moment in milliseconds since 1970, "10:42", with its day if that is not today. */
export function timeWords(at: number): string {
  const [day, today] = [dayOf(at, businessTimeZone), dayOf(now(), businessTimeZone)];
  const time = formatTimeOfDay(at, businessTimeZone);
  return day === today ? time : `${formatDay(day)}, ${time}`;
}

/** How long news of what is shown are gathered before they are shown, in milliseconds: the rows themselves come first. */
const gathering = 50;

/** Keeps the words on the screen right until the returned function is called. */
export function followAsOf(): () => void {
  let shown = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    timer = undefined;
    const at = shownAsOf();
    const why = navigator.onLine ? "No answer." : "No connection.";
    const words = at === undefined ? "" : `${why} Showing what this phone knows from ${timeWords(at)}`;
    if (words === shown) return;
    shown = words;
    setAsOfWords(words);
  };
  const gather = () => {
    timer ??= setTimeout(tell, gathering);
  };
  const stop = queryClient.getQueryCache().subscribe(gather);
  addEventListener("online", gather);
  addEventListener("offline", gather);
  return () => {
    stop();
    clearTimeout(timer);
    removeEventListener("online", gather);
    removeEventListener("offline", gather);
    setAsOfWords("");
  };
}
