import { doctorImportFields } from "@rounds/domain/imports/import-fields.ts";
import { saveFile } from "../ui/save-file.ts";
import { fieldLabels } from "./import-words.ts";

/** Saves an empty list with the headings that are recognised. The mark tells Excel that it is UTF-8. */
export function saveTemplate(): void {
  const headings = doctorImportFields.map((field) => fieldLabels[field]).join(",");
  saveFile(new Blob([`\ufeff${headings}\r\n`], { type: "text/csv" }), "doctors-template.csv");
}
