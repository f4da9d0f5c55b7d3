import { formatCount } from "@rounds/domain/money/count.ts";
import { useState } from "react";
import type { Target } from "../paths.ts";
import { Button } from "../ui/control/Button.tsx";
import { TextLink } from "../ui/navigation/TextLink.tsx";

/** A figure of the table, or the name of its row. */
type Cell = { text: string; target?: Target | undefined };

/** The figures of a chart as rows: the first cell names the row. */
export type Rows = { heads: readonly string[]; rows: readonly { key: string; cells: readonly Cell[] }[] };

const pageSize = 50;

/** The figures of a chart as a plain table. A long one shows fifty rows, and more on request. */
export function FigureTable({ label, heads, rows }: Rows & { label: string }) {
  const [shown, setShown] = useState(pageSize);
  return (
    <div className="max-w-2xl">
      <table className="w-full border-collapse">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line text-small text-muted">
            {heads.map((head, column) => (
              <th key={head} scope="col" className={`h-9 font-medium ${cellClass(column)}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(({ key, cells }) => (
            <tr key={key} className="border-b border-line last:border-b-0">
              {cells.map((cell, column) =>
                column === 0 ? (
                  <th
                    key={heads[column]}
                    scope="row"
                    className={`h-10 touch:h-11 font-normal ${cellClass(column)}`}
                  >
                    <CellText {...cell} />
                  </th>
                ) : (
                  <td key={heads[column]} className={`h-10 touch:h-11 ${cellClass(column)}`}>
                    <CellText {...cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <div className="flex flex-wrap items-center justify-between gap-2 pt-2">
          <p className="text-small text-muted" role="status">
            {`${formatCount(shown)} of ${formatCount(rows.length)} rows`}
          </p>
          <Button size="small" onClick={() => setShown(shown + pageSize)}>
            Show more rows
          </Button>
        </div>
      )}
    </div>
  );
}

function CellText({ text, target }: Cell) {
  return target ? <TextLink target={target}>{text}</TextLink> : text;
}

function cellClass(column: number): string {
  return column === 0 ? "py-1.5 pr-3 text-left wrap-anywhere" : "py-1.5 pl-3 text-right whitespace-nowrap";
}
