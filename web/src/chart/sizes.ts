/** Heights in pixels, shared by the charts and their skeletons. */
export const barsHeight = 240;
export const lineHeight = 280;
export const ringHeight = 224;

/** A row of ranked bars: two lines in a narrow card, one in a wide one. */
export const rankingRow = "min-h-13 @md:min-h-9 touch:@md:min-h-11";

/** A row of a ring's legend: name over figure in a narrow card, beside it in a wide one. */
export const legendRow = "min-h-14 @2xl:min-h-9 touch:@2xl:min-h-11";

/** Ring and legend: one above the other in a narrow card, side by side in a wide one. */
export const ringAndLegend = "flex flex-col items-center justify-center gap-x-6 gap-y-3 @md:flex-row";

/** The button below every chart. */
export const tableButton = "h-11 sm:h-8 touch:h-11";
