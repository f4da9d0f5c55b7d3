import type { Permission } from "@rounds/domain/account/permissions.ts";
import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { paths, type Target } from "../paths.ts";

/** What the screens of an import say about a noun, and where they lead. */
type NounWords = {
  /** One of them, as in "1 doctor"; more have an "s". */
  one: string;
  /** What each row of a file holds, if not one of them. */
  row?: string;
  title: string;
  summary: string;
  /** What a row becomes, if not "created". */
  created?: string;
  /** The choice to bring a row in although a person was asked, if not "Another doctor". */
  another?: string;
  /** Where an import of it begins. */
  start: Target;
  /** The list of them, and one of them. */
  list: Target;
  record: (id: string) => Target;
  /** What a person must be allowed to do to bring them in and to undo that; null: everybody may. */
  needs: Permission | null;
  /** What else a row says, under its name. */
  details: (cells: ImportCells) => (string | undefined)[];
};

export const nounWords: Readonly<Record<ImportNoun, NounWords>> = {
  doctors: {
    one: "doctor",
    title: "Import doctors",
    summary: "Bring your doctors along from a sheet.",
    start: paths.imports(),
    list: paths.doctors(),
    record: paths.doctor,
    needs: null,
    details: ({ specialization, hospital, address, city, contact_number, email }) => [
      ...[specialization, hospital, address, city],
      ...[contact_number, email],
    ],
  },
  products: {
    one: "product",
    title: "Import products",
    summary: "Bring your products along from a sheet, with the stock you have now.",
    start: paths.imports({ of: "products" }),
    list: paths.products(),
    record: paths.product,
    needs: "change_products",
    details: ({ category, price, stock, description }) => [
      category,
      price && `Price ${price}`,
      stock && `Opening stock ${stock}`,
      description,
    ],
  },
  visits: {
    one: "row",
    row: "visit, or one product sold in it,",
    created: "imported",
    another: "Import it anyway",
    title: "Import past visits",
    summary: "Bring visits with their sales along from another system.",
    start: paths.imports({ of: "visits" }),
    list: paths.visits(),
    record: paths.visit,
    needs: null,
    details: ({ visit_date, product, quantity, unit_price, amount, representative, notes }) => [
      ...[
        visit_date,
        product,
        quantity && `${quantity} ${Number(quantity) === 1 ? "unit" : "units"}`,
        unit_price ?? amount,
      ],
      ...[representative, notes],
    ],
  },
};
