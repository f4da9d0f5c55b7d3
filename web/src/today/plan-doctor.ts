import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { nearDayWords } from "@rounds/domain/today/words.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { asApiError } from "../api/api-error.ts";
import { today as currentDay } from "../api/clock.ts";
import { savedWords } from "../api/phone/kept.ts";
import { queryClient } from "../api/query-client.ts";
import { outcomeWords } from "../ui/message/outcome.ts";
import { toast } from "../ui/message/toast.ts";
import { undoLink, undoMs } from "../ui/message/undo-link.ts";
import { deleteVisit } from "../visits/queries.ts";
import { chooseAnotherDay, nextWeekday } from "./another-day.tsx";
import { planVisit, todayQuery } from "./queries.ts";

export { chooseAnotherDay };

type Named = { id: string; name: string };

/**
 * Plans a visit to a doctor for a day, and says so with Undo and the choice of another day, or why it could not be. `id` is
 * the new visit's: the same again plans no second one. Ends when the screen shows it. Answers the id of the visit that is
 * planned now; `undefined` if none is. `onUndone`: once it no longer is.
 */
export async function planDoctor(
  id: string,
  doctor: Named,
  day: Day,
  onUndone?: () => void,
): Promise<string | undefined> {
  const anotherDay = (visit_id: string) => ({
    label: "Another day",
    run: () => void chooseAnotherDay(doctor, visit_id, day),
  });
  try {
    const visit = await planVisit(id, doctor.id, day);
    toast.success(savedWords(visit, `${doctor.name} is planned for ${nearDayWords(day)}.`), {
      ...undoLink(visit.id, () => void takeBack(doctor, visit, onUndone)),
      also: anotherDay(visit.id),
    });
    return visit.id;
  } catch (thrown) {
    const error = asApiError(thrown);
    const { code, message, details } = error;
    if (code === "already_planned" && typeof details.visit_id === "string") {
      const { visit_id } = details;
      toast.info(`${doctor.name} is planned for ${nearDayWords(day)} already.`, {
        duration: undoMs,
        link: anotherDay(visit_id),
      });
      return visit_id;
    }
    const refused = `${doctor.name} could not be planned.`;
    toast.error(outcomeWords(error, refused, `${doctor.name} was planned`), { lead: message });
    return undefined;
  }
}

/** The same for the person's next field day. If that can't be read, it is the next day that is no Sunday. */
export async function planNextDay(
  id: string,
  doctor: Named,
  onUndone: () => void,
): Promise<string | undefined> {
  const today = currentDay();
  const read = await queryClient.ensureQueryData(todayQuery(today)).catch(() => undefined);
  return await planDoctor(id, doctor, read?.next_day ?? nextWeekday(today), onUndone);
}

/** Takes a plan back, unless somebody has changed it since. */
async function takeBack(
  doctor: { name: string },
  { id, version }: Visit,
  onUndone: (() => void) | undefined,
): Promise<void> {
  try {
    await deleteVisit(id, { version });
    onUndone?.();
    toast.success(`${doctor.name} is not planned any more.`);
  } catch (thrown) {
    const error = asApiError(thrown);
    const refused = "The plan could not be taken back.";
    toast.error(outcomeWords(error, refused, "the plan was taken back"), { lead: error.message });
  }
}
