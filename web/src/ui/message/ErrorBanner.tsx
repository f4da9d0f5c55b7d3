import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** A red box with an error. Nothing is shown without a message. */
export function ErrorBanner({ message, action }: { message: ReactNode; action?: ReactNode }) {
  if (!message) return null;
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-control border border-danger-line bg-danger-soft px-3.5 py-3 text-danger"
    >
      <CircleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">{message}</div>
      {action}
    </div>
  );
}
