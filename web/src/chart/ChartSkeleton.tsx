import {
  barsHeight,
  legendRow,
  lineHeight,
  rankingRow,
  ringAndLegend,
  ringHeight,
  tableButton,
} from "./sizes.ts";

/** The kinds of chart, as far as their size is concerned. */
export type ChartShape = "bars" | "ranking" | "pie" | "line";

type Props = {
  shape: ChartShape;
  /** How many marks to expect, if the height depends on it (ranking, pie). */
  marks?: number;
  /** What is loading: "Daily Sales". */
  label: string;
};

/** Grey shapes with the chart's height; they appear only after 150 ms. */
export function ChartSkeleton({ shape, marks = 5, label }: Props) {
  return (
    <div role="status" className="flex animate-late flex-col gap-2">
      <span className="sr-only">Loading {label}</span>
      <div className="@container" aria-hidden="true">
        {shape === "ranking" && <Ranking marks={marks} />}
        {shape === "pie" && <Pie marks={marks} />}
        {shape === "bars" && <Bars height={barsHeight} />}
        {shape === "line" && (
          <>
            <div className="h-7" />
            <Wave height={lineHeight} />
          </>
        )}
      </div>
      <div className={`-mb-2 flex items-center print:hidden ${tableButton}`} aria-hidden="true">
        <div className="h-3 w-36 rounded bg-sunken" />
      </div>
    </div>
  );
}

const heights = ["45%", "70%", "35%", "85%", "60%", "50%", "75%", "30%", "65%", "55%"];

function Bars({ height }: { height: number }) {
  return (
    <div className="flex items-end justify-around gap-2 pt-3 pb-10 pl-12" style={{ height }}>
      {heights.map((part) => (
        <div key={part} className="w-3/5 max-w-12 rounded-t bg-sunken" style={{ height: part }} />
      ))}
    </div>
  );
}

function Wave({ height }: { height: number }) {
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block w-full pt-3 pb-10 pl-12"
      style={{ height }}
    >
      <path d="M0 100V70L14 45L28 62L43 22L58 52L72 34L86 60L100 40V100Z" className="fill-sunken" />
    </svg>
  );
}

function Ranking({ marks }: { marks: number }) {
  return Array.from({ length: marks }, (_, place) => place).map((place) => (
    <div key={place} className={`flex flex-col justify-center gap-2 ${rankingRow}`}>
      <div className="h-3 w-2/5 rounded bg-sunken @md:hidden" />
      <div className="h-3 rounded bg-sunken" style={{ width: `${Math.max(12, 95 - place * 8)}%` }} />
    </div>
  ));
}

function Pie({ marks }: { marks: number }) {
  return (
    <div className={ringAndLegend}>
      <div className="grid w-66 shrink-0 place-items-center" style={{ height: ringHeight }}>
        <div className="size-42 rounded-full border-[30px] border-sunken" />
      </div>
      <div className="w-full @md:max-w-md @md:flex-1">
        {Array.from({ length: marks }, (_, place) => place).map((place) => (
          <div key={place} className={`flex items-center ${legendRow}`}>
            <div className="h-3 w-full rounded bg-sunken" />
          </div>
        ))}
      </div>
    </div>
  );
}
