import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { paths } from "../paths.ts";
import type { VisitFormInput, VisitFormValues } from "./visit-form.ts";

/** What was typed for a new visit before a scheduled one was completed instead. */
type Completion = Pick<VisitFormInput, "items" | "new_item"> & { notes: string };

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** For the screen that edits a visit: it is about to be completed, with this input. */
    completes?: Completion;
  }
}

/**
 * The scheduled visit that today's visit probably is: today's, otherwise the last missed one, otherwise the next one.
 */
export function scheduledFor<Row extends { visit_date: Day; status: string }>(
  visits: readonly Row[],
  today: Day,
): Row | undefined {
  const newestFirst = visits
    .filter(({ status }) => status === "scheduled")
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
        state: (state) => ({ ...state, completes: typed }),
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
  return {
    ...scheduled,
    visit_date: today,
    status: "completed",
    notes: [scheduled.notes, notes].filter(Boolean).join("\n"),
    items: [...scheduled.items, ...items],
    new_item,
  };
}

/** Whether a visit was completed with everything that was typed, so that only the answer was lost. */
export function isCompletedWith(
  visit: Pick<Visit, "status" | "notes"> & { sales: readonly { id: string }[] },
  { items, notes }: Pick<VisitFormValues, "items" | "notes">,
): boolean {
  const stored = new Set(visit.sales.map(({ id }) => id));
  return (
    visit.status === "completed" &&
    items.every(({ id }) => stored.has(id)) &&
    (!notes || visit.notes?.includes(notes) === true)
  );
}
