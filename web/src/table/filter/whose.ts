/** By what a list says whose its rows are. */
export type Whose = {
  /** The heading of the column. */
  header: string;
  /** Who has what nobody has. */
  nobody: string;
  /** The id of a row's person. */
  personOf: (row: Record<string, unknown>) => unknown;
};

/** Doctors, by their representative; one without is everybody's. */
export const byRepresentative: Whose = {
  header: "Representative",
  nobody: "Everybody",
  personOf: ({ representative_id }) => representative_id,
};

/** Visits and their sales, by who recorded the visit; of one without an author, to a doctor of nobody, it is nobody. */
export const byAuthor: Whose = {
  header: "Recorded By",
  nobody: "Nobody",
  personOf: ({ created_by }) => created_by,
};
