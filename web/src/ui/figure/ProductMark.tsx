/** The product's logo; its name is beside it. */
export function ProductMark({ size = 28 }: { size?: 28 | 40 }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path d="M16 8.5v15M8.5 16h15" strokeWidth="4" strokeLinecap="round" className="stroke-on-accent" />
    </svg>
  );
}
