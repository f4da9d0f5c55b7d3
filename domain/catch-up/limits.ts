/** The most doctors that a person adds to the rows of a day. */
export const maxAddedDoctors = 60;

/** The most likely doctors that are offered; a field day has 8 to 12 calls. */
export const maxLikelyDoctors = 12;

/** The most visits of a day that are read. */
export const maxVisitsOfDay = 300;
