import { formatCount } from "@rounds/domain/money/count.ts";

/** How far a bulk edit is. */
export function BulkProgress({ done, total }: { done: number; total: number }) {
  return (
    <div>
      <progress value={done} max={total} aria-label="Done" className="block h-2 w-full accent-accent" />
      <p className="mt-1 text-small text-muted" aria-live="polite">
        {formatCount(done)} of {formatCount(total)}
      </p>
    </div>
  );
}
