type Props = {
  text: string | null | undefined;
  /** The width of the text in a table: it shrinks to the minimum before the table gets too wide. */
  width?: keyof typeof widths;
  /** For a text that is hard to read when it wraps, such as a phone number. */
  oneLine?: boolean;
};

const widths = {
  narrow: "sm:min-w-28 sm:max-w-32",
  medium: "sm:min-w-28 sm:max-w-52",
  // Not less than one long word, such as "Gastroenterologist".
  term: "sm:min-w-36 sm:max-w-52",
  wide: "sm:min-w-32 sm:max-w-72",
  widest: "sm:min-w-32 sm:max-w-md",
};

/** A text of any length in a list: at most two lines (or one), a dash if there is none. */
export function TextCell({ text, width = "medium", oneLine = false }: Props) {
  if (!text) return <span className="text-muted">–</span>;
  return (
    <span
      title={text}
      className={`${oneLine ? "block truncate" : "line-clamp-2 wrap-anywhere"} ${widths[width]}`}
    >
      {text}
    </span>
  );
}
