import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { GlanceProduct } from "@rounds/domain/glance/glance.ts";
import { type Trend, trendOf } from "@rounds/domain/glance/trend.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { useStockWords } from "../../api/phone/phone-slot.ts";
import { paths } from "../../paths.ts";
import { counted } from "../../ui/figure/counted.ts";
import { TextLink } from "../../ui/navigation/TextLink.tsx";

const signs: Record<Trend, string> = {
  up: "↑ up",
  down: "↓ down",
  steady: "→ steady",
  new: "new",
  stopped: "stopped",
};
const colours: Record<Trend, string> = {
  up: "text-good",
  new: "text-good",
  steady: "text-muted",
  down: "text-warn",
  stopped: "text-warn",
};

/** How the last six months compare with the six before, in a word. */
export function TrendSign({ trend }: { trend: Trend }) {
  return <span className={`text-small whitespace-nowrap ${colours[trend]}`}>{signs[trend]}</span>;
}

/**
 * What a doctor bought of one product: units and trend, the units of each month, the last line and the stock that is left
 * for a sale, with what waits on this phone. Of some visits only (`isPartial`), the last line and the stock.
 */
export function BoughtRow({ product, isPartial }: { product: GlanceProduct; isPartial: boolean }) {
  const { product_id, name, units, units_before, months, last_day, last_quantity, last_unit_price } = product;
  const waiting = useStockWords()?.(product_id);
  return (
    <li
      className={`min-h-13 content-center border-b border-line py-1 last:border-b-0 ${isPartial ? "" : "grid grid-cols-[1fr_auto_auto] items-center gap-x-3"}`}
    >
      {/* The strength is at the end of a name. */}
      <p className="line-clamp-3 leading-snug break-words">
        <TextLink target={paths.product(product_id)}>{name}</TextLink>
      </p>
      {!isPartial && (
        <>
          <MonthBars months={months} />
          <p className="min-w-18 text-right leading-tight whitespace-nowrap sm:row-span-2">
            <span className="block tabular-nums">{counted(units, "unit")}</span>
            <TrendSign trend={trendOf(units, units_before)} />
          </p>
        </>
      )}
      <p className="text-small text-muted max-sm:col-span-3">
        Last {formatCount(last_quantity)} × {formatRupees(last_unit_price)}, {formatDay(last_day)} · Stock:{" "}
        {formatCount(product.current_stock)}
        {waiting && `, ${waiting}`}
      </p>
    </li>
  );
}

/** A bar for the units of each month, oldest first. */
function MonthBars({ months }: Pick<GlanceProduct, "months">) {
  const most = Math.max(...months, 1);
  return (
    <div
      role="img"
      aria-label={`Units in each month, the oldest first: ${months.join(", ")}`}
      className="flex h-7 items-end gap-0.5 sm:row-span-2"
    >
      {months.map((units, month) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a month has no other name
          key={month}
          className={`w-1.5 rounded-sm ${units > 0 ? "bg-chart-1" : "bg-line"}`}
          style={{ height: `${Math.max(8, (units / most) * 100)}%` }}
        />
      ))}
    </div>
  );
}
