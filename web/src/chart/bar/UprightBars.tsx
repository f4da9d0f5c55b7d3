import type { Figure, Unit } from "../figures.ts";
import { Mark } from "../Mark.tsx";
import { barsHeight } from "../sizes.ts";
import { Tooltip } from "../Tooltip.tsx";
import { textWidth, valueTicks } from "../ticks.ts";
import { useMarks } from "../useMarks.ts";
import { useWidth } from "../useWidth.ts";
import { axisRoom, ValueAxis } from "../ValueAxis.tsx";

const top = 10;
const foot = 40;

/** Upright bars over an axis of names. The whole column of a bar responds to the pointer. */
export function UprightBars({ figures, unit }: { figures: readonly Figure[]; unit: Unit }) {
  const [area, width] = useWidth<HTMLDivElement>();
  const marks = useMarks({ count: figures.length, targetOf: (index) => figures[index]?.target });
  const ticks = valueTicks(Math.max(...figures.map(({ value }) => value)));
  const highest = ticks.at(-1) ?? 1;
  const left = axisRoom(ticks, unit);
  const band = Math.max(0, width - left) / figures.length;
  const bottom = barsHeight - foot;
  const yOf = (value: number) => bottom - (Math.max(0, value) / highest) * (bottom - top);
  const active = marks.active && figures[marks.active.index];
  return (
    <div ref={area} className="relative">
      {width > 0 && (
        <div ref={marks.area} className="relative" style={{ minHeight: barsHeight }}>
          <ul>
            {figures.map((figure, index) => (
              <li key={figure.key}>
                <Mark
                  marks={marks}
                  index={index}
                  name={`${figure.label}: ${figure.text}`}
                  className={`absolute rounded-control focus-visible:-outline-offset-2 ${marks.active?.index === index ? "bg-sunken" : ""}`}
                  style={{ left: left + index * band, width: band, top: 0, height: barsHeight }}
                />
              </li>
            ))}
          </ul>
          <svg
            viewBox={`0 0 ${width} ${barsHeight}`}
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 block h-auto w-full print:static"
          >
            <ValueAxis ticks={ticks} unit={unit} left={left} right={width} yOf={yOf} />
            {figures.map((figure, index) => (
              <path
                key={figure.key}
                d={barPath(left + (index + 0.5) * band, Math.min(band * 0.64, 48), yOf(figure.value), bottom)}
                fill="var(--chart-1)"
              />
            ))}
            <Names figures={figures} left={left} band={band} y={bottom} />
          </svg>
          {active && marks.active && (
            <Tooltip
              marks={marks}
              title={active.label}
              lines={[{ text: active.text, target: active.target }]}
              x={left + (marks.active.index + 0.5) * band}
              y={yOf(active.value)}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** A bar with a rounded top; a value other than zero is always visible. */
function barPath(middle: number, width: number, y: number, bottom: number): string {
  const height = bottom - y;
  if (height <= 0) return "";
  const head = bottom - Math.max(height, 2);
  const round = Math.min(4, width / 2, bottom - head);
  const start = middle - width / 2;
  return `M${start} ${bottom}V${head + round}q0 ${-round} ${round} ${-round}h${width - 2 * round}q${round} 0 ${round} ${round}V${bottom}Z`;
}

type NamesProps = { figures: readonly Figure[]; left: number; band: number; y: number };

/**
 * The names under the bars: in one line; in two if that is too wide ("12" over "Nov", which then appears only where it
 * changes); and only every other one if even that is too wide.
 */
function Names({ figures, left, band, y }: NamesProps) {
  const names = figures.map(({ label, short = label }) => short);
  const oneLine = Math.max(...names.map(textWidth)) + 8 <= band;
  const lines = oneLine ? names.map((name) => [name]) : names.map(brokenName);
  const widest = Math.max(...lines.flat().map(textWidth)) + 4;
  const every = Math.max(1, Math.ceil(widest / Math.max(1, band)));
  return lines.map((words, index) =>
    (figures.length - 1 - index) % every === 0 ? (
      <text key={figures[index]?.key} textAnchor="middle" y={y + 18} className="fill-muted text-[12px]">
        {words.map((word, line) => (
          <tspan key={word} x={left + (index + 0.5) * band} dy={line === 0 ? 0 : 14}>
            {word}
          </tspan>
        ))}
      </text>
    ) : null,
  );
}

function brokenName(name: string, index: number, names: readonly string[]): string[] {
  const [first = "", second = ""] = name.split(" ");
  if (/^\S+ \d+$/.test(name)) return names[index - 1]?.startsWith(`${first} `) ? [second] : [second, first];
  const spaces = [...name.matchAll(/ /g)].map((space) => space.index);
  const middle = spaces.sort((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2))[0];
  return middle === undefined ? [name] : [name.slice(0, middle), name.slice(middle + 1)];
}
