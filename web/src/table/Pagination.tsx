import { formatCount } from "@rounds/domain/money/count.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "../ui/control/Button.tsx";

type Props = {
  /** A page of rows, counted from 1, and how many rows match the filters. */
  list: { rows: readonly unknown[]; page: number; page_size: number; total: number };
  /** The page asked for last, which may still be coming: a second press counts on from it. */
  asked: number;
  onPage: (page: number) => void;
  /** What the rows are called: "doctors". */
  itemName: string;
};

/** The buttons to change the page of a list; hidden if there is only one page or none. */
export function Pagination({ list: { rows, page, page_size, total }, asked, onPage, itemName }: Props) {
  const pages = Math.ceil(total / page_size);
  if (pages <= 1) return null;
  function turn(step: 1 | -1) {
    const from = Math.min(asked, pages + 1);
    const to = Math.min(Math.max(from + step, 1), pages);
    if (to !== asked) onPage(to);
  }
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3 sm:px-5 print:hidden"
    >
      <p className="text-muted">
        Showing {formatCount(rows.length)} of {formatCount(total)} {itemName}
      </p>
      <div className="flex items-center gap-2 max-sm:w-full max-sm:justify-between max-sm:[&_svg]:hidden">
        <Button size="small" icon={ChevronLeft} disabled={page <= 1} onClick={() => turn(-1)}>
          Previous
        </Button>
        <span aria-live="polite" className="px-1 text-center text-muted">
          Page {formatCount(page)} of {formatCount(pages)}
        </span>
        <Button size="small" icon={ChevronRight} iconLast disabled={page >= pages} onClick={() => turn(1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}
