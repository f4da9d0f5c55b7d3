import { type ProductInput, productInput } from "@rounds/domain/products/product.ts";
import { queryClient } from "../../api/query-client.ts";
import { formValues } from "../../form/form-values.ts";
import type { FormerValue } from "../../history/history-words.ts";
import { productQueries, saveProduct } from "../queries.ts";

/** Sets a field of a product to a former value, over the newest version; throws what an edit throws. */
export async function restoreProductValue(id: string, { field, value }: FormerValue) {
  const { version, ...product } = await queryClient.fetchQuery({ ...productQueries.row(id), staleTime: 0 });
  // An amount is a number in the history, and a decimal text everywhere else.
  const former = field === "price" ? Number(value).toFixed(2) : (value ?? "");
  const body = { ...formValues(productInput, product), [field]: former, version };
  return await saveProduct(id, body as ProductInput & { version: number });
}
