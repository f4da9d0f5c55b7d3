import type { VisitOfSomebody } from "@rounds/domain/account/own-rows.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { ComponentType } from "react";

export type MissedVisitProps = {
  visit: { id: string; visit_date: Day } & VisitOfSomebody;
  today: Day;
};

let part: ComponentType<MissedVisitProps> | undefined;

/** Tells a doctor's page how to show a missed visit: recording and cancelling it belong to visits, which stand above. */
export function showMissedVisitWith(component: ComponentType<MissedVisitProps>): void {
  part = component;
}

/** A planned visit of the past that nobody recorded. */
export function MissedVisit(props: MissedVisitProps) {
  const Part = part;
  return Part && <Part {...props} />;
}
