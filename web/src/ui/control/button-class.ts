/** The look of a button; `wide` fills its line, and a text that `wraps` takes several where one is too narrow. */
export type ButtonLook = {
  variant?: "primary" | "secondary" | "quiet" | "danger" | "danger-quiet";
  size?: "medium" | "small";
  wide?: boolean;
  wraps?: boolean;
};

const variants = {
  primary: "bg-accent text-on-accent border-transparent hover:bg-accent-strong",
  secondary: "bg-surface text-ink border-line-strong/60 hover:bg-hover hover:border-line-strong",
  quiet: "bg-transparent text-muted border-transparent hover:bg-sunken hover:text-ink",
  danger: "bg-danger-fill text-on-accent border-transparent hover:bg-danger-strong",
  "danger-quiet": "bg-surface text-danger border-line-strong/60 hover:bg-danger-soft hover:border-danger",
} as const;

const sizes = {
  medium: "min-h-11 px-4 sm:min-h-9 sm:px-3.5 touch:min-h-11",
  small: "min-h-11 px-3 sm:min-h-8 sm:px-2.5 touch:min-h-11",
} as const;

/** The classes of a button, for buttons and for links that look like one. */
export function buttonClass({
  variant = "secondary",
  size = "medium",
  wide = false,
  wraps = false,
}: ButtonLook): string {
  return [
    "inline-flex items-center justify-center gap-2 rounded-control border text-body font-medium",
    "select-none transition-colors duration-120 aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    "aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-strong",
    variants[variant],
    sizes[size],
    wide ? "w-full" : "",
    wraps ? "" : "whitespace-nowrap",
  ].join(" ");
}
