/** The most rows that one answer holds: what a list is printed with. */
export const printLimit = 2000;

/** Asks a list for all its rows, as far as one answer holds them. */
export const wholeList = { page: 1, page_size: printLimit };
