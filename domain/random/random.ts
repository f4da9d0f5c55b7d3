/** Chance that repeats itself: the same seed gives the same numbers, on every machine. */
export type Random = {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number between two, both included. */
  integer(least: number, most: number): number;
  /** True with that probability, 0 to 1. */
  chance(probability: number): boolean;
  /** One of a list that is not empty. */
  pick<Item>(list: readonly Item[]): Item;
  /** One of a list that is not empty, the more likely the larger its weight (above 0). */
  weighted<Item>(list: readonly Item[], weightOf: (item: Item) => number): Item;
};

/** Random numbers from a seed, by mulberry32 (32 bits of state: plenty for demo data, no use for secrets). */
export function createRandom(seed: number): Random {
  let state = seed | 0;

  function next() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function weighted<Item>(list: readonly Item[], weightOf: (item: Item) => number): Item {
    let left = next() * list.reduce((sum, item) => sum + weightOf(item), 0);
    for (const item of list) {
      left -= weightOf(item);
      if (left < 0) return item;
    }
    const last = list.at(-1);
    if (last === undefined) throw new RangeError("nothing to choose from");
    return last;
  }

  return {
    next,
    integer: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => weighted(list, () => 1),
    weighted,
  };
}
