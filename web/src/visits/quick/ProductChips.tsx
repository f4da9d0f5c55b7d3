import type { GlanceProduct } from "@rounds/domain/glance/glance.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { Check, TriangleAlert } from "lucide-react";
import { useStockText } from "../../api/phone/useStockText.ts";

/** How many chips are shown before the others are asked for. */
export const chipsAtOnce = 6;

type Props = {
  /** The chips to show. */
  products: readonly GlanceProduct[];
  /** The units of each product that the visit has. */
  taken: ReadonlyMap<string, number>;
  onTake: (product: GlanceProduct) => void;
  onRemove: (product_id: string) => void;
};

/** The products that a doctor took before, the last ones first: a tap takes one as the last time, another puts it back. */
export function ProductChips({ products, taken, onTake, onRemove }: Props) {
  const stockText = useStockText();
  return (
    <ul aria-label="Products bought before" className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {products.map((product) => {
        const units = taken.get(product.product_id);
        const isTaken = units !== undefined;
        return (
          <li key={product.product_id} className="flex min-w-0">
            <button
              type="button"
              aria-pressed={isTaken}
              className={`flex min-h-14 w-full min-w-0 flex-col justify-center rounded-control border px-3 py-1.5 text-left transition-colors duration-120 ${
                isTaken ? "border-accent bg-accent-soft" : "border-line-strong/60 bg-surface hover:bg-hover"
              }`}
              onClick={() => (isTaken ? onRemove(product.product_id) : onTake(product))}
            >
              <span className="flex w-full items-center gap-1 font-medium">
                {isTaken && <Check size={16} aria-hidden="true" className="shrink-0 text-accent" />}
                {/* The strength is at the end of a name. */}
                <span className="line-clamp-3 min-w-0 leading-snug break-words" title={product.name}>
                  {product.name}
                </span>
              </span>
              <span className="block w-full truncate text-small text-muted">
                {formatCount(product.last_quantity)} × {formatRupees(product.last_unit_price)}
              </span>
              {product.current_stock < (units ?? product.last_quantity) && (
                <span className="flex items-center gap-1 text-small text-warn">
                  <TriangleAlert size={14} aria-hidden="true" className="shrink-0" />
                  Available: {stockText(product.product_id, product.current_stock)}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The products of a glance as chips: those bought last first. */
export function latestFirst(bought: readonly GlanceProduct[]): GlanceProduct[] {
  return bought.toSorted((a, b) => (a.last_day < b.last_day ? 1 : a.last_day > b.last_day ? -1 : 0));
}
