/** Grey lines in place of text that is loading. They appear only after 150 ms. */
export function Skeleton({ lines = 3, label = "Loading" }: { lines?: number; label?: string }) {
  const widths = ["w-2/5", "w-4/5", "w-3/5", "w-11/12", "w-1/2"];
  return (
    <div role="status" className="flex animate-late flex-col gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <div key={line} className={`h-3.5 rounded bg-sunken ${widths[line % widths.length]}`} />
      ))}
    </div>
  );
}
