import { Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const looks = {
  info: "border-info-line bg-info-soft text-info",
  warning: "border-warn-line bg-warn-soft text-warn",
};

/** A box for something worth knowing, such as a warning before it becomes an error. */
export function NoticeBanner({
  kind = "info",
  announced = true,
  action,
  children,
}: {
  kind?: "info" | "warning";
  /** Whether screen readers announce it when it appears; not needed inside an announced region. */
  announced?: boolean;
  action?: ReactNode;
  children: ReactNode;
}) {
  const Icon = kind === "info" ? Info : TriangleAlert;
  return (
    <div
      role={announced ? "status" : undefined}
      className={`flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-control border px-3.5 py-2.5 ${looks[kind]}`}
    >
      <Icon size={18} aria-hidden="true" className="shrink-0" />
      <div className="min-w-0 flex-1 basis-40">{children}</div>
      {action}
    </div>
  );
}
