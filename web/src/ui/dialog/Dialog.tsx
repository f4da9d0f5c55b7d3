import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { IconButton } from "../control/IconButton.tsx";
import { useModal } from "./useModal.ts";
import { useTapOutside } from "./useTapOutside.ts";

type Props = {
  title: string;
  /** A sentence or a few words under the title. */
  description?: ReactNode;
  /** The close button, Escape and a tap outside. While `busy`, none of them closes the dialog. */
  onClose: () => void;
  busy?: boolean;
  /** "alertdialog" for a question that must be answered. */
  role?: "dialog" | "alertdialog";
  size?: "small" | "medium" | "large";
  /** Hides the close button, for a question whose buttons are its answers. */
  plain?: boolean;
  children: ReactNode;
};

const sizes = { small: "sm:max-w-md", medium: "sm:max-w-lg", large: "sm:max-w-3xl" };

/**
 * A window over the page, open for as long as it is rendered. The focus goes to the element marked `data-autofocus`,
 * otherwise to the first field, and returns afterwards.
 */
export function Dialog({
  title,
  description,
  onClose,
  busy = false,
  role = "dialog",
  size = "small",
  plain = false,
  children,
}: Props) {
  const ref = useModal();
  const titleId = useId();
  const descriptionId = useId();
  const close = () => {
    if (!busy) onClose();
  };
  const tapOutside = useTapOutside(close);

  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={description ? descriptionId : undefined}
      className="fixed inset-0 m-0 hidden size-full max-h-none max-w-none animate-fade items-end justify-center overflow-hidden bg-scrim open:flex sm:items-center sm:p-6 print:hidden"
      onCancel={(event) => {
        // It may be of a window inside this one, or of a file field.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onClose={(event) => {
        // A browser may close it without asking, on a second Escape.
        if (event.target !== event.currentTarget || event.currentTarget.open) return;
        if (busy) event.currentTarget.showModal();
        else onClose();
      }}
      onKeyDown={(event) => {
        // Escape belongs to the window on top, not to the form under it.
        if (event.key === "Escape") event.stopPropagation();
      }}
      {...tapOutside}
    >
      <div
        className={`flex max-h-[92dvh] w-full animate-rise flex-col rounded-t-card border border-line bg-surface shadow-lift sm:max-h-full sm:rounded-card ${sizes[size]}`}
      >
        <div className="flex items-start justify-between gap-3 px-5 pt-4">
          <div className="min-w-0 pt-1">
            <h2 id={titleId} className="text-base font-semibold break-words">
              {title}
            </h2>
            {description && (
              <div id={descriptionId} className="mt-0.5 text-muted">
                {description}
              </div>
            )}
          </div>
          {!plain && (
            <span className="-mr-2">
              <IconButton icon={X} label="Close" onClick={close} disabled={busy} />
            </span>
          )}
        </div>
        <div className="min-h-0 overflow-y-auto px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
          {children}
        </div>
      </div>
    </dialog>
  );
}
