import { pie } from "d3-shape";

/** The part of a whole for a figure. Angles are radians, clockwise from the top. */
export type Share = { index: number; part: number; start: number; end: number };

/** A value other than zero is always visible: no slice is thinner than this. */
const thinnest = 0.04;

/** The slices of values, in order. Values not above zero get none. */
export function shares(values: readonly number[]): Share[] {
  const above = values.flatMap((value, index) => (value > 0 ? [{ value, index }] : []));
  const whole = above.reduce((sum, { value }) => sum + value, 0);
  const slices = pie<{ value: number }>()
    .sort(null)
    .value(({ value }) => Math.max(thinnest, (value / whole) * 2 * Math.PI))(above);
  return above.map(({ value, index }, place) => {
    const { startAngle = 0, endAngle = 0 } = slices[place] ?? {};
    return { index, part: value / whole, start: startAngle, end: endAngle };
  });
}

/** Whether a slice shows its percentage, if only those above this many percent do. */
export function isLabelled({ part }: Share, over: number): boolean {
  return part * 100 > over;
}

/** The room of a label at the sides of the circle, in radians. */
const gap = 0.18;

/**
 * Moves rising angles apart until their labels, which are wider than high, have room: twice as much at the top and
 * bottom of the circle as at its sides.
 */
export function spread(angles: readonly number[]): number[] {
  const moved = [...angles];
  const most = (2 * Math.PI) / Math.max(1, moved.length);
  for (let pass = 0; pass < 60; pass += 1) {
    let calm = true;
    for (let index = 0; index < moved.length && moved.length > 1; index += 1) {
      const next = (index + 1) % moved.length;
      const turn = next === 0 ? 2 * Math.PI : 0;
      const [here, there] = [moved[index] ?? 0, (moved[next] ?? 0) + turn];
      const room = Math.min(most, gap * (1 + Math.abs(Math.cos((here + there) / 2))));
      const short = room - (there - here);
      if (short > 1e-6) {
        moved[index] = here - short / 2;
        moved[next] = there - turn + short / 2;
        calm = false;
      }
    }
    if (calm) break;
  }
  return moved;
}
