import { formatCount } from "@rounds/domain/money/count.ts";
import { printLimit } from "@rounds/domain/paging/whole-list.ts";

/** On paper: which part of the list this is, if it is not the whole list. */
export function PrintedPart({ printed, total }: { printed: number; total: number }) {
  if (printed >= total) return null;
  return (
    <p className="hidden px-5 py-2 font-medium print:block">
      {printed >= printLimit
        ? `Only the first ${formatCount(printed)} of ${formatCount(total)} rows are printed. Narrow the filters to print the rest.`
        : `Only these ${formatCount(printed)} of ${formatCount(total)} rows are printed: those that were on the screen. The Print button prints all.`}
    </p>
  );
}
