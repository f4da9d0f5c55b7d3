import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** The content of a spreadsheet cell: a number, a text, or the formula that it computes. */
type SheetCell = number | string | { formula: string };

/** LibreOffice's program, if it is installed. */
export function findLibreOffice(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders
    .flatMap((folder) => ["soffice", "libreoffice"].map((name) => join(folder, name)))
    .find((program) => existsSync(program));
}

/**
 * Opens a CSV file with LibreOffice and returns the cells of its rows. Without a window nobody confirms the detected
 * character set and separator, so UTF-8 and the comma are given here; everything else is the default.
 */
export async function openInLibreOffice(program: string, csv: string): Promise<SheetCell[][]> {
  const folder = await mkdtemp(join(tmpdir(), "rounds-sheet-"));
  try {
    await writeFile(join(folder, "report.csv"), csv);
    await promisify(execFile)(
      program,
      [
        "--headless",
        `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`,
        // Comma, double quote, UTF-8, from the first line on.
        "--infilter=Text - txt - csv (StarCalc):44,34,76,1",
        "--convert-to",
        "fods",
        "--outdir",
        folder,
        join(folder, "report.csv"),
      ],
      { timeout: 120_000 },
    );
    return cellsOf(await readFile(join(folder, "report.fods"), "utf8"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The cells of the first sheet of a flat OpenDocument file, as LibreOffice writes it. */
function cellsOf(document: string): SheetCell[][] {
  const sheet = /<table:table [\s\S]*?<\/table:table>/.exec(document)?.[0] ?? "";
  const rows = sheet.match(/<table:table-row[^>]*[^/]>[\s\S]*?<\/table:table-row>/g) ?? [];
  return rows.map((row) => {
    const cells = row.match(/<table:table-cell(?:[^>]*\/>|[\s\S]*?<\/table:table-cell>)/g) ?? [];
    return cells.map(cellOf);
  });
}

function cellOf(cell: string): SheetCell {
  const [tag = ""] = /^<[^>]*>/.exec(cell) ?? [];
  const formula = /table:formula="([^"]*)"/.exec(tag)?.[1];
  if (formula !== undefined) return { formula: plain(formula) };
  const number = /office:value="([^"]*)"/.exec(tag)?.[1];
  if (number !== undefined) return Number(number);
  const lines = cell.match(/<text:p\/>|<text:p>[\s\S]*?<\/text:p>/g) ?? [];
  return lines.map(plain).join("\n");
}

function plain(xml: string): string {
  return xml
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count) => " ".repeat(Number(count ?? 1)))
    .replace(/<text:tab\/>/g, "\t")
    .replace(/<[^>]*>/g, "")
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}
