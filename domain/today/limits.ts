/** The most rows of each list of the answer; the totals beside them count all. */
export const mostShown = 100;

/** How many days back the answer looks for planned visits that nobody recorded. */
export const unrecordedDays = 30;
