import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { completedVisit } from "@rounds/domain/visits/completion.ts";
import { useCallback } from "react";
import type { DraftPlace } from "../../form/draft/drafts.ts";
import { paths } from "../../paths.ts";
import { useNavigate } from "../../router/RouterProvider.tsx";
import type { VisitFormInput } from "./visit-form.ts";

/**
 * What was typed for a new visit before a scheduled one was completed instead; `visit_date` is the day on which it took
 * place, today if it is left out. `draft` is where it is kept until the form of the scheduled one has it.
 */
type Completion = Pick<VisitFormInput, "items" | "new_item"> & {
  notes: string;
  visit_date?: Day;
  draft?: DraftPlace;
};

/** For so many days after its day, a scheduled visit is offered to be completed by another day's visit. */
const daysOffered = 7;

/** Whether today's visit may be the one that was scheduled for that day: a plan of long ago is another visit. */
export function isOffered(day: Day, today: Day): boolean {
  return day >= addDays(today, -daysOffered);
}

declare module "@tanstack/history" {
  interface HistoryState {
    /** For the screen that edits a visit: it is about to be completed, with this input. */
    completes?: Completion;
  }
}

/**
 * The scheduled visit that today's visit probably is: today's, otherwise the last one missed in the last days, otherwise
 * the next one.
 */
export function scheduledFor<Row extends { visit_date: Day; status: string }>(
  visits: readonly Row[],
  today: Day,
): Row | undefined {
  const newestFirst = visits
    .filter(({ status, visit_date }) => status === "scheduled" && isOffered(visit_date, today))
    .toSorted((a, b) => (a.visit_date < b.visit_date ? 1 : -1));
  return newestFirst.find(({ visit_date }) => visit_date <= today) ?? newestFirst.at(-1);
}

/** Opens the form that edits a scheduled visit, about to be completed with what was typed for a new one. */
export function useCompleteInForm(): (id: string, typed: Completion) => void {
  const navigate = useNavigate();
  return useCallback(
    (id, typed) =>
      void navigate({
        ...paths.editVisit(id),
        replace: true,
        ignoreBlocker: true,
        state: { completes: typed },
      }),
    [navigate],
  );
}

/** The form of a scheduled visit that is completed on that day, with the input added to its content. */
export function completedForm(
  scheduled: VisitFormInput,
  { notes, items, new_item }: Completion,
  today: Day,
): VisitFormInput {
  const planned = { notes: scheduled.notes ?? null, items: scheduled.items };
  return { ...scheduled, ...completedVisit(planned, { visit_date: today, notes, items }), new_item };
}
