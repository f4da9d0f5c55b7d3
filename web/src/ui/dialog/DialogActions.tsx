import type { ReactNode } from "react";

/** The buttons at the foot of a dialog; the last one confirms. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>;
}
