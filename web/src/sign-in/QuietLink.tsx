import type { ReactNode } from "react";
import type { Target } from "../paths.ts";
import { held } from "../ui/control/held.ts";
import { ScreenLink } from "../ui/navigation/ScreenLink.tsx";

const look =
  "-mx-1 inline-flex min-h-11 items-center rounded-control px-1 font-medium text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent sm:min-h-9 touch:min-h-11 aria-disabled:cursor-not-allowed aria-disabled:opacity-55";

type Props = { target: Target; onClick?: () => void; children: ReactNode };

/** A link to another sign-in screen, tall enough for a thumb. */
export function QuietLink({ target, onClick, children }: Props) {
  return (
    <ScreenLink {...target} onClick={onClick} className={look}>
      {children}
    </ScreenLink>
  );
}

type QuietButtonProps = { onClick: () => void; disabled?: boolean; children: ReactNode };

/** An action on this screen that looks like the links beside it. */
export function QuietButton({ onClick, disabled = false, children }: QuietButtonProps) {
  return (
    <button type="button" onClick={onClick} {...(disabled && held)} className={look}>
      {children}
    </button>
  );
}
