import type { LucideIcon } from "lucide-react";
import type { Target } from "../../paths.ts";
import { iconButtonClass } from "../control/icon-button-class.ts";
import { ScreenLink } from "./ScreenLink.tsx";

type Props = { target: Target | undefined; label: string; icon: LucideIcon };

/** An arrow to another day or week; without a target it leads nowhere. */
export function StepLink({ target, label, icon: Icon }: Props) {
  return (
    <ScreenLink
      {...(target ?? { to: "" })}
      disabled={!target}
      aria-label={label}
      title={label}
      className={iconButtonClass()}
    >
      <Icon size={20} aria-hidden="true" />
    </ScreenLink>
  );
}
