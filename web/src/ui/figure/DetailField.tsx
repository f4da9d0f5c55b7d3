import type { ReactNode } from "react";

/** A label with its value, "N/A" if empty. Put fields into `DetailList`; a `wide` one fills its line. */
export function DetailField({ label, value, wide }: { label: string; value: ReactNode; wide?: boolean }) {
  const empty = value === null || value === undefined || value === "" || value === false;
  return (
    <div className={`min-w-0 ${wide ? "sm:col-span-full" : ""}`}>
      <dt className="text-small text-muted">{label}</dt>
      <dd className={`mt-0.5 break-words whitespace-pre-line ${empty ? "text-muted" : ""}`}>
        {empty ? "N/A" : value}
      </dd>
    </div>
  );
}
