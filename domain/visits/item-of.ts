type ItemField = "id" | "product_id" | "quantity" | "unit_price";

/** A visit's line as a request has it, of a line that says more, such as a stored one. */
export function itemOf<Line extends Record<ItemField, unknown>>({
  id,
  product_id,
  quantity,
  unit_price,
}: Line): Pick<Line, ItemField> {
  return { id, product_id, quantity, unit_price };
}
