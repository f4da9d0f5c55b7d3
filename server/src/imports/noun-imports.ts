import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { doctorImport } from "./doctors/doctor-import.ts";
import type { NounImport } from "./noun-import.ts";
import { productImport } from "./products/product-import.ts";
import { visitImport } from "./visits/visit-import.ts";

/** What can be brought in. */
export const nounImports: Readonly<Record<ImportNoun, NounImport>> = {
  doctors: doctorImport,
  products: productImport,
  visits: visitImport,
};
