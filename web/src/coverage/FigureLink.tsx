import type { ReactNode } from "react";
import type { Target } from "../paths.ts";
import { ScreenLink } from "../ui/navigation/ScreenLink.tsx";

type Props = {
  /** The name of the figure, for screen readers: "Class A, met". */
  of: string;
  text: string;
  /** Its doctors; nothing if there are none. */
  target: Target | undefined;
};

/** A figure that opens its doctors; without any it is plain text. */
export function FigureLink({ of, text, target }: Props) {
  if (!target) return <span className="text-muted">{text}</span>;
  return (
    <ScreenLink
      {...target}
      aria-label={`${of}: ${text}`}
      className="inline-block rounded-sm py-0.5 underline decoration-line-strong/60 underline-offset-3 hover:decoration-current"
    >
      {text}
    </ScreenLink>
  );
}

/** The same as a box with room for a thumb; what it holds names it. */
export function FigureBox({ target, children }: { target: Target | undefined; children: ReactNode }) {
  if (!target) return <div className={box}>{children}</div>;
  return (
    <ScreenLink {...target} className={`${box} active:bg-hover`}>
      {children}
    </ScreenLink>
  );
}

const box = "flex min-h-11 flex-col justify-center rounded-control px-2 py-1";
