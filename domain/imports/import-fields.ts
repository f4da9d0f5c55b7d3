import { doctorImportFields, doctorParts } from "./doctors/doctor-fields.ts";
import { productImportFields, productParts } from "./products/product-fields.ts";
import { visitImportFields } from "./visits/visit-fields.ts";

/** What can be brought in from a file. */
export const importNouns = ["doctors", "products", "visits"] as const;
export type ImportNoun = (typeof importNouns)[number];

/** The fields that a row of a file can have cells for, of all nouns. Which a noun has is in its `ImportList`. */
export const importFields = [...doctorImportFields, ...productImportFields, ...visitImportFields] as const;
export type ImportField = (typeof importFields)[number];

/** What a column of a sheet can be: a cell, or a part of one that is joined before the row is sent. */
export const columnFields = [...importFields, ...doctorParts, ...productParts] as const;
export type ColumnField = (typeof columnFields)[number];

/** What each column is; null: it is not imported. */
export type ColumnMapping = readonly (ColumnField | null)[];
