/**
 * The records of a text in the form of CSV (RFC 4180), whose lines end with "\n", each with its cells; `most` at most.
 * Spaces and tabs between a closing quote and the delimiter belong to nothing, and a quote within a cell that is not doubled is a part
 * of it. A quote that is never closed is a part of the text, not the beginning of a cell as long as the rest of the file.
 *
 * Each character is looked at a fixed number of times, whatever the text is.
 */
export function csvRecords(text: string, delimiter: string, most: number): string[][] {
  return readRecords(text, delimiter, most, true) ?? readRecords(text, delimiter, most, false) ?? [];
}

/** The same; nothing if a quote is not closed. */
function readRecords(text: string, delimiter: string, most: number, quoted: boolean): string[][] | undefined {
  const mark = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const spaces = " \t".replace(delimiter, "");
  const ending = new RegExp(`${mark}|\\n`, "g");
  const closing = new RegExp(`""|(")[${spaces}]*(?=${mark}|\\n|$)|"`, "g");
  const records: string[][] = [];
  let cells: string[] = [];
  for (let at = 0; records.length < most; ) {
    let end: number;
    if (quoted && text[at] === '"') {
      closing.lastIndex = at + 1;
      const close = closingQuote(closing, text);
      if (close === undefined) return undefined;
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      end = closing.lastIndex;
    } else {
      ending.lastIndex = at;
      end = ending.exec(text)?.index ?? text.length;
      cells.push(text.slice(at, end));
    }
    if (text[end] !== delimiter) {
      records.push(cells);
      cells = [];
      if (end === text.length) break;
    }
    at = end + 1;
  }
  return records;
}

/** The place of the quote that ends a cell, from where the expression stands; it stands behind the spaces after it then. */
function closingQuote(closing: RegExp, text: string): number | undefined {
  let found = closing.exec(text);
  while (found && found[1] === undefined) found = closing.exec(text);
  return found?.index;
}
