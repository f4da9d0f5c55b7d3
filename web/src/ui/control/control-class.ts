/** The classes of an input or select. */
export function controlClass(wrong = false): string {
  return [
    "block w-full min-h-11 rounded-control border bg-surface px-3 text-body text-ink sm:min-h-9 touch:min-h-11",
    "transition-colors duration-120 disabled:bg-sunken disabled:text-muted",
    "focus-visible:outline-2 focus-visible:outline-offset-0",
    wrong
      ? "border-danger focus-visible:outline-danger"
      : "border-line-strong hover:border-ink/60 focus-visible:outline-accent",
  ].join(" ");
}
