import type { Target } from "../../paths.ts";
import { ScreenLink } from "../navigation/ScreenLink.tsx";

type Props = {
  /** The name of the figure, for screen readers: "Class A, met". */
  of: string;
  text: string;
  /** Its rows; nothing if there are none. */
  target: Target | undefined;
};

/** A figure that opens its rows; without any it is plain text. */
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
