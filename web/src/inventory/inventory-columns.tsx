import type { InventoryRow } from "@rounds/domain/inventory/inventory.ts";
import { inventoryStatus, stockTone } from "@rounds/domain/inventory/report.ts";
import { formatCount, signedCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { reportCategory } from "@rounds/domain/products/categories.ts";
import { useStockWords } from "../api/phone/phone-slot.ts";
import type { Target } from "../paths.ts";
import type { Column } from "../table/rows/columns.ts";
import { TextCell } from "../table/rows/TextCell.tsx";
import { sumOfCounts, sumOfRupees } from "../table/sums.ts";
import { FigureLink } from "../ui/figure/FigureLink.tsx";
import { Tag } from "../ui/figure/Tag.tsx";
import { ScreenLink } from "../ui/navigation/ScreenLink.tsx";
import type { ReportLinks } from "./report-links.ts";

/** The columns of the report; each figure links to the rows it sums. `isNow`: the closing stock is today's. */
export function inventoryColumns(
  { row: links }: ReportLinks,
  isNow: boolean,
): readonly Column<InventoryRow>[] {
  return [
    {
      header: "Product",
      priority: 1,
      cell: ({ product_name }) => <TextCell text={product_name} width="wide" />,
    },
    { header: "Category", priority: 3, cell: ({ category }) => reportCategory(category) },
    ...movements(links),
    {
      header: "Closing Stock",
      priority: 1,
      align: "right",
      total: sumOfCounts(({ closing_stock }) => closing_stock),
      width: breakingHead,
      cell: (row) => (
        <>
          <ClosingStock row={row} target={links.closing(row.product_id)} />
          {isNow && <UnitsWaiting row={row} />}
          {row.sold_before_received !== 0 && (
            <span className="block text-small text-muted">
              <SoldBeforeReceived row={row} target={links.soldBeforeReceived(row.product_id)} /> sold before
              received
            </span>
          )}
        </>
      ),
    },
    stockValue,
    { header: "Status", priority: 3, cell: ({ closing_stock }) => <StockStatus closing={closing_stock} /> },
  ];
}

/** The figures of a card, which has product, closing stock and status at its head. */
export function inventoryCardFigures({ row: links }: ReportLinks): readonly Column<InventoryRow>[] {
  return [
    ...movements(links),
    {
      header: "Sold before received",
      cell: (row) => <SoldBeforeReceived row={row} target={links.soldBeforeReceived(row.product_id)} />,
      isBlank: ({ sold_before_received }) => sold_before_received === 0,
    },
    stockValue,
  ];
}

/** Lets a heading of two words wrap if the table is narrow. */
const breakingHead = "@max-[60rem]:whitespace-normal";

const stockValue: Column<InventoryRow> = {
  header: "Stock Value",
  priority: 2,
  align: "right",
  total: sumOfRupees(({ stock_value }) => stock_value),
  cell: ({ stock_value }) => <span className="whitespace-nowrap">{formatRupees(stock_value)}</span>,
};

function movements(links: ReportLinks["row"]): readonly Column<InventoryRow>[] {
  return [
    {
      header: "Opening Stock",
      priority: 2,
      align: "right",
      total: sumOfCounts(({ opening_stock }) => opening_stock),
      width: breakingHead,
      cell: (row) => (
        <Units
          units={row.opening_stock}
          of={`Opening stock of ${row.product_name}`}
          target={links.opening(row)}
        />
      ),
    },
    {
      header: "Purchases",
      priority: 2,
      align: "right",
      total: sumOfCounts(({ purchases }) => purchases),
      cell: ({ product_id, product_name, purchases }) => (
        <Units units={purchases} of={`Purchases of ${product_name}`} target={links.purchases(product_id)} />
      ),
    },
    {
      header: "Sales",
      priority: 2,
      align: "right",
      total: sumOfCounts(({ sales }) => sales),
      cell: ({ product_id, product_name, sales }) => (
        <Units units={sales} of={`Sales of ${product_name}`} target={links.sales(product_id)} />
      ),
    },
    {
      header: "Adjustments",
      priority: 2,
      align: "right",
      total: sumOfCounts(({ adjustments }) => adjustments, signedCount),
      cell: ({ product_id, product_name, adjustments }) => (
        <Units
          units={adjustments}
          text={signedCount(adjustments)}
          of={`Adjustments of ${product_name}`}
          target={links.adjustments(product_id)}
        />
      ),
    },
  ];
}

type UnitsProps = {
  units: number;
  /** How the number is written, if not plainly. */
  text?: string;
  /** The name of the figure, for screen readers: "Purchases of Paracip 500". */
  of: string;
  target: Target;
};

/** A number of units with a link to its rows; zero has none. */
function Units({ units, text = formatCount(units), of, target }: UnitsProps) {
  return units === 0 ? (
    <span className="text-muted">0</span>
  ) : (
    <FigureLink of={of} text={text} target={target} />
  );
}

/** The units sold before they were received, if not zero. */
function SoldBeforeReceived({ row, target }: { row: InventoryRow; target: Target }) {
  const { sold_before_received, product_name } = row;
  return (
    <Units
      units={sold_before_received}
      text={signedCount(sold_before_received)}
      of={`Sold before received of ${product_name}`}
      target={target}
    />
  );
}

const tones = { red: "text-danger", yellow: "text-warn", green: "text-good" };

/** The closing stock in its colour; its status says the same in words. */
export function ClosingStock({ row, target }: { row: InventoryRow; target: Target }) {
  return (
    <ScreenLink
      {...target}
      aria-label={`Closing stock of ${row.product_name}: ${formatCount(row.closing_stock)}`}
      className={`inline-block rounded-sm py-0.5 font-semibold underline decoration-current/40 underline-offset-3 hover:decoration-current ${tones[stockTone(row.closing_stock)]}`}
    >
      {formatCount(row.closing_stock)}
    </ScreenLink>
  );
}

/** The units that wait on this phone, of a closing stock that is today's. */
export function UnitsWaiting({ row }: { row: Pick<InventoryRow, "product_id" | "closing_stock"> }) {
  const words = useStockWords()?.(row.product_id, row.closing_stock);
  return words && <span className="block text-small text-muted">{words}</span>;
}

const statusTones = { "Low Stock": "danger", Normal: "neutral", "Good Stock": "good" } as const;

/** The status; it also names a yellow closing stock. */
export function StockStatus({ closing }: { closing: number }) {
  const status = inventoryStatus(closing);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Tag tone={statusTones[status]}>{status}</Tag>
      {stockTone(closing) === "yellow" && (
        <span className="text-small whitespace-nowrap text-warn">Getting low</span>
      )}
    </span>
  );
}
