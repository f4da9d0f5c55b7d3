/** The most rows in one answer; a list is printed with up to this many. */
export const printLimit = 2000;

/** Requests all rows of a list, up to the most that one answer contains. */
export const wholeList = { page: 1, page_size: printLimit };
