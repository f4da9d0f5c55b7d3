import { X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useDesk } from "../../ui/browser/useMediaQuery.ts";
import { IconButton } from "../../ui/control/IconButton.tsx";
import { useModal } from "../../ui/dialog/useModal.ts";
import { useTapOutside } from "../../ui/dialog/useTapOutside.ts";
import { ThemeSwitch } from "../theme/ThemeSwitch.tsx";
import { Navigation } from "./Navigation.tsx";

/**
 * The sidebar of small screens: over the page, closed by the backdrop, its button, a link and Escape, and once the screen is a
 * large one, which has its own: hidden but open, it would keep the page from being used.
 */
export function Drawer({ onClose }: { onClose: () => void }) {
  const ref = useModal();
  const tapOutside = useTapOutside(onClose);
  const close = useEffectEvent(onClose);
  const isDesk = useDesk();
  useEffect(() => {
    if (isDesk) close();
  }, [isDesk]);
  return (
    <dialog
      ref={ref}
      aria-label="Menu"
      className="fixed inset-0 m-0 hidden size-full max-h-none max-w-none animate-fade bg-scrim open:block lg:open:hidden print:hidden"
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
      {...tapOutside}
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
