import { dayOf, formatDay, formatTimeOfDay } from "@rounds/domain/calendar/calendar.ts";
import { now } from "../../api/clock.ts";
import { businessTimeZone } from "../../api/page-settings.ts";
import { setAsOfWords } from "../../api/phone/as-of.ts";
import { queryClient } from "../../api/query-client.ts";
import { onSession, sessionState } from "../../api/session/session.ts";
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

/** Why the phone answers. While the person is asked to sign in again, the server's answers wait for that. */
function whyHere(): string {
  if (!navigator.onLine) return "No connection.";
  return sessionState().ended ? "Not signed in." : "No answer.";
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
    const words = at === undefined ? "" : `${whyHere()} Showing what this phone knows from ${timeWords(at)}`;
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
  const stopSession = onSession(gather);
  return () => {
    stop();
    stopSession();
    clearTimeout(timer);
    removeEventListener("online", gather);
    removeEventListener("offline", gather);
    setAsOfWords("");
  };
}
