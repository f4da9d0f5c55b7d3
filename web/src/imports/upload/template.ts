import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { importLabel, importLists } from "@rounds/domain/imports/import-lists.ts";
import { saveFile } from "../../ui/browser/save-file.ts";

/** Saves an empty list with the headings that are recognised. The mark tells Excel that it is UTF-8. */
export function saveTemplate(noun: ImportNoun): void {
  const headings = importLists[noun].fields.map((field) => importLabel(noun, field)).join(",");
  saveFile(new Blob([`\ufeff${headings}\r\n`], { type: "text/csv" }), `${noun}-template.csv`);
}
