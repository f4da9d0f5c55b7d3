import { useLayoutEffect, useRef } from "react";
import type { Target } from "../paths.ts";
import { Swatch } from "./Swatch.tsx";
import type { Marks } from "./useMarks.ts";

/** A line of a tooltip; without a look it has no sign. */
type TooltipLine = {
  label?: string;
  text: string;
  place?: number;
  target?: Target | undefined;
  strong?: boolean;
};

type Props = {
  marks: Marks;
  title: string;
  lines: readonly TooltipLine[];
  /**
   * The position of the mark, in pixels of the positioned element around it: the tooltip appears above it, or below.
   */
  x: number;
  y: number;
  /** For a day of a line chart: the signs are lines, and the tooltip is beside the day if possible. */
  line?: boolean;
};

/**
 * The explanation of a mark. It repeats the mark's own name, so screen readers skip it; after a tap it also contains
 * the links.
 */
export function Tooltip({ marks, title, lines, x, y, line = false }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const touched = marks.active?.by === "touch";
  useLayoutEffect(() => {
    const node = box.current;
    const around = node?.offsetParent;
    if (!node || !around) return;
    const [wide, high] = [node.offsetWidth, node.offsetHeight];
    const most = around.clientWidth - wide;
    const above = y - high - 10;
    const beside = x + 14 <= most ? x + 14 : x - wide - 14;
    const isBeside = line && beside >= 0;
    const left = isBeside ? beside : Math.max(0, Math.min(x - wide / 2, most));
    const top = isBeside ? Math.max(0, y - high / 2) : above < -60 ? y + 14 : above;
    node.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  });
  return (
    <div
      ref={box}
      data-chart-tooltip=""
      onPointerDown={marks.endPress}
      aria-hidden={!touched || undefined}
      className={`absolute top-0 left-0 z-20 w-max max-w-[min(18rem,100%)] rounded-control border border-line bg-surface px-3 py-2 text-small shadow-lift print:hidden ${touched ? "" : "pointer-events-none"}`}
    >
      <p className="break-words text-muted">{title}</p>
      {lines.map(({ label, text, place, target, strong }) => (
        <div key={label ?? text} className="flex min-h-6 items-center gap-2">
          {place !== undefined && <Swatch place={place} line={line} />}
          {label && <span className={strong ? "font-medium" : ""}>{label}</span>}
          <span
            className={`whitespace-nowrap ${label ? "ml-auto pl-2" : ""} ${strong === false ? "" : "font-semibold"}`}
          >
            {text}
          </span>
          {touched && target && (
            <a
              href={marks.hrefOf(target)}
              aria-label={`Open ${label ? `${label}, ` : ""}${title}`}
              onClick={(event) => {
                // The end of the same tap that opened the tooltip under the finger opens nothing.
                if (marks.endPress()) event.preventDefault();
                else marks.open(event, target);
              }}
              className="-my-1 -mr-1 ml-1 inline-flex min-h-11 items-center rounded-control px-2 font-medium text-accent underline decoration-accent/40 underline-offset-3"
            >
              Open
            </a>
          )}
        </div>
      ))}
    </div>
  );
}
