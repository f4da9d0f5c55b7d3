import type { ReactNode } from "react";

/** The detail fields of one row, in one column on phones, and two or three on desks. */
export function DetailList({ columns = 2, children }: { columns?: 2 | 3; children: ReactNode }) {
  return (
    <dl className={`grid gap-x-8 gap-y-5 sm:grid-cols-2 ${columns === 3 ? "lg:grid-cols-3" : ""}`}>
      {children}
    </dl>
  );
}
