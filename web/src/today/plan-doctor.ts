import { type Day, formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { asApiError } from "../api/api-error.ts";
import { savedWords } from "../api/kept.ts";
import { undoOffer } from "../history/undo-offer.ts";
import { toast } from "../ui/toast.ts";
import { undoMs } from "../ui/undo-ms.ts";
import { deleteVisit } from "../visits/queries.ts";
import { planVisit } from "./queries.ts";

type Named = { id: string; name: string };

/** Says that a visit is planned, with Undo. */
export function tellPlanned(doctor: { name: string }, visit: Visit, onUndone?: () => void): void {
  const { visit_date } = visit;
  toast.success(savedWords(visit, `${doctor.name} is planned for ${formatDay(visit_date)}.`), {
    duration: undoMs,
    link: { label: "Undo", run: () => void takeBack(doctor, visit, onUndone) },
  });
}

/** Says that a planned visit was moved, with Undo. */
export function tellMoved(doctor: { name: string }, visit: Visit): void {
  const record = { noun: "visits", id: visit.id, op: "update" } as const;
  toast.success(
    savedWords(visit, `${doctor.name} is planned for ${formatDay(visit.visit_date)}.`),
    undoOffer(visit, record),
  );
}

/**
 * Plans a visit to a doctor for a day, and says so with Undo, or why it could not be. `id` is the new visit's: the same
 * again plans no second one. Ends when the screen shows it; whether it is planned. `onUndone`: once it no longer is.
 */
export async function planDoctor(
  id: string,
  doctor: Named,
  day: Day,
  onUndone?: () => void,
): Promise<boolean> {
  try {
    tellPlanned(doctor, await planVisit(id, doctor.id, day), onUndone);
    return true;
  } catch (thrown) {
    const { code, message } = asApiError(thrown);
    if (code === "already_planned") {
      toast.info(`${doctor.name} is planned for ${formatDay(day)} already.`);
      return true;
    }
    toast.error(`${doctor.name} could not be planned.`, { lead: message });
    return false;
  }
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
    toast.error("The plan could not be taken back.", { lead: asApiError(thrown).message });
  }
}
