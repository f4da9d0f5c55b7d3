import { ChartFrame } from "../ChartFrame.tsx";
import type { PieChartProps } from "../figures.ts";
import { Mark } from "../Mark.tsx";
import { markLook } from "../mark-look.ts";
import { Swatch } from "../Swatch.tsx";
import { legendRow, ringAndLegend } from "../sizes.ts";
import { Tooltip } from "../Tooltip.tsx";
import { useMarks } from "../useMarks.ts";
import { partText, percentTexts } from "./percents.ts";
import { Ring, ringMiddle } from "./Ring.tsx";
import { shares } from "./shares.ts";

/**
 * Shares of a whole as a ring. The legend has name, figure and share of each, with a bar to scale, and is what the
 * keyboard moves in; the slices respond to the pointer.
 */
export function PieChart(props: PieChartProps) {
  const { label, headings, figures, labelsOver = 0, total, totalLabel = "Total", among } = props;
  const marks = useMarks({ count: figures.length, targetOf: (index) => figures[index]?.target });
  const values = figures.map(({ value }) => value);
  const slices = shares(values);
  const percents = percentTexts(values);
  const largest = Math.max(...values, 0);
  /** Further text of a figure: its share of the larger whole. */
  const parts = figures.map(({ value }) => among && partText(value, among.whole));
  const index = marks.active?.index ?? -1;
  const active = figures[index];
  const [x, y] = ringMiddle(slices.find((slice) => slice.index === index));
  /** The text of the legend in its visible order: people who use voice control name a link by what it shows. */
  const inWords = (place: number) =>
    among ? `${parts[place]} ${among.all}, ${percents[place]} ${among.these}` : (percents[place] ?? "");
  return (
    <ChartFrame
      label={label}
      kind="pie chart"
      rows={() => ({
        heads: [
          headings.name,
          headings.value,
          ...(among ? [`Share ${among.these}`, `Share ${among.all}`] : ["Share"]),
        ],
        rows: figures.map(({ key, label, text, target }, place) => ({
          key,
          cells: [
            { text: label, target },
            { text },
            { text: percents[place] ?? "" },
            ...(among ? [{ text: parts[place] ?? "" }] : []),
          ],
        })),
      })}
    >
      <div className="@container">
        <div ref={marks.area} className={ringAndLegend}>
          <div className="relative shrink-0">
            <Ring
              slices={slices}
              percents={percents}
              marks={marks}
              labelsOver={labelsOver}
              total={total}
              totalLabel={totalLabel}
            />
            {active && (
              <Tooltip
                marks={marks}
                title={active.label}
                lines={[
                  {
                    text: `${active.text} · ${percents[index]}${among ? ` ${among.these}` : ""}`,
                    place: index,
                    target: active.target,
                  },
                  ...(among ? [{ text: `${parts[index]} ${among.all}` }] : []),
                ]}
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
                  name={`${figure.label}: ${figure.text}, ${inWords(place)}`}
                  className={`-mx-2 focus-visible:-outline-offset-2 grid grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-2.5 rounded-control px-2 py-0.5 @2xl:grid-cols-[auto_minmax(8rem,1fr)_minmax(0,auto)_3rem] ${legendRow} ${place === index ? "bg-sunken" : ""}`}
                >
                  <Swatch place={place} />
                  <span className="line-clamp-2 wrap-anywhere">{figure.label}</span>{" "}
                  <span className="col-span-2 col-start-2 row-start-2 text-small text-muted @2xl:col-span-1 @2xl:col-start-3 @2xl:row-start-1 @2xl:text-right @2xl:text-body @2xl:font-medium @2xl:text-ink">
                    {figure.text}
                    {among && (
                      <>
                        {" "}
                        <span className="inline-block @2xl:text-small @2xl:font-normal @2xl:text-muted">
                          – {parts[place]} {among.all}
                        </span>
                      </>
                    )}
                  </span>{" "}
                  <span className="text-right font-medium @2xl:font-normal @2xl:text-muted">
                    {percents[place]}
                  </span>
                  <span className="col-start-2 -col-end-1 row-start-3 mt-0.5 @2xl:row-start-2">
                    <span
                      className="block h-1 min-w-0.5 rounded-r-sm forced-color-adjust-none [print-color-adjust:exact]"
                      style={{
                        width: `${largest > 0 ? (Math.max(0, figure.value) / largest) * 100 : 0}%`,
                        background: markLook(place).color,
                      }}
                    />
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
