import type { Kind } from "./sheet-columns.ts";
import { xmlText } from "./xml-text.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";
const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** From where on a number has one more group of two digits: lakhs, crores, and so on, up to Excel's 15 digits. */
const groupsFrom = [1e5, 1e7, 1e9, 1e11, 1e13];
const [lakhs, crores, mostGroups] = [1, 2, groupsFrom.length];

/**
 * A number format knows two conditions, and what meets neither has its last part, with a minus if it is negative. Two
 * conditions suffice for lakhs and crores. Larger numbers have their own (`most` groups), and negative ones a last part
 * of their own (`others`).
 */
type Grouping = { most: number; others: number };
const groupings: Grouping[] = [
  ...Array.from({ length: mostGroups - lakhs }, (_, at) => ({ most: crores + at, others: 0 })),
  ...Array.from({ length: mostGroups }, (_, at) => ({ most: crores, others: lakhs + at })),
];

/** The place in `groupings` of what shows the number, and as far as possible what somebody changes it to. */
function groupingOf(number: number): number {
  const groups = groupsFrom.filter((from) => Math.abs(number) >= from).length;
  const [most, others] = number < 0 ? [crores, groups] : [Math.max(crores, groups), 0];
  return groupings.findIndex((one) => one.most === most && one.others === others);
}

/** The number format of a grouping. */
function grouped({ most, others }: Grouping, sign: string, decimals: string): string {
  const figure = (groups: number) =>
    `${sign}${groups === 0 ? "##,##0" : `${"##\\,".repeat(groups + 1)}##0`}${decimals}`;
  const above = (groups: number) => `[>=${groupsFrom[groups - 1]}]${figure(groups)}`;
  return [above(most), above(most - 1), figure(others)].join(";");
}

/** The formats of our own, and the cell formats in the order of their numbers. */
const firstRupees = 166;
const firstUnits = firstRupees + groupings.length;
const numberFormats = {
  164: "dd-mmm-yyyy",
  165: "dd-mmm-yyyy hh:mm",
  ...Object.fromEntries(groupings.map((one, at) => [firstRupees + at, grouped(one, '"₹"', ".00")])),
  ...Object.fromEntries(groupings.map((one, at) => [firstUnits + at, grouped(one, "", "")])),
};
const cellFormats = {
  usual: { format: 0, font: 0 },
  head: { format: 49, font: 1 },
  // "@": a text that is edited there stays one.
  text: { format: 49, font: 0 },
  phone: { format: 49, font: 0 },
  day: { format: 164, font: 0 },
  moment: { format: 165, font: 0 },
  number: { format: 0, font: 0 },
} as const satisfies Record<Exclude<Kind, "rupees" | "units"> | "usual" | "head", CellFormat>;
type CellFormat = { format: number; font: number };

/** The numbers of the styles in `styles`; those of amounts and units follow them. */
export const cellStyles = Object.fromEntries(
  Object.keys(cellFormats).map((name, at) => [name, at]),
) as Record<keyof typeof cellFormats, number>;

/** The number of the style of an amount or of units, which depends on how large the number is. */
export function figureStyle(kind: "rupees" | "units", number: number): number {
  const first = Object.keys(cellFormats).length + (kind === "units" ? groupings.length : 0);
  return first + groupingOf(number);
}

const formatList = Object.entries(numberFormats).map(
  ([id, code]) => `<numFmt numFmtId="${id}" formatCode="${xmlText(code)}"/>`,
);
const figureFormats = [firstRupees, firstUnits].flatMap((first) =>
  groupings.map((_, at): CellFormat => ({ format: first + at, font: 0 })),
);
const cellFormatList = [...Object.values(cellFormats), ...figureFormats].map(
  ({ format, font }) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
);

/** xl/styles.xml */
export const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="${formatList.length}">${formatList.join("")}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellFormatList.length}">${cellFormatList.join("")}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const numbersTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

/** [Content_Types].xml of a workbook with that many sheets. */
export function contentTypes(sheets: number): string {
  const parts = [
    `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>`,
    ...numbersTo(sheets).map(
      (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`,
    ),
  ];
  return `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join("")}</Types>`;
}

/** _rels/.rels */
export const mainRelations = `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** xl/_rels/workbook.xml.rels of a workbook with that many sheets. */
export function relationsOf(sheets: number): string {
  const relations = numbersTo(sheets).map(
    (n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  );
  relations.push(`<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/>`);
  return `${declaration}<Relationships xmlns="${packaged}/relationships">${relations.join("")}</Relationships>`;
}

/** xl/workbook.xml of a workbook with that many sheets. */
export function workbook(title: string, sheets: number): string {
  const list = numbersTo(sheets).map(
    (n) => `<sheet name="${xmlText(sheetName(title, n))}" sheetId="${n}" r:id="rId${n}"/>`,
  );
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${list.join("")}</sheets></workbook>`;
}

/** "Visits", and "Visits 2" for what the first sheet has no room for. */
function sheetName(title: string, number: number): string {
  return number === 1 ? title : `${title} ${number}`;
}
