import { X } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../ui/control/IconButton.tsx";
import { useModal } from "../../ui/dialog/useModal.ts";
import { ThemeSwitch } from "../theme/ThemeSwitch.tsx";
import { Navigation } from "./Navigation.tsx";

/** The sidebar of small screens: over the page, closed by the backdrop, its button, a link and Escape. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const ref = useModal();
  const pressedOutside = useRef(false);
  return (
    <dialog
      ref={ref}
      aria-label="Menu"
      className="fixed inset-0 m-0 hidden size-full max-h-none max-w-none animate-fade bg-scrim open:block lg:open:hidden print:hidden"
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget;
      }}
      onPointerUp={(event) => {
        if (event.target === event.currentTarget && pressedOutside.current) onClose();
      }}
    >
      <div className="relative flex h-full w-72 max-w-[85vw] animate-slide-in flex-col border-r border-line bg-surface shadow-lift">
        <span className="absolute top-1.5 right-2 flex">
          <span className="sm:hidden">
            <ThemeSwitch />
          </span>
          <IconButton icon={X} label="Close menu" onClick={onClose} />
        </span>
        <Navigation onFollow={onClose} />
      </div>
    </dialog>
  );
}
