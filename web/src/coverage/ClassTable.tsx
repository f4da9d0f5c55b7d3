import type { CoverageAnswer } from "@rounds/domain/coverage/coverage.ts";
import type { Figure } from "@rounds/domain/coverage/figures.ts";
import {
  type ClassRow,
  classRows,
  compliancePercent,
  coveragePercent,
  type Figures,
} from "@rounds/domain/coverage/report-month.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import type { ReactNode } from "react";
import type { Target } from "../paths.ts";
import { usePhone } from "../ui/browser/useMediaQuery.ts";
import { usePrinting } from "../ui/browser/usePrinting.ts";
import { Card } from "../ui/figure/Card.tsx";
import { FigureLink } from "../ui/figure/FigureLink.tsx";
import { ScreenLink } from "../ui/navigation/ScreenLink.tsx";
import type { FigureLinks } from "./coverage-search.ts";
import { className, notMetTitle, percentText } from "./coverage-words.ts";

type Row = { name: ClassRow | "total"; figures: Figures };

/** A column of the table: a figure of a class, with its doctors. */
type FigureColumn = { header: string; figure: Figure; text: (figures: Figures) => string };

/** The figures of each class and in total: a table, and on a phone a block for each class. */
export function ClassTable({ coverage, links }: { coverage: CoverageAnswer; links: FigureLinks }) {
  const phone = usePhone();
  const printing = usePrinting();
  const { is_over, classes, total } = coverage;
  const columns: FigureColumn[] = [
    { header: "Doctors", figure: "doctors", text: ({ doctors }) => formatCount(doctors) },
    { header: "Met", figure: "met", text: ({ met }) => formatCount(met) },
    { header: "Coverage", figure: "met", text: (figures) => percentText(coveragePercent(figures)) },
    {
      header: "Compliance",
      figure: "compliance",
      text: (figures) => percentText(compliancePercent(figures)),
    },
    {
      header: is_over ? "Missed calls" : "Remaining",
      figure: "remaining",
      text: ({ remaining }) => formatCount(remaining),
    },
    { header: notMetTitle(is_over), figure: "not_met", text: ({ not_met }) => formatCount(not_met) },
  ];
  const rows: Row[] = [
    ...classRows
      .filter((name) => name !== "none" || classes.none.doctors > 0)
      .map((name) => ({ name, figures: classes[name] })),
    { name: "total", figures: total },
  ];
  return (
    <Card flush title="By class">
      {phone && !printing ? (
        <Blocks rows={rows} columns={columns} links={links} />
      ) : (
        <ClassRows rows={rows} columns={columns} links={links} />
      )}
    </Card>
  );
}

type PartProps = { rows: readonly Row[]; columns: readonly FigureColumn[]; links: FigureLinks };

function ClassRows({ rows, columns, links }: PartProps) {
  return (
    <table className="w-full border-separate border-spacing-0">
      <caption className="sr-only">Coverage by class</caption>
      <thead>
        <tr>
          {["Class", ...columns.map(({ header }) => header)].map((header, at) => (
            <th
              key={header}
              scope="col"
              className={`h-10 border-b border-line px-3 text-small font-medium text-muted first:pl-5 last:pr-5 ${at === 0 ? "text-left" : "text-right"}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="group">
            <th
              scope="row"
              className="h-11 border-b border-line px-3 text-left font-medium group-last:border-b-0 first:pl-5"
            >
              {className(row.name)}
            </th>
            {columns.map((column) => (
              <td
                key={column.header}
                className="h-11 border-b border-line px-3 text-right group-last:border-b-0 group-last:font-semibold last:pr-5"
              >
                <Cell row={row} column={column} links={links} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Blocks({ rows, columns, links }: PartProps) {
  return (
    <ul aria-label="Coverage by class">
      {rows.map((row) => (
        <li key={row.name} className="border-b border-line px-2 py-2 last:border-b-0">
          <h3 className="px-2 font-medium">{className(row.name)}</h3>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))]">
            {columns.map((column) => (
              <Block key={column.header} row={row} column={column} links={links} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

type CellProps = { row: Row; column: FigureColumn; links: FigureLinks };

function Cell({ row: { name, figures }, column: { header, figure, text }, links }: CellProps) {
  return (
    <FigureLink
      of={`${className(name)}, ${header.toLowerCase()}`}
      text={text(figures)}
      target={hasDoctors(figure, figures) ? links(figure, name) : undefined}
    />
  );
}

function Block({ row: { name, figures }, column: { header, figure, text }, links }: CellProps) {
  const target = hasDoctors(figure, figures) ? links(figure, name) : undefined;
  return (
    <FigureBox target={target}>
      <span className="text-small text-muted">
        <span className="sr-only">{className(name)}, </span>
        {header}
        <span className="sr-only">: </span>
      </span>
      <span
        className={`text-base font-semibold ${target ? "underline decoration-line-strong/60 underline-offset-3" : "text-muted"}`}
      >
        {text(figures)}
      </span>
    </FigureBox>
  );
}

function hasDoctors(figure: Figure, figures: Figures): boolean {
  if (figure === "met") return figures.met > 0;
  if (figure === "not_met") return figures.not_met > 0;
  if (figure === "remaining") return figures.remaining > 0;
  return figures.doctors > 0;
}

/** A figure as a box with room for a thumb, which opens its doctors; what it holds names it. */
function FigureBox({ target, children }: { target: Target | undefined; children: ReactNode }) {
  if (!target) return <div className={box}>{children}</div>;
  return (
    <ScreenLink {...target} className={`${box} active:bg-hover`}>
      {children}
    </ScreenLink>
  );
}

const box = "flex min-h-11 flex-col justify-center rounded-control px-2 py-1";
