/** What has a history that is shown: the records, the settings of the team, and what its people may do. */
export const recordNouns = ["doctors", "products", "visits"] as const;
export const settingNouns = [
  "call_norms",
  "holidays",
  "leave_days",
  "company",
  "permissions",
  "members",
] as const;

/** What all changes can be filtered by. */
export const changesNouns = [...recordNouns, ...settingNouns] as const;
export type ChangesNoun = (typeof changesNouns)[number];
