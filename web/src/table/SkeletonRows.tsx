/** Grey rows in place of those that are loading; they appear only after 150 ms. */
export function SkeletonRows({
  label,
  columns,
  rows = 6,
}: {
  label: string;
  columns: number;
  rows?: number | undefined;
}) {
  const cells = Array.from({ length: columns }, (_, index) => index);
  return (
    <div role="status" className="animate-late">
      <span className="sr-only">Loading {label}</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div
          key={row}
          className="flex h-13 items-center gap-6 border-t border-line px-4 first:border-t-0 sm:px-5"
        >
          {cells.map((cell) => (
            <div key={cell} className="flex-1">
              <div className={`h-3 rounded bg-sunken ${(row + cell) % 3 === 0 ? "w-4/5" : "w-3/5"}`} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
