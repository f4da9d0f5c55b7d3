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

/** Below a list of doctors: shows all of them, or few again. Nothing below a short one that is complete. */
export function ShowAll({ all, onAll, rows, total }: Props) {
  if (rows <= fewDue && total <= rows) return null;
  return (
    <div className={below}>
      {rows > fewDue && (
        <Button size="small" aria-expanded={all} onClick={() => onAll(!all)}>
          {all ? "Show fewer" : `Show all ${rows}`}
        </Button>
      )}
      {total > rows && <MostUrgent rows={rows} total={total} />}
    </div>
  );
}

/** Below a list that shows all its rows: of how many these are the most urgent ones. */
export function ShownOf({ rows, total }: Pick<Props, "rows" | "total">) {
  return total > rows ? (
    <div className={below}>
      <MostUrgent rows={rows} total={total} />
    </div>
  ) : null;
}

const below = "flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 sm:px-5";

function MostUrgent({ rows, total }: Pick<Props, "rows" | "total">) {
  return (
    <p className="text-muted">
      The {rows} most urgent of {formatCount(total)}
    </p>
  );
}
