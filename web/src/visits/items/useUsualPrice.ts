import type { Rupees } from "@rounds/domain/money/money.ts";
import type { ProductChoice } from "@rounds/domain/products/product-list.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
import type { VisitFormApi } from "../form/visit-form.ts";
import { visitQueries } from "../queries.ts";

type UsualPrice = {
  /** The price of a new item at first: the last price for this doctor, otherwise the product's own. */
  usualPrice: (product_id: string, own: Rupees) => Rupees;
  /** The last price of the chosen product for this doctor, if there is one. */
  lastPrice: Rupees | undefined;
};

/**
 * Default prices of new items. If the doctor is chosen after the product, or the prices arrive late, an unchanged
 * price follows.
 */
export function useUsualPrice(
  form: VisitFormApi,
  product: Pick<ProductChoice, "id" | "price"> | undefined,
): UsualPrice {
  const doctor_id = useWatch({ control: form.control, name: "doctor_id" });
  const { data } = useQuery({ ...visitQueries.lastPrices(doctor_id), enabled: doctor_id !== "" });
  const last = doctor_id === "" ? undefined : data;
  const priceOf = (id: string) => last?.find(({ product_id }) => product_id === id)?.unit_price;
  /** The default price that the field got, not a typed one. */
  const given = useRef<Rupees>(null);
  const lastPrice = product && priceOf(product.id);
  const usual = product && (lastPrice ?? product.price);

  useEffect(() => {
    const price = form.getValues("new_item.unit_price");
    if (usual === undefined || price === usual || price !== given.current) return;
    given.current = usual;
    form.setValue("new_item.unit_price", usual, { shouldDirty: true });
  }, [form, usual]);

  const usualPrice = (id: string, own: Rupees) => {
    given.current = priceOf(id) ?? own;
    return given.current;
  };
  return { usualPrice, lastPrice };
}
