import { useLayoutEffect, useState } from "react";
import type { Figure } from "../figures.ts";
import { Mark } from "../Mark.tsx";
import { rankingRow } from "../sizes.ts";
import { Tooltip } from "../Tooltip.tsx";
import { useMarks } from "../useMarks.ts";

/** Horizontal bars, each beside its name and figure. In a narrow card name and figure are above the bar, and the name has two lines. */
export function RankedBars({ figures }: { figures: readonly Figure[] }) {
  const marks = useMarks({ count: figures.length, targetOf: (index) => figures[index]?.target });
  const highest = Math.max(...figures.map(({ value }) => value), 0);
  const active = marks.active && figures[marks.active.index];
  const [row, setRow] = useState({ x: 0, y: 0 });
  const { area } = marks;
  const index = marks.active?.index;

  useLayoutEffect(() => {
    const node = index === undefined ? undefined : area.current?.querySelectorAll("li")[index];
    if (node) setRow({ x: node.offsetWidth / 2, y: node.offsetTop });
  }, [area, index]);

  return (
    <div ref={marks.area} className="@container relative">
      <ol>
        {figures.map((figure, index) => (
          <li key={figure.key}>
            <Mark
              marks={marks}
              index={index}
              name={`${figure.label}: ${figure.text}`}
              className={`-mx-2 focus-visible:-outline-offset-2 flex flex-wrap content-center items-center gap-x-4 gap-y-1 rounded-control px-2 py-1 @md:grid @md:py-0 @md:grid-cols-[minmax(0,11rem)_minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_auto] ${rankingRow} ${marks.active?.index === index ? "bg-sunken" : ""}`}
            >
              <span className="line-clamp-2 min-w-0 flex-1 basis-36 leading-4.5 wrap-anywhere @md:line-clamp-1">
                {figure.label}
              </span>{" "}
              <span className="order-1 w-full @md:order-none">
                <span
                  className="block h-2 min-w-0.5 rounded-r-sm bg-chart-1 forced-color-adjust-none [print-color-adjust:exact] @md:h-4"
                  style={{ width: `${highest > 0 ? (Math.max(0, figure.value) / highest) * 100 : 0}%` }}
                />
              </span>
              <span className="ml-auto text-right font-medium whitespace-nowrap @md:min-w-24">
                {figure.text}
              </span>
            </Mark>
          </li>
        ))}
      </ol>
      {active && (
        <Tooltip
          marks={marks}
          title={active.label}
          lines={[{ text: active.text, target: active.target }]}
          x={row.x}
          y={row.y}
        />
      )}
    </div>
  );
}
