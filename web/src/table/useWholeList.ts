import { useEffect, useRef } from "react";
import { hasOpenDialog } from "../ui/dialog-stack.ts";
import type { DataTableProps } from "./columns.ts";
import { printPage, printsWhole } from "./printing.ts";

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
    // The browser's own shortcut prints what is on the page, and can't wait for the rest.
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (event.key.toLowerCase() !== "p" || hasOpenDialog()) return;
      event.preventDefault();
      void printPage();
    };
    document.addEventListener("keydown", onKeyDown);
    window.addEventListener("afterprint", drop);
    return () => {
      takeBack();
      document.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("afterprint", drop);
    };
  }, [hasMore]);

  return () => (read.current?.of === shown && read.current?.rows) || shown || [];
}
