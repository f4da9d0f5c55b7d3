/** The fields of a visit that are merged one by one when two people have changed it. */
export const mergedFields = ["doctor_id", "visit_date", "status", "notes"] as const;

/** How the products sold at it are merged: line by line, in the form of `mergeLines`. */
export const mergedLines = {
  name: "items",
  fields: ["product_id", "quantity", "unit_price"],
  unit: "product_id",
} as const;
