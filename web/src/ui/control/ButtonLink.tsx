import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Target } from "../../paths.ts";
import { ScreenLink } from "../navigation/ScreenLink.tsx";
import { Button } from "./Button.tsx";
import { type ButtonLook, buttonClass } from "./button-class.ts";
import { refused } from "./refused.ts";

/** A link that looks like a button: it goes to another screen, or says why it may not (`refusal`). */
export function ButtonLink({
  target,
  icon: Icon,
  refusal,
  children,
  ...look
}: ButtonLook & { target: Target; icon?: LucideIcon; refusal?: string | undefined; children: ReactNode }) {
  if (refusal)
    return (
      <Button {...look} icon={Icon} {...refused(refusal)}>
        {children}
      </Button>
    );
  return (
    <ScreenLink {...target} className={buttonClass(look)}>
      {Icon && <Icon size={16} aria-hidden="true" className="shrink-0" />}
      <span>{children}</span>
    </ScreenLink>
  );
}
