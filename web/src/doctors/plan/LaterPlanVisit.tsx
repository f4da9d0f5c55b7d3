import { laterBeside } from "../../ui/browser/later.tsx";

/** The button that plans a visit, in lists: its code comes after the rows, and its place is kept meanwhile. */
export const LaterPlanVisit = laterBeside(
  () => import("./PlanVisit.tsx").then((module) => module.PlanVisit),
  () => <span className="inline-grid size-11 shrink-0 sm:size-8 touch:size-11" />,
);
