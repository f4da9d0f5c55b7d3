import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Target } from "../paths.ts";
import { type ButtonLook, buttonClass } from "./button-class.ts";
import { ScreenLink } from "./ScreenLink.tsx";

/** A link that looks like a button: it goes to another screen. */
export function ButtonLink({
  target,
  icon: Icon,
  children,
  ...look
}: ButtonLook & { target: Target; icon?: LucideIcon; children: ReactNode }) {
  return (
    <ScreenLink {...target} className={buttonClass(look)}>
      {Icon && <Icon size={16} aria-hidden="true" className="shrink-0" />}
      <span>{children}</span>
    </ScreenLink>
  );
}
