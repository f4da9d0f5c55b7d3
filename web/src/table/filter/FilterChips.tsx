import { X } from "lucide-react";
import { useRef } from "react";
import { useRowFocus } from "../rows/useRowFocus.ts";
import { activeFilters, type Filter, withoutFilters } from "./filters.ts";
import type { ChangeSearch } from "./useListSearch.ts";

type Props<Search> = {
  /** All filters of the list; those that are not set have no chip. */
  filters: readonly Filter<Search>[];
  change: ChangeSearch<Search>;
  clearLabel?: string;
  /** Whether paper shows them, if nothing else there does. */
  onPaper?: boolean;
};

/** The active filters, each as "label: value" with a button to remove it. Nothing is shown if there are none. */
export function FilterChips<Search>({
  filters,
  change,
  clearLabel = "Clear All Filters",
  onPaper = false,
}: Props<Search>) {
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list);
  const chips = activeFilters(filters);
  if (chips.length === 0) return null;
  return (
    <>
      {onPaper && (
        <p className="hidden print:block">
          {chips.map(({ label, value }) => `${label}: ${value}`).join(" · ")}
        </p>
      )}
      <ul ref={list} aria-label="Active filters" className="flex flex-wrap items-center gap-2 print:hidden">
        {chips.map((chip) => (
          <li
            key={chip.label}
            data-row
            className="inline-flex max-w-full items-center rounded-full border border-line-strong/50 bg-surface pl-3 text-small"
          >
            <span className="truncate">
              {chip.label}: {chip.value}
            </span>
            <button
              type="button"
              aria-label={`Remove filter ${chip.label}: ${chip.value}`}
              title="Remove filter"
              className="grid size-9 shrink-0 place-items-center rounded-full text-muted hover:text-ink sm:size-7 touch:size-10"
              onClick={() => change(withoutFilters([chip]))}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
        <li data-row>
          <button
            type="button"
            className="min-h-9 rounded-control px-2 text-small font-medium text-accent hover:underline sm:min-h-7 touch:min-h-10"
            onClick={() => change(withoutFilters(filters))}
          >
            {clearLabel}
          </button>
        </li>
      </ul>
    </>
  );
}
