import type { ReactNode } from "react";

/** A line of the account page: a value and, beside it, the button that changes it. */
export function SettingRow({ label, value, action }: { label: string; value: ReactNode; action: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="text-small text-muted">{label}</p>
        <p className="mt-0.5 wrap-anywhere">{value}</p>
      </div>
      <div className="shrink-0 print:hidden">{action}</div>
    </div>
  );
}
