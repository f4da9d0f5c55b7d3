import { useEffect, useRef } from "react";
import type { DataTableProps } from "./columns.ts";
import { printsWhole } from "./printing.ts";

/**
 * The rows for paper: everything that matches the filters, once it was loaded, otherwise the visible ones. They are
 * kept until they were printed, or the list shows others.
 */
export function useWholeList<Row>(
  whole: DataTableProps<Row>["whole"],
  shown: readonly Row[] | undefined,
): () => readonly Row[] {
  const read = useRef<{ of: readonly Row[] | undefined; rows: readonly Row[] }>(undefined);
  const latest = useRef({ whole, shown });
  latest.current = { whole, shown };
  const hasMore = whole !== undefined && shown !== undefined && shown.length < whole.total;

  useEffect(() => {
    if (!hasMore) return;
    const takeBack = printsWhole(async () => {
      const { whole: asked, shown: of } = latest.current;
      if (asked) read.current = { of, rows: await asked.read() };
    });
    const drop = () => {
      read.current = undefined;
    };
    window.addEventListener("afterprint", drop);
    return () => {
      takeBack();
      window.removeEventListener("afterprint", drop);
    };
  }, [hasMore]);

  return () => (read.current?.of === shown && read.current?.rows) || shown || [];
}
