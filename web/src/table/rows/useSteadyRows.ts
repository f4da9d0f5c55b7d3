import { useEffect, useReducer, useRef } from "react";
import { whenQuiet } from "../../api/when-quiet.ts";
import { useRouter } from "../../router/RouterProvider.tsx";
import { laterStyles } from "../../ui/browser/later-styles.ts";
import { hasOpenDialog } from "../../ui/dialog/dialog-stack.ts";
import type { keepRows } from "./keep-rows.ts";
import type { Given, Kept } from "./kept-rows.ts";
import type { NewerRows } from "./NewerRows.tsx";

/** How soon it is noticed that nobody would be disturbed any more, in milliseconds. */
const pause = 150;

/**
 * The code that judges whether newer rows would disturb somebody. The first rows of a list need none, so it is loaded
 * after the first screen, or when the first newer rows arrive: until then, they wait.
 */
let steady: { keepRows: typeof keepRows; NewerRows: typeof NewerRows } | undefined;
let loading: Promise<void> | undefined;

/** Loads that code, with the style of what offers newer rows. Rejects if it can't be fetched; the next call tries again. */
function loadSteady(): Promise<void> {
  loading ??= Promise.all([import("./keep-rows.ts"), import("./NewerRows.tsx"), laterStyles()])
    .then(([keeping, offering]) => {
      steady = { ...keeping, ...offering };
    })
    .finally(() => {
      loading = undefined;
    });
  return loading;
}

/**
 * Keeps the rows of a list in place while somebody reads or touches them. Rows that colleagues add, remove or move
 * then wait, while changed values within a row show at once. An answer to another request (address) is always shown.
 * `Newer` offers the waiting rows to the reader, `show` inserts them.
 */
export function useSteadyRows<Row>({ rows, rowKey, box }: Omit<Given<Row>, "href">) {
  // Not subscribed to: other rows come with another address, and a list that is left is not rendered once more for it.
  const { href } = useRouter().location;
  const kept = useRef<Kept<Row>>({ href, given: rows, shown: rows, why: undefined });
  const [, look] = useReducer((times: number) => times + 1, 0);
  const given = { href, rows, rowKey, box };
  kept.current = steady ? steady.keepRows(kept.current, given) : untilJudged(kept.current, given);

  useEffect(() => {
    if (steady) return;
    return whenQuiet(
      () => false,
      () => void loadSteady().catch(() => {}),
    );
  }, []);
  const { shown, why } = kept.current;
  const show = () => {
    kept.current = { ...kept.current, shown: rows, why: undefined };
    look();
  };
  useEffect(() => {
    if (why === undefined) return;
    const timer = setInterval(look, pause);
    return () => clearInterval(timer);
  }, [why]);
  const awaits = !steady && shown !== rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is new each time, with the rows at that time
  useEffect(() => {
    // Nobody can judge: as in a list that was opened only now, the newest rows are shown.
    if (awaits) loadSteady().then(look, show);
  }, [awaits, rows]);
  return { shown, Newer: why === "reading" ? steady?.NewerRows : undefined, show };
}

/** The shown rows, as long as the code that judges newer ones for the same address is not loaded. */
function untilJudged<Row>(kept: Kept<Row>, { href, rows }: Given<Row>): Kept<Row> {
  // While another page is loading, the old rows are still shown, with the old address.
  const at = rows === kept.given ? kept.href : href;
  const waits = at === kept.href && rows !== undefined && kept.shown !== undefined;
  return {
    href: at,
    given: rows,
    shown: waits ? kept.shown : rows,
    // What a dialog changed is shown when it closes.
    why: waits && hasOpenDialog() ? "dialog" : undefined,
  };
}
