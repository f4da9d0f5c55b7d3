import { laterDialog } from "../../ui/dialog/later-dialog.tsx";

/** The modal with everything that a form needs, loaded when somebody is about to open it. */
export const LazyStockModal = laterDialog(
  () => import("./StockModal.tsx").then((module) => module.StockModal),
  (props) => props.onClose,
);
