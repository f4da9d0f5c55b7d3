import { formatRupees, toPaise } from "../../money/money.ts";
import type { ProductInput } from "../../products/product.ts";
import { isUnlikelyLow, isUnlikelyPrice } from "../../products/unlikely-price.ts";
import type { ImportReason } from "../import-row.ts";
import {
  doubled,
  type Judgement,
  judgeDecision,
  looked,
  type OtherLine,
  type RowWithDecision,
  reason,
  refused,
} from "../judgement.ts";
import type { CleanedProduct } from "./clean-product.ts";
import {
  type Difference,
  differencesOf,
  isAsExported,
  type KnownProduct,
  nameOf,
} from "./compare-products.ts";
import { likenessOfNames, type ProductName, productName } from "./product-name.ts";

/** Another row of the file, as a product. */
type OtherProduct = Omit<OtherLine, "cells"> & { name: ProductName };

export type RowToJudge = RowWithDecision<KnownProduct> & {
  row: CleanedProduct;
  /** Other rows that may be like it. */
  others: readonly OtherProduct[];
  /** Why the person may not create or change products, or move stock; null if they may. */
  refusedToChange: ImportReason | null;
  refusedToMove: ImportReason | null;
};

/** What becomes of a row, with the fields to write; a new product may have an opening stock. */
export type ProductValues = Partial<ProductInput> & { stock?: number };

type Match = { product: KnownProduct; likeness: "same" | "alike"; differences: Difference[] };

/** What the file and the catalogue say about a row; it is the same however often it is asked. */
export function judgeProduct(asked: RowToJudge): Judgement {
  const matches = matchesOf(asked);
  const exported = matches.find(({ product }) => isAsExported(asked.row, product));
  return judgeDecision(
    asked,
    matches.map(({ product }) => product),
    exported?.product,
    {
      one: "product",
      created: (base) => created(asked, base),
      unchanged: (base, product) => unchanged(asked, base, product),
      updated: (base, product) => updated(asked, base, product),
      undecided: (base) => undecided(asked, base, matches),
    },
  );
}

function undecided(asked: RowToJudge, base: Judgement, matches: readonly Match[]): Judgement {
  const same = matches.filter(({ likeness }) => likeness === "same");
  const equal = same.find(({ differences }) => differences.length === 0);
  if (equal) return unchanged(asked, base, equal.product);
  const [first, second] = same;
  if (first && second)
    return looked(
      { ...base, target_id: first.product.id },
      reason("several", "More than one product has this name."),
    );
  if (first) return updated(asked, base, first.product);
  const [like] = matches;
  if (like)
    return looked(
      { ...base, target_id: like.product.id },
      reason("alike", "A product whose name is written differently may be the same.", "name"),
    );
  return created(asked, base);
}

/** The products that are like the row, those of the same name first, and among those the one from which it differs least. */
function matchesOf({ row, known }: RowToJudge): Match[] {
  const matches = known.flatMap((product): Match[] => {
    const likeness = likenessOfNames(nameOf(row), productName(product));
    return likeness ? [{ product, likeness, differences: differencesOf(row, product) }] : [];
  });
  const rank = ({ likeness }: Match) => (likeness === "same" ? 0 : 1);
  return matches.sort(
    (one, other) =>
      rank(one) - rank(other) ||
      one.differences.length - other.differences.length ||
      (one.product.id < other.product.id ? -1 : 1),
  );
}

function created(asked: RowToJudge, base: Judgement): Judgement {
  const { row, others, decision, refusedToChange, refusedToMove } = asked;
  if (refusedToChange) return refused(base, refusedToChange);
  if (row.stock && refusedToMove) return refused(base, refusedToMove);
  const double = decision
    ? undefined
    : others.find(({ verdict, name }) => verdict !== "same" && likenessOfNames(nameOf(row), name));
  if (double) {
    const isSame = likenessOfNames(nameOf(row), double.name) === "same";
    return doubled(base, double.line, isSame ? "is the same product" : "looks like the same product");
  }
  const noted = row.filled.price === undefined;
  return {
    ...base,
    verdict: "create",
    reasons: noted
      ? [...base.reasons, reason("no_price", "It has no price, so it will cost ₹0.00.", "price")]
      : base.reasons,
    values: { price: "0.00", ...row.filled, ...(row.stock && { stock: row.stock }) },
  };
}

/** The stock of a product that is there moves by its own commands only, never by a list. */
function withKeptStock(base: Judgement, { stock }: CleanedProduct, product: KnownProduct): Judgement {
  if (stock === null || stock === product.current_stock) return base;
  const message = `The stock stays at ${product.current_stock}. Only new products get an opening stock.`;
  return { ...base, reasons: [...base.reasons, reason("stock_kept", message, "stock")] };
}

/** A row that changes nothing, unless another line of the file changes the same product: then one of them is wrong. */
function unchanged({ row, others, decision }: RowToJudge, base: Judgement, product: KnownProduct): Judgement {
  const found = withKeptStock({ ...base, target_id: product.id }, row, product);
  const other = others.find(({ target_id, verdict }) => target_id === product.id && verdict === "update");
  if (!other || decision) return { ...found, verdict: "same" };
  return doubled(found, other.line, "changes this product already");
}

function updated(asked: RowToJudge, base: Judgement, product: KnownProduct): Judgement {
  const { row, others, decision, refusedToChange } = asked;
  const differences = differencesOf(row, product);
  if (differences.length === 0) return unchanged(asked, base, product);
  const found = withKeptStock({ ...base, target_id: product.id }, row, product);
  if (refusedToChange) return refused(found, refusedToChange);
  const other = others.find(({ target_id }) => target_id === product.id);
  if (other && (other.verdict === "update" || !decision))
    return doubled(found, other.line, "is about this product already");
  const double = decision
    ? undefined
    : others.find(({ verdict, name }) => verdict === "create" && likenessOfNames(nameOf(row), name));
  if (double) return doubled(found, double.line, "looks like the same product");
  const price = row.filled.price;
  if (price !== undefined && !decision && isUnlikely(price, product.price))
    return looked(
      found,
      reason(
        "unlikely_price",
        `The price would go from ${formatRupees(product.price)} to ${formatRupees(price)}.`,
        "price",
      ),
    );
  return {
    ...found,
    verdict: "update",
    changes: differences.map(({ field, value }) => ({
      field,
      from: shown(field, product[field]),
      to: shown(field, value),
    })),
    values: Object.fromEntries(differences.map(({ field, value }) => [field, value])),
  };
}

/** As the form asks: a price far above or below the one that is there, which is not nothing, is probably a mistake. */
function isUnlikely(price: string, before: string): boolean {
  return toPaise(before) > 0n && (isUnlikelyPrice(price, before) || isUnlikelyLow(price, before));
}

function shown(field: Difference["field"], value: string | null): string | null {
  return field === "price" && value !== null ? formatRupees(value) : value;
}
