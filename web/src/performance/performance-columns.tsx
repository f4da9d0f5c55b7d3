import { type Day, formatDay, formatMonth } from "@rounds/domain/calendar/calendar.ts";
import type { Performance } from "@rounds/domain/performance/performance.ts";
import { paths } from "../paths.ts";
import type { Column } from "../table/rows/columns.ts";
import { FigureLink } from "../ui/figure/FigureLink.tsx";
import { Tag } from "../ui/figure/Tag.tsx";
import { TextLink } from "../ui/navigation/TextLink.tsx";
import {
  type FigureName,
  figureLabels,
  type PerformanceRow,
  type Shown,
  shownFigure,
  shownLate,
} from "./performance-rows.ts";

/** Whose row it is. */
export function nameOfRow(row: PerformanceRow): string {
  if (row.kind === "person") return row.name;
  return row.kind === "nobody" ? "Nobody" : "Total";
}

/** "Nov" for a day of November. */
const shortMonth = (day: Day) => formatDay(day).slice(0, 3);

/**
 * The columns of everybody's figures; each figure has that of the month before under it, on a phone beside it, where the
 * months stand beside the name.
 */
export function performanceColumns(
  answer: Performance | undefined,
  month: string | undefined,
  me: string | undefined,
): readonly Column<PerformanceRow>[] {
  const figure = (name: FigureName, priority: 2 | 3 = 2): Column<PerformanceRow> => ({
    header: figureLabels[name],
    priority,
    align: "right",
    cell: (row) =>
      answer && (
        <span className="block tabular-nums max-sm:flex max-sm:justify-end max-sm:gap-3">
          <Figure
            of={`${nameOfRow(row)}, ${figureLabels[name]}`}
            {...shownFigure(name, row, "present", answer)}
          />
          <span className="block text-small text-muted">
            <Figure
              of={`${nameOfRow(row)}, ${figureLabels[name]} in ${formatMonth(answer.before.from)}`}
              {...shownFigure(name, row, "before", answer)}
            />
          </span>
        </span>
      ),
    isBlank: ({ kind }) => kind === "nobody" && name !== "calls" && name !== "sales",
  });
  // "Nov · Oct"
  const months = answer && [answer.present, answer.before].map(({ from }) => shortMonth(from)).join(" · ");
  return [
    {
      header: "Representative",
      priority: 1,
      cell: (row) => (
        <span
          data-months={months}
          className="flex w-full items-baseline gap-3 max-sm:after:ml-auto max-sm:after:text-small max-sm:after:font-normal max-sm:after:whitespace-nowrap max-sm:after:text-muted max-sm:after:content-[attr(data-months)]"
        >
          <Who row={row} month={month} own={row.kind === "person" && row.id === me} />
        </span>
      ),
    },
    figure("coverage"),
    figure("calls"),
    figure("days"),
    figure("average"),
    figure("sales"),
    {
      header: "Late doctors",
      priority: 2,
      align: "right",
      cell: (row) => answer && <Figure of={`${nameOfRow(row)}, late doctors`} {...shownLate(row, answer)} />,
      isBlank: ({ kind }) => kind === "nobody",
    },
    {
      header: "Last call",
      priority: 2,
      cell: (row) => <LastCall row={row} />,
      isBlank: ({ kind }) => kind !== "person",
    },
  ];
}

function Figure({ of, text, target }: { of: string } & Shown) {
  return <FigureLink of={of} text={text} target={target} />;
}

function Who({ row, month, own }: { row: PerformanceRow; month: string | undefined; own: boolean }) {
  const name = nameOfRow(row);
  if (row.kind !== "person") {
    return (
      <span className="block">
        <span className="font-semibold">{name}</span>
        {row.kind === "nobody" && (
          <span className="block text-small font-normal text-muted">Recorded by nobody</span>
        )}
      </span>
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-2 sm:max-w-72">
      {row.is_gone ? (
        <>
          <span title={name} className="line-clamp-2 wrap-anywhere">
            {name}
          </span>
          <Tag>No account</Tag>
        </>
      ) : (
        <span title={name} className="line-clamp-2 wrap-anywhere">
          <TextLink target={paths.person(row.id, { month })}>{name}</TextLink>
        </span>
      )}
      {own && <Tag>You</Tag>}
    </span>
  );
}

function LastCall({ row }: { row: PerformanceRow }) {
  if (row.kind !== "person") return null;
  const { id, name, last_call } = row;
  if (last_call === null) return <span className="text-muted">Never</span>;
  const visits = paths.visits({
    representative: id,
    status: "completed",
    start_date: last_call,
    end_date: last_call,
  });
  return (
    <span className="whitespace-nowrap">
      <Figure of={`${name}, last call`} text={formatDay(last_call)} target={visits} />
    </span>
  );
}
