import { lazy } from "react";

const load = () => import("./StockModal.tsx");

/** The modal with everything that a form needs, loaded when somebody is about to open it. */
export const StockModal = lazy(async () => ({ default: (await load()).StockModal }));

/** Starts to load the modal. */
export function preloadStockModal(): void {
  load().catch(() => {
    // Opening it tries again, and reports the error.
  });
}
