/** A filter of a list, as its chip tells it. */
export type Filter<Search> = {
  label: string;
  /** What it is set to, in words; nothing while it filters nothing. */
  value: string | false | null | undefined;
  /** What holds it in the address. */
  keys: readonly (keyof Search)[];
};

/** The filters that are set, as chips show them. */
export function activeFilters<Search>(filters: readonly Filter<Search>[]) {
  return filters.flatMap(({ label, value, keys }) => (value ? [{ label, value, keys }] : []));
}

/** The change of the address that takes filters away, whether or not they are set. */
export function withoutFilters<Search>(filters: readonly Pick<Filter<Search>, "keys">[]) {
  const without: Partial<Record<keyof Search, undefined>> = {};
  for (const { keys } of filters) for (const key of keys) without[key] = undefined;
  return without;
}
