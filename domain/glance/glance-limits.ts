/** How many months back a glance looks, and how many months before those it compares them with. */
export const glanceMonthCount = 6;

/** The most products of a glance; `products` counts them all. */
export const maxGlanceProducts = 50;

/** The most scheduled visits of a glance: the last ones up to today, and as many after it. */
export const maxGlanceScheduled = 5;
