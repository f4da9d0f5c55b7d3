import type { ComponentProps } from "react";

/** The field of a file; its label stands above it, by `id`. */
export function FileInput(props: Omit<ComponentProps<"input">, "type" | "className">) {
  return (
    <input
      type="file"
      className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface p-2 file:mr-3 file:rounded-control file:border-0 file:bg-hover file:px-3 file:py-1.5 file:font-medium"
      {...props}
    />
  );
}
