/** Columns as wide as their widest cell, the first to the left, the others to the right. */
export function table(headings: readonly string[], rows: readonly string[][]): string {
  const widest = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return [headings, widest.map((width) => "─".repeat(width)), ...rows]
    .map((cells) => row(cells, widest))
    .join("\n");
}

/** One line of a table whose columns have these widths in characters. */
export function row(cells: readonly string[], columnWidths: readonly number[]): string {
  return cells
    .map((cell, column) =>
      column === 0 ? cell.padEnd(columnWidths[0] ?? 0) : cell.padStart(columnWidths[column] ?? 0),
    )
    .join("  ");
}

const english = new Intl.NumberFormat("en");

/** A whole number: 1000000 gives "1,000,000". */
export function count(value: number): string {
  return english.format(value);
}

/** Milliseconds with a useful number of decimals. */
export function ms(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

/** "1.35×". */
export function times(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)}×`;
}
