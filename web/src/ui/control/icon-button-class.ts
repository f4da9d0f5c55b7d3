/** The classes of a button or link that shows only an icon. */
export function iconButtonClass(danger = false): string {
  return [
    "inline-grid size-11 shrink-0 place-items-center rounded-control text-muted sm:size-8 touch:size-11",
    "transition-colors duration-120 aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    danger ? "hover:bg-danger-soft hover:text-danger" : "hover:bg-sunken hover:text-ink",
  ].join(" ");
}
