import { useLocation } from "@tanstack/react-router";
import { useEffect, useReducer, useRef } from "react";
import { whenQuiet } from "../api/when-quiet.ts";
import type { keepRows } from "./keep-rows.ts";
import type { Given, Kept } from "./kept-rows.ts";
import type { NewerRows } from "./NewerRows.tsx";

/** How soon it is noticed that nobody would be disturbed any more, in milliseconds. */
const pause = 150;

/**
 * Code that matters only once colleagues' changes are heard is loaded after the first screen, like their connection.
 */
let steady: { keepRows: typeof keepRows; NewerRows: typeof NewerRows } | undefined;
let isAsked = false;

function fetchSteady() {
  if (isAsked) return;
  isAsked = true;
  whenQuiet(
    () => false,
    async () => {
      try {
        const [keeping, offering] = await Promise.all([import("./keep-rows.ts"), import("./NewerRows.tsx")]);
        steady = { ...keeping, ...offering };
      } catch {
        // The next list tries again.
        isAsked = false;
      }
    },
  );
}

/**
 * Keeps the rows of a list in place while somebody reads or touches them. Rows that colleagues add, remove or move
 * then wait, while changed values within a row show at once. An answer to another request (address) is always shown.
 * `Newer` offers the waiting rows to the reader, `show` inserts them.
 */
export function useSteadyRows<Row>({ rows, rowKey, box }: Omit<Given<Row>, "href">) {
  const href = useLocation({ select: (location) => location.href });
  const plain: Kept<Row> = { href, given: rows, shown: rows, why: undefined };
  const kept = useRef(plain);
  const [, look] = useReducer((times: number) => times + 1, 0);
  kept.current = steady?.keepRows(kept.current, { href, rows, rowKey, box }) ?? plain;

  useEffect(fetchSteady, []);
  const { shown, why } = kept.current;
  useEffect(() => {
    if (why === undefined) return;
    const timer = setInterval(look, pause);
    return () => clearInterval(timer);
  }, [why]);
  const show = () => {
    kept.current = { ...kept.current, shown: rows, why: undefined };
    look();
  };
  return { shown, Newer: why === "reading" ? steady?.NewerRows : undefined, show };
}
