import { PackagePlus, SlidersHorizontal } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { preloadStockModal } from "./lazy-stock-modal.ts";
import type { StockMode } from "./StockModal.tsx";

type Props = {
  /** Which product, for screen readers where several stand in a list. */
  product: { name: string };
  /** Words alone, for a list, where the same two buttons stand in every row. */
  plain?: boolean;
  onOpen: (mode: StockMode) => void;
};

/** "Add Stock" and "Edit Stock", each opening the modal. */
export function StockButtons({ product, plain = false, onOpen }: Props) {
  const shared = {
    size: "small" as const,
    "aria-haspopup": "dialog" as const,
    onPointerEnter: preloadStockModal,
    onFocus: preloadStockModal,
  };
  return (
    <span
      className={`relative z-1 inline-flex gap-1.5 ${plain ? "max-sm:flex-wrap max-sm:justify-end sm:@max-[60rem]:flex-col sm:touch:@max-[66rem]:flex-col" : ""}`}
    >
      <Button
        {...shared}
        icon={plain ? undefined : PackagePlus}
        aria-label={`Add Stock: ${product.name}`}
        onClick={() => onOpen("add")}
      >
        Add Stock
      </Button>
      <Button
        {...shared}
        icon={plain ? undefined : SlidersHorizontal}
        aria-label={`Edit Stock: ${product.name}`}
        onClick={() => onOpen("edit")}
      >
        Edit Stock
      </Button>
    </span>
  );
}
