import { useLocation } from "@tanstack/react-router";
import { useEffect, useReducer, useRef } from "react";
import { whenQuiet } from "../api/when-quiet.ts";
import type { keepRows } from "./keep-rows.ts";
import type { Given, Kept } from "./kept-rows.ts";
import type { NewerRows } from "./NewerRows.tsx";

/** How soon it is noticed that nobody is disturbed any more, in milliseconds. */
const pause = 150;

/** What only matters once colleagues' changes are heard comes after the first screen, as their connection does. */
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
 * The rows of a list in places that stay while somebody reads or touches them: rows that colleagues add, take away or
 * move then wait, while what changed within a row shows at once. An answer to another question (address) always shows.
 * `Newer` offers them while they wait for the reader, `show` puts them in.
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
