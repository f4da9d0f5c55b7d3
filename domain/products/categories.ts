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

/** The category under which a product counts in reports: one without any is under "Other". */
export function reportCategory(category: ProductCategory | null): ProductCategory {
  return category ?? "Other";
}
