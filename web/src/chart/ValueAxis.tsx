import type { Unit } from "./figures.ts";
import { figureWidth, tickText } from "./ticks.ts";

/** The width of an axis's texts at its left. */
export function axisRoom(ticks: readonly number[], unit: Unit): number {
  return Math.max(...ticks.map((tick) => figureWidth(tickText(tick, unit)))) + 10;
}

type Props = {
  ticks: readonly number[];
  unit: Unit;
  left: number;
  right: number;
  yOf: (value: number) => number;
};

/** The values at the left of a chart, each with a line across. */
export function ValueAxis({ ticks, unit, left, right, yOf }: Props) {
  return ticks.map((tick) => (
    <g key={tick}>
      <path
        d={`M${left} ${Math.round(yOf(tick)) + 0.5}H${right}`}
        className={tick === 0 ? "stroke-line-strong" : "stroke-line"}
      />
      <text x={left - 10} y={yOf(tick)} dy="0.35em" textAnchor="end" className="fill-muted text-[12px]">
        {tickText(tick, unit)}
      </text>
    </g>
  ));
}
