import { type ReactNode, useDeferredValue, useEffect } from "react";
import { RetryPanel } from "../ui/message/RetryPanel.tsx";
import { type ChartShape, ChartSkeleton } from "./ChartSkeleton.tsx";
import { preloadChart } from "./LazyCharts.tsx";

type Props<Data> = {
  /** The heading: "Daily Sales". */
  title: string;
  /** A line under the heading, such as the days of the chart. */
  summary?: ReactNode;
  /** The kind of chart, so that its space is reserved while it loads. */
  shape: ChartShape;
  /** How many marks to expect (ranking and pie). */
  marks?: number;
  /** `undefined` until they are loaded for the first time; the old ones during a refetch. */
  data: Data | undefined;
  /** Whether there is nothing to draw. */
  isEmpty: (data: Data) => boolean;
  /** The text for that: "No sales data for this period". */
  emptyText: string;
  /** The error of the last request, unless another part of the screen shows it. An old chart stays beside it. */
  failure?: { error: unknown; errorText: string; onRetry: () => void } | undefined;
  /** Figures of an earlier filter are still shown. */
  refreshing?: boolean;
  /** The chart: `(data) => <BarChart … />`. */
  children: (data: Data) => ReactNode;
};

/** A framed chart that always shows its state: a skeleton while loading, Retry after an error, a text if empty. */
export function ChartCard<Data>(props: Props<Data>) {
  const { title, summary, shape, marks, isEmpty, emptyText, failure } = props;
  const { refreshing = false, children } = props;
  // Drawn after the figures and rows that come with the same answer: charts take as long as all of them.
  const data = useDeferredValue(props.data);
  useEffect(() => preloadChart(shape), [shape]);
  return (
    <section
      aria-label={title}
      className="flex min-w-0 flex-col rounded-card border border-line bg-surface break-inside-avoid"
    >
      <div className="px-4 pt-4 sm:px-5">
        <h2 className="text-base font-semibold">{title}</h2>
        {summary && <p className="text-small text-muted">{summary}</p>}
      </div>
      <div aria-busy={refreshing || undefined} className="flex min-h-72 grow flex-col px-4 py-4 sm:px-5">
        {failure && (
          <div className={data === undefined ? "m-auto" : ""}>
            <RetryPanel
              error={failure.error}
              message={failure.errorText}
              part={title}
              onRetry={failure.onRetry}
              retrying={refreshing}
            />
          </div>
        )}
        {data === undefined ? (
          !failure && <ChartSkeleton shape={shape} marks={marks} label={title} />
        ) : isEmpty(data) ? (
          <p className="m-auto py-10 text-center text-muted">{emptyText}</p>
        ) : (
          <div
            className={`flex min-w-0 grow flex-col transition-opacity duration-120 ${refreshing ? "opacity-60" : ""}`}
          >
            {children(data)}
          </div>
        )}
      </div>
    </section>
  );
}
