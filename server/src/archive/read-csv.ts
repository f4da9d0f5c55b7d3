import { byteOrderMark } from "../api/csv.ts";
import type { ArchiveCell } from "./cells.ts";
import { ArchiveProblem } from "./problem.ts";

/** A row with the number of its first line, from 1. */
export type ArchiveRow = { line: number; cells: ArchiveCell[] };

/** No row of an archive is longer, in characters. */
const mostCharacters = 4 * 1024 * 1024;
const mostCells = 200;

const quote = 34;
const comma = 44;
const carriageReturn = 13;
const lineFeed = 10;

/**
 * The rows of a CSV file (RFC 4180, with CRLF), one array for each piece of the file, so that memory holds one piece.
 * Throws an `ArchiveProblem` that names the line. The work is linear in the length.
 */
export async function* readCsv(
  content: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<ArchiveRow[], void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const parser = createParser(file);
  let isFirst = true;
  const decoded = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new ArchiveProblem("This is not UTF-8.", { file, line: parser.line });
    }
  };
  for await (const bytes of content) {
    let text = decoded(bytes);
    if (isFirst && text.length > 0) {
      isFirst = false;
      if (text.startsWith(byteOrderMark)) text = text.slice(1);
    }
    const rows = parser.read(text);
    if (rows.length > 0) yield rows;
  }
  const rows = parser.read(decoded());
  if (rows.length > 0) yield rows;
  if (!parser.isBetweenRows)
    throw new ArchiveProblem("The file ends in the middle of a row.", { file, line: parser.line });
}

function createParser(file: string) {
  let line = 1;
  let rowLine = 1;
  let cells: ArchiveCell[] = [];
  /** The pieces of the present cell, and the characters of the row so far. */
  let pieces: string[] = [];
  let length = 0;
  let state: "start" | "plain" | "quoted" | "after quote" | "line feed" = "start";
  let wasQuoted = false;

  const fail = (what: string) => new ArchiveProblem(what, { file, line });

  function take(text: string) {
    length += text.length;
    if (length > mostCharacters) throw fail("A row is too long.");
    if (text !== "") pieces.push(text);
  }

  function endCell() {
    const text = pieces.length === 1 ? (pieces[0] ?? "") : pieces.join("");
    cells.push(text === "" && !wasQuoted ? null : text);
    if (cells.length > mostCells) throw fail("A row has too many cells.");
    pieces = [];
    wasQuoted = false;
  }

  return {
    get line() {
      return line;
    },
    get isBetweenRows() {
      return state === "start" && cells.length === 0 && pieces.length === 0;
    },
    read(text: string): ArchiveRow[] {
      const rows: ArchiveRow[] = [];
      let from = 0;
      for (let at = 0; at < text.length; at++) {
        const sign = text.charCodeAt(at);
        if (state === "quoted") {
          if (sign === lineFeed) line++;
          if (sign !== quote) continue;
          take(text.slice(from, at));
          state = "after quote";
        } else if (state === "line feed") {
          if (sign !== lineFeed) throw fail("A line must end with CR and LF.");
          line++;
          rows.push({ line: rowLine, cells });
          cells = [];
          length = 0;
          rowLine = line;
          state = "start";
        } else if (sign === comma || sign === carriageReturn) {
          if (state === "plain") take(text.slice(from, at));
          endCell();
          state = sign === comma ? "start" : "line feed";
        } else if (sign === quote) {
          if (state === "plain") throw fail("A quotation mark stands in the middle of a cell.");
          // Two of them are one.
          if (state === "after quote") take('"');
          wasQuoted = true;
          state = "quoted";
          from = at + 1;
        } else if (state === "after quote" || sign === lineFeed) {
          throw fail(
            sign === lineFeed
              ? "A line must end with CR and LF."
              : "A cell goes on after its quotation mark.",
          );
        } else if (state === "start") {
          state = "plain";
          from = at;
        }
      }
      if (state === "quoted" || state === "plain") take(text.slice(Math.min(from, text.length)));
      return rows;
    },
  };
}
