import { arc } from "d3-shape";
import { useId } from "react";
import { markLook } from "../mark-look.ts";
import { ringHeight } from "../sizes.ts";
import type { Marks } from "../useMarks.ts";
import { isLabelled, type Share, spread } from "./shares.ts";

const width = 264;
const outer = 84;
const inner = 54;
const labelAt = outer + 14;

function arcOf({ start, end }: Share, outerRadius = outer) {
  return { innerRadius: inner, outerRadius, startAngle: start, endAngle: end };
}

/** The middle of a slice, in pixels from the ring's top left; without a slice, that of the whole ring. */
export function ringMiddle(slice: Share | undefined): [x: number, y: number] {
  if (!slice) return [width / 2, ringHeight / 2];
  const [x, y] = arc().centroid(arcOf(slice));
  return [width / 2 + x, ringHeight / 2 + y];
}

type Props = {
  slices: readonly Share[];
  /** The percentages of all figures, including those without a slice. */
  percents: readonly string[];
  marks: Marks;
  labelsOver: number;
  total: string | undefined;
  /** The label of the sum. */
  totalLabel: string;
};

/** The slices around the sum of all. They are for sighted pointer users; the legend is for everybody. */
export function Ring({ slices, percents, marks, labelsOver, total, totalLabel }: Props) {
  const stripes = useId();
  // A sum too long to be readable there is left out.
  const totalSize = total ? Math.min(16, (2 * inner - 14) / (total.length * 0.58)) : 0;
  return (
    <svg
      width={width}
      height={ringHeight}
      viewBox={`${-width / 2} ${-ringHeight / 2} ${width} ${ringHeight}`}
      aria-hidden="true"
      className="block max-w-full"
    >
      <defs>
        <pattern
          id={stripes}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M2 0V8" stroke="var(--surface)" strokeWidth="3" />
        </pattern>
      </defs>
      {slices.map((slice) => (
        <Slice key={slice.index} slice={slice} marks={marks} stripes={stripes} alone={slices.length === 1} />
      ))}
      <Percents slices={slices.filter((slice) => isLabelled(slice, labelsOver))} percents={percents} />
      {totalSize >= 10 && (
        <g textAnchor="middle" className="pointer-events-none">
          <text y="-9" className="fill-muted text-[12px]">
            {totalLabel}
          </text>
          <text y="11" className="fill-ink font-semibold" fontSize={totalSize}>
            {total}
          </text>
        </g>
      )}
    </svg>
  );
}

type SliceProps = { slice: Share; marks: Marks; stripes: string; alone: boolean };

function Slice({ slice, marks, stripes, alone }: SliceProps) {
  const { index } = slice;
  const { color, striped } = markLook(index);
  const active = marks.active?.index === index;
  const path = arc()(arcOf(slice, outer + (active ? 4 : 0))) ?? "";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the legend holds the same link for the keyboard
    <a {...marks.pointerProps(index)} tabIndex={-1} onMouseDown={(event) => event.preventDefault()}>
      <path d={path} fill={color} />
      {striped && <path d={path} fill={`url(#${stripes})`} />}
      {!alone && <path d={path} fill="none" stroke="var(--surface)" strokeWidth="2" strokeLinejoin="round" />}
    </a>
  );
}

/** The percentages around the ring, moved apart where slices are thin. */
function Percents({ slices, percents }: Pick<Props, "slices" | "percents">) {
  const angles = spread(slices.map(({ start, end }) => (start + end) / 2));
  return slices.map(({ index, start, end }, place) => {
    const middle = (start + end) / 2;
    const angle = angles[place] ?? middle;
    const [x, y] = [Math.sin(angle), -Math.cos(angle)];
    const moved = Math.abs(angle - middle) > 0.05;
    return (
      <g key={index} className="pointer-events-none">
        {moved && (
          <path
            d={`M${Math.sin(middle) * (outer + 2)} ${-Math.cos(middle) * (outer + 2)}L${x * (labelAt - 4)} ${y * (labelAt - 4)}`}
            className="fill-none stroke-line-strong"
          />
        )}
        <text
          x={x * labelAt}
          y={y * labelAt}
          dy="0.35em"
          textAnchor={x > 0.25 ? "start" : x < -0.25 ? "end" : "middle"}
          className="fill-ink text-[12px]"
        >
          {percents[index]}
        </text>
      </g>
    );
  });
}
