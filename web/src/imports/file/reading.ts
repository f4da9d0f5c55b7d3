import type { ColumnMapping, ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { openFile, openText } from "./open-file.ts";
import type { Workbook } from "./read-xlsx.ts";
import { lookAt, portionOf, type Table } from "./table.ts";

export type Reading = ReturnType<typeof createReading>;

/** One file or text that is read, with the sheet that was looked at last. It runs in a worker: rows stay there. */
export function createReading() {
  let noun: ImportNoun = "doctors";
  let book: Workbook | undefined;
  let opened = -1;
  let rows: string[][] = [];
  let filled = 0;
  let headings = -1;
  return {
    /** Opens a list of a noun, a file or cells that were pasted, and tells the names of its sheets. */
    async open(of: ImportNoun, source: Blob | string): Promise<string[]> {
      noun = of;
      opened = -1;
      book =
        typeof source === "string"
          ? openText(noun, source, "paste")
          : openFile(noun, new Uint8Array(await source.arrayBuffer()));
      return book.sheets;
    },
    /** Reads a sheet and tells what it is, and how many cells were filled from merged ones. `line` is the place of its headings, if a person chose it. */
    async look(sheet: number, line?: number): Promise<Table & { filled: number }> {
      if (book && opened !== sheet) ({ rows, filled } = await book.read(sheet));
      opened = sheet;
      const table = lookAt(noun, rows, line);
      headings = table.headings;
      return { ...table, filled };
    },
    /** The next rows to send, from a place in the sheet on. */
    async portion(mapping: ColumnMapping, from: number) {
      return portionOf(noun, rows, headings, mapping, from);
    },
  };
}
