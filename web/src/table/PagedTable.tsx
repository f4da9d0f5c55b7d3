import { Pagination } from "./Pagination.tsx";
import type { DataTableProps } from "./rows/columns.ts";
import { DataTable } from "./rows/DataTable.tsx";
import type { PagedList } from "./usePagedList.ts";

type Props<Row> = Pick<
  DataTableProps<Row>,
  "label" | "columns" | "groups" | "rowTarget" | "actions" | "card" | "empty"
> & {
  list: PagedList<Row>;
  /** What the rows are called below the list: "doctors". */
  itemName: string;
  /** Reads all that the filters let through, for printing. */
  readWhole?: () => Promise<readonly Row[]>;
};

/** The rows of one page of a list, and the way to the other pages. */
export function PagedTable<Row extends { id: string | number }>({
  list,
  itemName,
  readWhole,
  ...table
}: Props<Row>) {
  const { data, asked, onPage, ...reading } = list;
  return (
    <>
      <DataTable
        {...table}
        {...reading}
        rows={data?.rows}
        rowKey={({ id }) => String(id)}
        whole={data && readWhole && { total: data.total, read: readWhole }}
      />
      {data && <Pagination list={data} asked={asked} onPage={onPage} itemName={itemName} />}
    </>
  );
}
