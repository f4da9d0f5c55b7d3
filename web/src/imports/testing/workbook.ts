import { strToU8, type Zippable, zipSync } from "fflate";

/** What a workbook of a test has. */
export type Files = {
  /** The XML of the rows, by the sheets' names. */
  sheets: Record<string, string>;
  strings?: string[];
  hidden?: string;
  /** One of its sheets is in another file. */
  external?: boolean;
  /** What stands behind the rows, such as merged cells. */
  behind?: string;
};

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The XML of a sheet. */
export function sheet(rows: string, behind = ""): string {
  return `<?xml version="1.0"?><worksheet ${main} xmlns:x="${relations}"><sheetData>${rows}</sheetData>${behind}</worksheet>`;
}

/** An Excel workbook as bytes; its second style is a day's. */
export function book(
  { sheets, strings = [], hidden, external, behind }: Files,
  level: 0 | 1 | 9 = 9,
  more: Zippable = {},
): Uint8Array<ArrayBuffer> {
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const files: Record<string, string> = {
    "xl/workbook.xml": `<workbook ${main} xmlns:r="${relations}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}"${name === hidden ? ' state="hidden"' : ""} r:id="r${at}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, at) => relation(`r${at}`, "worksheet", `worksheets/sheet${at}.xml`)).join("")}${relation("s", "styles", "styles.xml")}${relation("t", "sharedStrings", "sharedStrings.xml")}${external ? `<Relationship Id="e" Type="${relations}/worksheet" Target="http://x.test/s.xml" TargetMode="External"/>` : ""}</Relationships>`,
    "xl/styles.xml": `<styleSheet ${main}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst ${main}>${strings.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
  };
  for (const [at, name] of names.entries())
    files[`xl/worksheets/sheet${at}.xml`] = sheet(sheets[name] ?? "", behind);
  const packed = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]));
  return zipSync({ ...packed, ...more }, { level });
}
