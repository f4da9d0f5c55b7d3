import { type Day, formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { InventorySummary } from "@rounds/domain/inventory/inventory.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { lowStockLimit } from "@rounds/domain/products/low-stock.ts";
import { TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { useRefusals } from "../api/permissions.ts";
import { useStockWords } from "../api/phone/phone-slot.ts";
import { paths } from "../paths.ts";
import { LazyStockModal } from "../products/stock/LazyStockModal.ts";
import { usePhone } from "../ui/browser/useMediaQuery.ts";
import { Button } from "../ui/control/Button.tsx";
import { refused } from "../ui/control/refused.ts";
import { Card } from "../ui/figure/Card.tsx";
import { counted } from "../ui/figure/counted.ts";
import { Tag } from "../ui/figure/Tag.tsx";
import { Skeleton } from "../ui/message/Skeleton.tsx";
import { ScreenLink } from "../ui/navigation/ScreenLink.tsx";

type LowProduct = InventorySummary["low_stock"][number];

type Props = {
  /** Least stock first, as the server sends them; at most some of all. `undefined` until they are loaded. */
  products: readonly LowProduct[] | undefined;
  /** How many products are low on stock in total. */
  total: number;
  /** The day whose closing stock counts. */
  day: Day;
  /** Whether that day is today. */
  isNow: boolean;
  /** The text instead of good news, if no day counts. */
  nothing: string | undefined;
};

/** The products that must be ordered soon, with a button to enter what came in. */
export function LowStockAlert({ products, total, day, isNow, nothing }: Props) {
  const [all, setAll] = useState(false);
  const [adding, setAdding] = useState<LowProduct | null>(null);
  const id = useId();
  const few = usePhone() ? 5 : 12;
  const foldable = products !== undefined && products.length > few;
  const folded = foldable && !all;
  const unnamed = products ? total - products.length : 0;
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {total > 0 && <TriangleAlert size={18} aria-hidden="true" className="text-danger" />}
          Low Stock Alert
          {products && !nothing && <span className="font-normal text-muted">({formatCount(total)})</span>}
        </span>
      }
    >
      {!products && <Skeleton lines={3} label="Loading Low Stock Alert" />}
      {products?.length === 0 && (
        <p className="text-muted">
          {nothing ??
            `No product is low on stock. Products with ${lowStockLimit} units or fewer on ${formatDay(day)} appear here.`}
        </p>
      )}
      {products && products.length > 0 && (
        <ul
          id={id}
          aria-label="Low Stock Alert"
          className="-my-2 -ml-2 grid gap-x-4 sm:grid-cols-2 xl:grid-cols-1"
        >
          {products.map((product, place) => (
            // Paper can't be expanded.
            <li
              key={product.product_id}
              className={`min-w-0 ${folded && place >= few ? "hidden print:list-item" : ""}`}
            >
              <LowStockProduct product={product} isNow={isNow} onAdd={() => setAdding(product)} />
            </li>
          ))}
        </ul>
      )}
      {(foldable || unnamed > 0) && (
        <div className="mt-3 -mb-1 -ml-2.5 flex flex-wrap items-center gap-x-3 gap-y-1">
          {foldable && (
            <span className="print:hidden">
              <Button
                size="small"
                variant="quiet"
                aria-expanded={all}
                aria-controls={id}
                onClick={() => setAll(!all)}
              >
                {all ? "Show fewer" : `Show all ${formatCount(products.length)}`}
              </Button>
            </span>
          )}
          {unnamed > 0 && (
            <p className={`pl-2.5 text-muted ${folded ? "hidden print:block" : ""}`}>
              and {formatCount(unnamed)} more, in the table below
            </p>
          )}
        </div>
      )}
      {adding && (
        <LazyStockModal
          product={{ ...adding, id: adding.product_id, name: adding.product_name }}
          mode="add"
          onClose={() => setAdding(null)}
        />
      )}
    </Card>
  );
}

type LowStockProductProps = { product: LowProduct; isNow: boolean; onAdd: () => void };

function LowStockProduct({ product, isNow, onAdd }: LowStockProductProps) {
  const { product_id, product_name, closing_stock } = product;
  const refusal = useRefusals().of("move_stock");
  const words = useStockWords();
  const waiting = isNow && words?.(product_id, closing_stock);
  return (
    <span className="flex items-center gap-2">
      <ScreenLink
        {...paths.product(product_id)}
        className="min-h-11 min-w-0 flex-1 rounded-control px-2 py-1.5 hover:bg-hover"
      >
        <span className="line-clamp-2 font-medium wrap-anywhere" title={product_name}>
          {product_name}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted">
          {counted(closing_stock, "unit")} {waiting ? "in stock" : "left"}
          <Tag tone="danger">Critical</Tag>
          {waiting}
        </span>
      </ScreenLink>
      <span className="print:hidden">
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-label={`Add Stock: ${product_name}`}
          onPointerEnter={LazyStockModal.preload}
          onFocus={LazyStockModal.preload}
          onClick={onAdd}
          {...refused(refusal)}
        >
          Add Stock
        </Button>
      </span>
    </span>
  );
}
