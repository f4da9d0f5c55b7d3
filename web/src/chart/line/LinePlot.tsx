import type { Step } from "@rounds/domain/calendar/spans.ts";
import { line as linePath } from "d3-shape";
import { memo, type PointerEvent, useMemo } from "react";
import type { SpanSeries, Unit } from "../figures.ts";
import { Mark } from "../Mark.tsx";
import { markLook } from "../mark-look.ts";
import { lineDashes, markerPath, Swatch } from "../Swatch.tsx";
import { lineHeight } from "../sizes.ts";
import { Tooltip } from "../Tooltip.tsx";
import { valueTicks } from "../ticks.ts";
import { useMarks } from "../useMarks.ts";
import { useWidth } from "../useWidth.ts";
import { axisRoom, ValueAxis } from "../ValueAxis.tsx";
import { peaks } from "./peaks.ts";
import { moveInPoints, type Points } from "./points.ts";

const top = 12;
const foot = 40;
const edge = 14;
/** If points are closer than this, only the highest of each few is drawn. */
const closest = 2.5;
const spacing = 6;

type Props = { points: Points; series: readonly SpanSeries[]; unit: Unit };

/** The layout of the plot, in pixels. */
type Layout = {
  width: number;
  left: number;
  ticks: readonly number[];
  /** The drawn points of each line. */
  drawn: readonly (readonly number[])[];
  xOf: (index: number) => number;
  yOf: (value: number) => number;
};

function layOut({ values, count }: Points, width: number, unit: Unit): Layout {
  const ticks = valueTicks(values.reduce((most, line) => line.reduce((a, b) => Math.max(a, b), most), 0));
  const highest = ticks.at(-1) ?? 1;
  const left = axisRoom(ticks, unit) + edge;
  const room = Math.max(1, width - left - edge);
  const bottom = lineHeight - foot;
  const places = count * closest > room ? Math.floor(room / spacing) : count;
  return {
    width,
    left,
    ticks,
    drawn: values.map((line) => peaks(line, places)),
    xOf: (index) => (count === 1 ? left + room / 2 : left + (index / (count - 1)) * room),
    yOf: (value) => bottom - (value / highest) * (bottom - top),
  };
}

/** The lines with their axes, and their response to the pointer. */
export function LinePlot({ points, series, unit }: Props) {
  const [area, width] = useWidth<HTMLDivElement>();
  const layout = useMemo(() => layOut(points, width, unit), [points, width, unit]);
  const lines = series.length;
  const marks = useMarks({
    count: points.count * lines,
    targetOf: (mark) => points.figureAt(mark % lines, Math.floor(mark / lines)).target,
    move: moveInPoints(lines, points),
    start: (points.count - 1) * lines,
  });
  const { xOf, yOf, drawn } = layout;
  const shown = marks.active && {
    line: marks.active.index % lines,
    point: Math.floor(marks.active.index / lines),
  };
  const [stopLine, stopPoint] = [marks.stop % lines, Math.floor(marks.stop / lines)];
  const stopFigure = points.figureAt(stopLine, stopPoint);

  /** The mark under the pointer: the nearest drawn point, on the line that is nearer there. */
  function markAt(event: PointerEvent): number {
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    let best = { mark: 0, far: Number.POSITIVE_INFINITY };
    for (const [line, indexes] of drawn.entries()) {
      const index = nearest(indexes, x, xOf);
      const far = Math.abs(xOf(index) - x) * 2 + Math.abs(yOf(points.values[line]?.[index] ?? 0) - y);
      if (far < best.far) best = { mark: index * lines + line, far };
    }
    return best.mark;
  }

  const pointed = marks.active && marks.pointerProps(marks.active.index);
  const point = (event: PointerEvent) => {
    const index = markAt(event);
    // A press shows the mark at once, so that the click after it opens this one and not an earlier one.
    if (event.type === "pointerdown") marks.onPress(event, index);
    marks.show({ index, by: event.pointerType === "touch" ? "touch" : "mouse" });
  };

  return (
    <div ref={area} className="relative">
      <Legend
        series={series}
        each={width > 0 ? points.count / (drawn[0]?.length ?? 1) : 1}
        step={points.step}
      />
      {width > 0 && (
        <div ref={marks.area} className="relative" style={{ minHeight: lineHeight }}>
          <svg
            viewBox={`0 0 ${width} ${lineHeight}`}
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 block h-auto w-full print:static"
          >
            <Lines points={points} layout={layout} unit={unit} />
            {shown && (
              <>
                <path
                  d={`M${xOf(shown.point)} ${top - 6}V${lineHeight - foot}`}
                  className="stroke-line-strong"
                />
                {series.map(({ key }, line) => (
                  <path
                    key={key}
                    d={markerPath(
                      line,
                      xOf(shown.point),
                      yOf(points.values[line]?.[shown.point] ?? 0),
                      line === shown.line ? 5.5 : 4,
                    )}
                    fill={markLook(line).color}
                    stroke="var(--surface)"
                    strokeWidth="2"
                  />
                ))}
              </>
            )}
          </svg>
          {/* biome-ignore lint/a11y/useAnchorContent: the mark below says what it is */}
          <a
            {...pointed}
            aria-hidden="true"
            tabIndex={-1}
            draggable={false}
            className="absolute inset-0 touch-pan-y"
            onPointerEnter={(event) => event.pointerType !== "touch" && point(event)}
            onPointerMove={point}
            onPointerDown={point}
            onMouseDown={(event) => event.preventDefault()}
          />
          <Mark
            key={marks.stop}
            marks={marks}
            index={marks.stop}
            name={`${points.nameAt(stopPoint)}, ${series[stopLine]?.label}: ${stopFigure.text}`}
            className="pointer-events-none absolute -mt-3 -ml-3 size-6 rounded-full"
            style={{ left: xOf(stopPoint), top: yOf(points.values[stopLine]?.[stopPoint] ?? 0) }}
          />
          {shown && (
            <Tooltip
              marks={marks}
              title={points.nameAt(shown.point)}
              lines={series.map(({ label }, line) => ({
                ...points.figureAt(line, shown.point),
                label,
                place: line,
                strong: line === shown.line,
              }))}
              x={xOf(shown.point)}
              y={Math.min(...points.values.map((line) => yOf(line[shown.point] ?? 0)))}
              line
            />
          )}
        </div>
      )}
    </div>
  );
}

/** What the lines are, and how many days, weeks or months each drawn point stands for. */
function Legend({ series, each, step }: { series: readonly SpanSeries[]; each: number; step: Step }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 pb-2 text-small">
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {series.map(({ key, label }, line) => (
          <li key={key} className="flex items-center gap-2">
            <Swatch place={line} line />
            {label}
          </li>
        ))}
      </ul>
      {each > 1 && (
        <p className="text-muted">
          Each point: the highest of {Math.round(each)} {step}s
        </p>
      )}
    </div>
  );
}

/** The place of the nearest of rising indexes. */
function nearest(indexes: readonly number[], x: number, xOf: (index: number) => number): number {
  let low = 0;
  let high = indexes.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xOf(indexes[middle] ?? 0) < x) low = middle;
    else high = middle;
  }
  const [before = 0, after = before] = [indexes[low], indexes[high]];
  return Math.abs(xOf(before) - x) <= Math.abs(xOf(after) - x) ? before : after;
}

/** Does not change while the pointer moves: drawn again only if figures or width change. */
const Lines = memo(function Lines({ points, layout, unit }: { points: Points; layout: Layout; unit: Unit }) {
  const { width, left, ticks, drawn, xOf, yOf } = layout;
  const apart = xOf(1) - xOf(0);
  return (
    <>
      <ValueAxis ticks={ticks} unit={unit} left={left - edge} right={width} yOf={yOf} />
      {points.ticks(width - left).map(({ index, text, below }) => (
        <text key={index} y={lineHeight - foot + 18} textAnchor="middle" className="fill-muted text-[12px]">
          <tspan x={xOf(index)}>{text}</tspan>
          {below && (
            <tspan x={xOf(index)} dy="14">
              {below}
            </tspan>
          )}
        </text>
      ))}
      {drawn.map((indexes, line) => {
        const values = points.values[line] ?? new Float64Array();
        const { color } = markLook(line);
        const [first = 0, last = first] = [indexes[0], indexes.at(-1)];
        const path = linePath<number>(xOf, (index) => yOf(values[index] ?? 0))(indexes) ?? "";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
          <g key={line}>
            <path d={`${path}L${xOf(last)} ${yOf(0)}H${xOf(first)}Z`} fill={color} opacity="0.08" />
            <path
              d={path}
              fill="none"
              stroke={color}
              strokeWidth={indexes.length < points.count ? 1.5 : 2}
              strokeLinejoin="round"
              strokeDasharray={lineDashes[line]}
            />
            {(apart >= 12 || points.count === 1) &&
              indexes.map((index) => (
                <path
                  key={index}
                  d={markerPath(line, xOf(index), yOf(values[index] ?? 0), 3)}
                  fill={color}
                  stroke="var(--surface)"
                />
              ))}
          </g>
        );
      })}
    </>
  );
});
