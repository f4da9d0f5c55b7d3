import { markLook } from "./mark-look.ts";

/** The dash patterns of a chart's lines, by place. */
export const lineDashes = [undefined, "6 4"] as const;

/** The sign of a mark in a legend or tooltip: its colour and stripes, or its line and marker. */
export function Swatch({ place, line = false }: { place: number; line?: boolean }) {
  const { color, striped } = markLook(place);
  if (line) {
    return (
      <svg width="26" height="12" aria-hidden="true" className="shrink-0">
        <path d="M0 6H26" stroke={color} strokeWidth="2" strokeDasharray={place === 1 ? "5 4" : undefined} />
        <path d={markerPath(place, 13, 6, 3.5)} fill={color} />
      </svg>
    );
  }
  return (
    <svg width="14" height="14" aria-hidden="true" className="shrink-0">
      <rect width="14" height="14" rx="4" fill={color} />
      {striped && <path d="M0 9L9 0M5 14L14 5" stroke="var(--surface)" strokeWidth="2.5" />}
    </svg>
  );
}

/** The outline of a line's marker around a point: a circle for the first line, a diamond for the second. */
export function markerPath(place: number, x: number, y: number, size: number): string {
  if (place === 1) {
    const reach = size * 1.35;
    return `M${x} ${y - reach}L${x + reach} ${y}L${x} ${y + reach}L${x - reach} ${y}Z`;
  }
  return `M${x - size} ${y}a${size} ${size} 0 1 0 ${size * 2} 0a${size} ${size} 0 1 0 ${-size * 2} 0Z`;
}
