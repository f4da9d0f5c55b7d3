import { doctorList } from "./doctors/doctor-list.ts";
import type { ColumnField, ImportField, ImportNoun } from "./import-fields.ts";
import type { ImportList } from "./import-list.ts";
import { productList } from "./products/product-list.ts";
import { visitList } from "./visits/visit-list.ts";

/** The lists that can be brought in. */
export const importLists: Readonly<Record<ImportNoun, ImportList>> = {
  doctors: doctorList,
  products: productList,
  visits: visitList,
};

/** What a field or column of a list is called. */
export function importLabel(noun: ImportNoun, field: ImportField | ColumnField): string {
  return importLists[noun].columns.find(([name]) => name === field)?.[1] ?? field;
}
