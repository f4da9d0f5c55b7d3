/** The product categories, in the order in which forms and filters show them. */
export const productCategories = [
  "Antibiotics",
  "Pain Relief",
  "Cardiovascular",
  "Diabetes",
  "Respiratory",
  "Vitamins",
  "Supplements",
  "Other",
] as const;

export type ProductCategory = (typeof productCategories)[number];

/** The category that reports use for a product: "Other" for one without a category. */
export function reportCategory(category: ProductCategory | null): ProductCategory {
  return category ?? "Other";
}
