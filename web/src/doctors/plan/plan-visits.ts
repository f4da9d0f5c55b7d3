type Named = { id: string; name: string };

/** How visits are planned: days to plan belong to Today, which stands above the doctors' screens. */
export type Planner = {
  /**
   * Plans a visit under a new id for the person's next field day, and says so, or why it could not be. Answers the id of
   * the visit that is planned now; `undefined` if none is. `onUndone`: once it no longer is.
   */
  planNextDay: (id: string, doctor: Named, onUndone: () => void) => Promise<string | undefined>;
  /** Asks for another day of a planned visit. */
  chooseAnotherDay: (doctor: Named, visit_id: string) => Promise<void>;
};

/** Loads how visits are planned; nothing until `planVisitsWith` has said it. */
export let loadPlanner: (() => Promise<Planner>) | undefined;

/** Tells the doctors' screens how to plan a visit. */
export function planVisitsWith(planner: () => Promise<Planner>): void {
  loadPlanner = planner;
}
