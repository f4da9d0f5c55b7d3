import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTopDialog } from "../ui/dialog-stack.ts";
import { type Toast, toast as toaster, useToasts } from "../ui/toast.ts";

const looks = {
  success: { icon: CircleCheck, color: "text-good" },
  error: { icon: CircleAlert, color: "text-danger" },
  warning: { icon: TriangleAlert, color: "text-warn" },
  info: { icon: Info, color: "text-info" },
} as const;

/** The messages at the top right. They lie within the open dialog, if any, so that they can be reached there too. */
export function Toasts() {
  const toasts = useToasts();
  const dialog = useTopDialog();
  return createPortal(
    <section
      aria-label="Messages"
      className="pointer-events-none fixed top-3 right-3 left-3 z-50 flex flex-col items-end gap-2 sm:left-auto sm:w-90 print:hidden"
    >
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </section>,
    dialog ?? document.body,
  );
}

function OneToast({ toast }: { toast: Toast }) {
  const { icon: Icon, color } = looks[toast.type];
  const [held, setHeld] = useState(false);

  useEffect(() => {
    // Whoever points at it is reading it.
    if (held || toast.duration <= 0) return;
    const timer = setTimeout(() => toaster.close(toast.id), toast.duration);
    return () => clearTimeout(timer);
  }, [held, toast]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it from going
    <div
      role={toast.type === "error" ? "alert" : "status"}
      className="pointer-events-auto flex w-full animate-rise items-start gap-2.5 rounded-control border border-line bg-surface py-1.5 pr-1.5 pl-3.5 shadow-lift"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} aria-hidden="true" className={`mt-2 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        {toast.lead && <p className="font-medium">{toast.lead}</p>}
        <p className={toast.lead && "text-muted"}>{toast.text}</p>
        {toast.link && (
          <Link
            {...toast.link.target}
            className="-mb-2 inline-flex min-h-9 items-center font-medium text-accent hover:underline touch:min-h-11"
            onClick={() => toaster.close(toast.id)}
          >
            {toast.link.label}
          </Link>
        )}
      </div>
      <button
        type="button"
        aria-label="Close message"
        title="Close"
        className="grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink touch:size-11"
        onClick={() => toaster.close(toast.id)}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
