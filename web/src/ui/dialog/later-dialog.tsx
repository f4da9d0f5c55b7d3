import type { ComponentType } from "react";
import { type Away, type LaterPart, later, NotLoaded } from "../browser/later.tsx";
import { Button } from "../control/Button.tsx";
import { useModal } from "./useModal.ts";

/**
 * A dialog whose code is loaded when it is opened, or earlier by `preload`. If it can't be fetched, a small dialog in
 * its place says so; `closeOf` tells what closes it, unless it has to be answered.
 */
export function laterDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  closeOf: (props: Props) => (() => void) | undefined,
): LaterPart<Props> {
  return later(load, (props, away) => away.failed && <NoDialog {...away} onClose={closeOf(props)} />);
}

/** It uses no code that is loaded later itself. */
function NoDialog({ onClose, ...away }: Away & { onClose: (() => void) | undefined }) {
  return (
    <dialog
      ref={useModal()}
      role="alertdialog"
      aria-label="Not loaded"
      className="m-auto animate-fade rounded-card border border-line bg-surface text-ink backdrop:bg-scrim"
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // Escape belongs to the window on top, not to the form under it.
      onKeyDown={(event) => event.key === "Escape" && event.stopPropagation()}
    >
      <NotLoaded {...away} />
      {onClose && (
        <div className="flex justify-center pb-5">
          <Button onClick={onClose}>Cancel</Button>
        </div>
      )}
    </dialog>
  );
}
