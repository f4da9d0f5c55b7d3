/** What has a history that is shown: the records, and the settings of the team. */
export const recordNouns = ["doctors", "products", "visits"] as const;
export const settingNouns = ["call_norms", "holidays", "leave_days"] as const;

/** What all changes can be filtered by. */
export const changesNouns = [...recordNouns, ...settingNouns] as const;
export type ChangesNoun = (typeof changesNouns)[number];
