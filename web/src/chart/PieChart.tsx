import { ChartFrame } from "./ChartFrame.tsx";
import type { PieChartProps } from "./figures.ts";
import { Mark } from "./Mark.tsx";
import { Ring, ringMiddle } from "./Ring.tsx";
import { Swatch } from "./Swatch.tsx";
import { percentText, shares } from "./shares.ts";
import { legendRow, ringAndLegend } from "./sizes.ts";
import { Tooltip } from "./Tooltip.tsx";
import { useMarks } from "./useMarks.ts";

/**
 * Shares of a whole as a ring. The legend names them with figure and share, and is what the keyboard moves in; the
 * slices answer to the pointer.
 */
export function PieChart({ label, headings, figures, labelsOver = 0, total }: PieChartProps) {
  const marks = useMarks({ count: figures.length, targetOf: (index) => figures[index]?.target });
  const slices = shares(figures.map(({ value }) => value));
  const percents = figures.map((_, place) =>
    percentText(slices.find(({ index }) => index === place)?.part ?? 0),
  );
  const index = marks.active?.index ?? -1;
  const active = figures[index];
  const [x, y] = ringMiddle(slices.find((slice) => slice.index === index));
  return (
    <ChartFrame
      label={label}
      kind="pie chart"
      rows={() => ({
        heads: [headings.name, headings.value, "Share"],
        rows: figures.map(({ key, label, text, target }, place) => ({
          key,
          cells: [{ text: label, target }, { text }, { text: percents[place] ?? "" }],
        })),
      })}
    >
      <div className="@container">
        <div ref={marks.area} className={ringAndLegend}>
          <div className="relative shrink-0">
            <Ring slices={slices} marks={marks} labelsOver={labelsOver} total={total} />
            {active && (
              <Tooltip
                marks={marks}
                title={active.label}
                lines={[{ text: `${active.text} · ${percents[index]}`, place: index, target: active.target }]}
                x={x}
                y={y}
              />
            )}
          </div>
          <ul className="w-full min-w-0 @md:max-w-md @md:flex-1">
            {figures.map((figure, place) => (
              <li key={figure.key}>
                <Mark
                  marks={marks}
                  index={place}
                  direct
                  name={`${figure.label}: ${figure.text}, ${percents[place]}`}
                  className={`-mx-2 focus-visible:-outline-offset-2 grid grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-2.5 rounded-control px-2 @2xl:grid-cols-[auto_minmax(0,1fr)_auto_3rem] ${legendRow} ${place === index ? "bg-sunken" : ""}`}
                >
                  <Swatch place={place} />
                  <span className="truncate">{figure.label}</span>
                  <span className="col-start-2 row-start-2 truncate text-small text-muted @2xl:col-start-3 @2xl:row-start-1 @2xl:text-right @2xl:text-body @2xl:font-medium @2xl:text-ink">
                    {figure.text}
                  </span>
                  <span className="row-span-2 text-right font-medium @2xl:row-span-1 @2xl:font-normal @2xl:text-muted">
                    {percents[place]}
                  </span>
                </Mark>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </ChartFrame>
  );
}
