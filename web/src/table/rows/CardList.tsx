import { Fragment, memo } from "react";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import { type DataTableProps, groupRows } from "./columns.ts";
import { useOpenRow } from "./useOpenRow.ts";

type Props<Row> = DataTableProps<Row> & { rows: readonly Row[] };

/** The rows as cards for narrow windows: the most important parts first, the rest as labelled lines. */
export function CardList<Row>({ groups, rows, ...props }: Props<Row>) {
  return groupRows(rows, groups).map(({ key, heading, rows }) => (
    <Fragment key={key}>
      {heading !== undefined && (
        <h3 className="border-y border-line bg-sunken px-4 py-1 text-small font-normal">{heading}</h3>
      )}
      <Cards {...props} rows={rows} />
    </Fragment>
  ));
}

function Cards<Row>({ label, rows, rowKey, columns, rowTarget, actions, card }: Omit<Props<Row>, "groups">) {
  return (
    <ul aria-label={label}>
      {rows.map((row) => (
        <MemoCard key={rowKey(row)} {...{ row, columns, rowTarget, actions, card }} />
      ))}
    </ul>
  );
}

type CardProps<Row> = Pick<Props<Row>, "columns" | "rowTarget" | "actions" | "card"> & { row: Row };

function RowCard<Row>({ card, ...props }: CardProps<Row>) {
  const { row, rowTarget } = props;
  const openRow = useOpenRow();
  return (
    <li
      data-row
      {...openRow(rowTarget?.(row))}
      className={`border-b border-line px-4 last:border-b-0 ${card ? "py-2" : "py-2.5"} ${rowTarget ? "cursor-pointer active:bg-hover" : ""}`}
    >
      {card ? card(row) : <AllColumns {...props} />}
    </li>
  );
}

/** Rendered again only for another row, as a table's row, where the list gives the same columns and functions. */
const MemoCard = memo(RowCard) as typeof RowCard;

/** A card of a list that has none of its own. */
function AllColumns<Row>({ columns, rowTarget, actions, row }: Omit<CardProps<Row>, "card">) {
  const heads = columns.filter((column) => column.priority === 1);
  const [named = columns[0], second] = heads;
  const filled = columns.filter(
    (column) => column !== named && column !== second && !column.inHeading && !column.isBlank?.(row),
  );
  return (
    <>
      {/* What leaves the name less than that has a line of its own. */}
      <div className="flex flex-wrap items-start gap-x-3">
        <div className="min-w-0 flex-1 basis-40 font-medium">
          {rowTarget && named ? (
            <ScreenLink {...rowTarget(row)} className="rounded-sm">
              {named.cell(row)}
            </ScreenLink>
          ) : (
            named?.cell(row)
          )}
        </div>
        {second && <div className="ml-auto max-w-full shrink-0 text-right">{second.cell(row)}</div>}
      </div>
      {filled.length > 0 && (
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
          {filled.map((column) => (
            <div key={column.header} className="contents">
              <dt className="text-muted">{column.header}</dt>
              <dd className="min-w-0 text-right break-words">{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      )}
      {actions && <div className="-mt-1.5 -mr-2 -mb-1.5 flex justify-end">{actions(row)}</div>}
    </>
  );
}
