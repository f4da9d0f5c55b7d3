import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { productQueries } from "../products/queries.ts";

/**
 * Units of each product that can be sold today. A product whose check failed, or is still under way, is left out: then
 * the form shows no limit.
 */
export function useAvailability(products: readonly string[]): ReadonlyMap<string, number> {
  return useQueries({
    queries: products.map((id) => productQueries.availability(id)),
    combine: (results: UseQueryResult<{ available: number }>[]) =>
      new Map(
        results.flatMap(({ data, isError }, index): [string, number][] => {
          const product = products[index];
          return product !== undefined && data && !isError ? [[product, data.available]] : [];
        }),
      ),
  });
}
