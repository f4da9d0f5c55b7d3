import { formatRupees } from "@rounds/domain/money/money.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import type { Column } from "../../table/rows/columns.ts";
import { TextCell } from "../../table/rows/TextCell.tsx";
import { StockButtons } from "../stock/StockButtons.tsx";
import { StockLevel } from "../stock/StockLevel.tsx";
import type { StockMode } from "../stock/StockModal.tsx";

/** The columns of the product list. */
export function productColumns(
  onStock: (product: Product, mode: StockMode) => void,
): readonly Column<Product>[] {
  return [
    { header: "Product Name", priority: 1, cell: ({ name }) => <TextCell text={name} width="wide" /> },
    {
      header: "Category",
      priority: 2,
      columnFrom: 46,
      cell: ({ category }) => category ?? <TextCell text="" />,
      isBlank: ({ category }) => !category,
    },
    {
      header: "Price",
      priority: 2,
      align: "right",
      cell: ({ price }) => <span className="whitespace-nowrap">{formatRupees(price)}</span>,
    },
    {
      header: "Current Stock",
      priority: 1,
      align: "right",
      cell: (product) => <StockLevel product={product} />,
    },
    {
      header: "Stock Actions",
      screenOnly: true,
      priority: 2,
      cell: (product) => <StockButtons plain product={product} onOpen={(mode) => onStock(product, mode)} />,
    },
    {
      header: "Description",
      priority: 3,
      cell: ({ description }) => <TextCell text={description} width="wide" />,
      isBlank: ({ description }) => !description,
    },
  ];
}
