import { ChevronDown, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { buttonClass } from "../../ui/control/button-class.ts";
import { SearchBox } from "./SearchBox.tsx";

type Props = {
  /** The search for words, if there is one; always visible. */
  search?: {
    value: string | undefined;
    change: (changes: { search: string | undefined }) => void;
    /** Which fields are searched, if that is worth saying. */
    placeholder?: string;
  };
  /** A filter of one tap, on phones beside the search. */
  quick?: ReactNode;
  /** The other filters: in one open row on desks, behind one tap on phones. */
  children?: ReactNode;
  /** How many of the other filters are active. */
  active?: number;
  /** On phones, the search stays under the top bar while the list scrolls. It must be in the screen's own column. */
  stays?: boolean;
};

/** The filters of a list. */
export function ListFilters({ search, quick, children, active = 0, stays = false }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div
      data-stays={stays || undefined}
      className="labels-on-edge flex flex-wrap items-start gap-3 print:hidden"
    >
      <div className={`flex min-w-0 items-end gap-2 ${search ? "flex-1 basis-40" : "sm:hidden"}`}>
        {search && (
          <SearchBox
            value={search.value ?? ""}
            onSearch={(text) => search.change({ search: text || undefined })}
            placeholder={search.placeholder}
          />
        )}
        {quick && <span className="empty:hidden sm:hidden">{quick}</span>}
        {children && (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            className={`${buttonClass({})} sm:hidden`}
            onClick={() => setOpen(!open)}
          >
            <SlidersHorizontal size={16} aria-hidden="true" />
            {/* Beside one more button, the room belongs to the search. */}
            <span className={search ? "in-[:has([data-quick])]:sr-only" : undefined}>Filters</span>
            {active > 0 && <span> ({active})</span>}
            <ChevronDown
              size={16}
              aria-hidden="true"
              className={`${search ? "in-[:has([data-quick])]:hidden" : ""} ${open ? "rotate-180" : ""}`}
            />
          </button>
        )}
      </div>
      {children && (
        <div
          id={id}
          className={`${open ? "grid animate-rise" : "hidden"} w-full gap-3 ${search ? "sm:w-auto" : ""} sm:flex sm:flex-wrap sm:items-start`}
        >
          {children}
        </div>
      )}
    </div>
  );
}
