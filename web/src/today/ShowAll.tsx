import { formatCount } from "@rounds/domain/money/count.ts";
import { Button } from "../ui/control/Button.tsx";

/** How many doctors are shown before all are asked for. */
export const fewDue = 10;

type Props = {
  /** Whether all are shown. */
  all: boolean;
  onAll: (all: boolean) => void;
  /** How many there are to show, and in all. */
  rows: number;
  total: number;
};

/** Below a list of doctors: shows all of them, or few again. Nothing below a short one. */
export function ShowAll({ all, onAll, rows, total }: Props) {
  if (rows <= fewDue) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 sm:px-5">
      <Button size="small" aria-expanded={all} onClick={() => onAll(!all)}>
        {all ? "Show fewer" : `Show all ${rows}`}
      </Button>
      {total > rows && (
        <p className="text-muted">
          The {rows} most urgent of {formatCount(total)}
        </p>
      )}
    </div>
  );
}
