import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Target } from "../paths.ts";

/** A link within text. */
export function TextLink({ target, children }: { target: Target; children: ReactNode }) {
  return (
    <Link
      {...target}
      className="font-medium text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
    >
      {children}
    </Link>
  );
}
