import { formatRupees } from "@rounds/domain/money/money.ts";
import type { ProductChoice } from "@rounds/domain/products/product-list.ts";
import { holdsWords, searchWords } from "@rounds/domain/text/search-words.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useStockText } from "../api/phone/useStockText.ts";
import { Combobox } from "../form/field/Combobox.tsx";
import { moreOptions } from "../form/field/more-options.ts";
import { productQueries } from "./queries.ts";

/** The most products that it offers at once. */
const mostOffered = 20;

type Props = {
  label: string;
  /** A product was chosen; the field is then empty again. */
  onTake: (product: ProductChoice) => void;
  /** Whether it opens when it appears. */
  opensAtOnce?: boolean;
};

/** Finds one more product by a part of its name. */
export function ProductPicker({ label, onTake, opensAtOnce = false }: Props) {
  const [typed, setTyped] = useState<string>();
  /** Counts what was chosen: each choice begins with an empty field. */
  const [taken, setTaken] = useState(0);
  const products = useQuery({ ...productQueries.choices(), enabled: typed !== undefined });
  const stockText = useStockText();
  const words = searchWords(typed ?? "");
  const found = products.data?.filter(({ name }) => holdsWords(name, words));
  return (
    <Combobox<ProductChoice>
      key={taken}
      label={label}
      opensAtOnce={opensAtOnce && taken === 0}
      value={null}
      options={found?.slice(0, mostOffered)}
      onChange={(product) => {
        if (!product) return;
        setTaken(taken + 1);
        onTake(product);
      }}
      onQuery={setTyped}
      loading={products.isFetching}
      failed={products.error ? "Error loading products" : null}
      optionKey={({ id }) => id}
      optionLabel={({ name }) => name}
      renderOption={({ id, name, price, current_stock }) => (
        <>
          <span className="block break-words">{name}</span>
          <span className="block text-small font-normal text-muted">
            {formatRupees(price)} · Stock: {stockText(id, current_stock)}
          </span>
        </>
      )}
      emptyText="No products found"
      note={moreOptions(mostOffered, found?.length ?? 0)}
      placeholder="Search by name"
    />
  );
}
