/**
 * Which of many values to draw if there is room for `places` only: the highest one of each place, so that no peak is
 * lost; the middle one if all are equal. With enough room, all of them. Returns rising indexes of `values`.
 */
export function peaks(values: ArrayLike<number>, places: number): number[] {
  const count = values.length;
  if (count <= places) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: places }, (_, place) => {
    const start = Math.floor((place * count) / places);
    const end = Math.floor(((place + 1) * count) / places);
    let best = start;
    let level = true;
    for (let index = start + 1; index < end; index += 1) {
      if (at(values, index) !== at(values, start)) level = false;
      if (at(values, index) > at(values, best)) best = index;
    }
    return level ? (start + end - 1) >> 1 : best;
  });
}

function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0;
}
