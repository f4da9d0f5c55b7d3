type Props = {
  text: string | null | undefined;
  /** The room that the text gets in a table: it shrinks there to the least before the table grows too wide. */
  width?: keyof typeof widths;
  /** For a text that reads badly when it is broken, such as a phone number. */
  oneLine?: boolean;
};

const widths = {
  narrow: "sm:min-w-28 sm:max-w-32",
  medium: "sm:min-w-28 sm:max-w-52",
  wide: "sm:min-w-32 sm:max-w-72",
  widest: "sm:min-w-32 sm:max-w-md",
};

/** A text of any length in a list: at most two lines (or one), a dash when there is none. */
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
