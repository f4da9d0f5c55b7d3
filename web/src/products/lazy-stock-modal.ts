import { lazy } from "react";

const load = () => import("./StockModal.tsx");

/** The modal with all that a form needs, loaded once somebody is about to open it. */
export const StockModal = lazy(async () => ({ default: (await load()).StockModal }));

/** Begins to load the modal. */
export function preloadStockModal(): void {
  load().catch(() => {
    // Opening it tries again, and tells.
  });
}
