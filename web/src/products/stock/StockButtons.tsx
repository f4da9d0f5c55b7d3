import { PackagePlus, SlidersHorizontal } from "lucide-react";
import { useRefusals } from "../../api/permissions.ts";
import { Button } from "../../ui/control/Button.tsx";
import { refused } from "../../ui/control/refused.ts";
import { LazyStockModal } from "./LazyStockModal.ts";
import type { StockMode } from "./StockModal.tsx";

type Props = {
  /** The product's name, for screen readers, if a list shows several. */
  product: { name: string };
  /** Text only, for a list, where every row has the same two buttons. */
  plain?: boolean;
  onOpen: (mode: StockMode) => void;
};

/** "Add Stock" and "Edit Stock"; each opens the modal. */
export function StockButtons({ product, plain = false, onOpen }: Props) {
  const refusal = useRefusals().of("move_stock");
  const opens = (mode: StockMode) => ({
    size: "small" as const,
    ...(refusal
      ? refused(refusal)
      : {
          "aria-haspopup": "dialog" as const,
          onPointerEnter: LazyStockModal.preload,
          onFocus: LazyStockModal.preload,
          onClick: () => onOpen(mode),
        }),
  });
  return (
    <span
      className={`relative z-1 inline-flex gap-1.5 ${plain ? "max-sm:flex-wrap max-sm:justify-end sm:@max-[60rem]:flex-col sm:touch:@max-[66rem]:flex-col" : "flex-wrap"}`}
    >
      <Button
        {...opens("add")}
        icon={plain ? undefined : PackagePlus}
        aria-label={`Add Stock: ${product.name}`}
      >
        Add Stock
      </Button>
      <Button
        {...opens("edit")}
        icon={plain ? undefined : SlidersHorizontal}
        aria-label={`Edit Stock: ${product.name}`}
      >
        Edit Stock
      </Button>
    </span>
  );
}
