/** Rows on one page of the product list. */
export const productPageSize = 25;
