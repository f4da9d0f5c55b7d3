/** The fields of a product that a column of a file can hold, as text. `stock` is a new product's opening stock in units. */
export const productImportFields = ["name", "category", "price", "stock", "description"] as const;
export type ProductImportField = (typeof productImportFields)[number];

/** The columns that are a part of a field. */
export const productParts = ["strength", "pack"] as const;
