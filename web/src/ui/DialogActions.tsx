import type { ReactNode } from "react";

/** The buttons at the foot of a dialog; the last one is the one that acts. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>;
}
