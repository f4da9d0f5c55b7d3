import type { ReactNode } from "react";
import type { Target } from "../../paths.ts";
import { ScreenLink } from "./ScreenLink.tsx";

/** A link within text. */
export function TextLink({ target, children }: { target: Target; children: ReactNode }) {
  return (
    <ScreenLink
      {...target}
      className="font-medium text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
    >
      {children}
    </ScreenLink>
  );
}
