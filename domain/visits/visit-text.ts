import { formatDayLong } from "../calendar/calendar.ts";
import { formatCount } from "../money/count.ts";
import { formatRupees } from "../money/money.ts";
import { capitalized } from "../text/capitalized.ts";
import type { Visit } from "./visit.ts";

/**
 * The most characters of a text inside a link, after percent-encoding. Some mail programs and older phones cut
 * addresses off at about 2,000 characters.
 */
export const maxLinkText = 1800;

/** The most characters of a name, and the room kept for notes, where a text has to be short. */
const shortName = 50;
const roomForNotes = 500;

export type SharedVisit = Pick<Visit, "visit_date" | "status" | "notes" | "total_sales"> & {
  /** Who recorded it, if that is known. */
  recorded_by?: string | null;
  /** Who changed it last, if anybody has. */
  changed_by?: string | null | undefined;
  doctor: Pick<Visit["doctor"], "name" | "hospital">;
  sales: readonly (Pick<Visit["sales"][number], "quantity" | "unit_price" | "total_amount"> & {
    product: { name: string };
  })[];
};

/** A visit in plain lines, to be sent to somebody: doctor, day, status, author, products with their prices, total and notes. */
export function visitText(visit: SharedVisit): string {
  const parts = [headOf(visit, whole), visit.sales.map((sale) => lineOf(sale, whole)).join("\n")];
  return joined([...parts, totalOf(visit), notesOf(visit.notes)]);
}

/**
 * The same text for a link such as `https://wa.me/?text=`, with at most `maxLinkText` characters after
 * `encodeURIComponent`. Products that don't fit are counted ("and 12 more"), and long notes end with "…".
 */
export function visitLinkText(visit: SharedVisit): string {
  const head = headOf(visit, short);
  const total = totalOf(visit);
  const notes = notesOf(visit.notes);
  const left = maxLinkText - encodedLength(joined([head, total, ""])) - encodedLength("\n\n\n\n");
  const lines = visit.sales.map((sale) => lineOf(sale, short));
  const items = fittingLines(lines, left - Math.min(encodedLength(notes), roomForNotes));
  return joined([head, items, total, cut(notes, left - encodedLength(items))]);
}

const whole = (name: string) => name;

function short(name: string): string {
  const characters = [...name];
  return characters.length <= shortName ? name : `${characters.slice(0, shortName - 1).join("")}…`;
}

type Naming = (name: string) => string;

function headOf({ doctor, visit_date, status, recorded_by, changed_by }: SharedVisit, named: Naming): string {
  const who = [doctor.name, doctor.hospital].flatMap((name) => (name ? [named(name)] : []));
  const authors = [
    ...(recorded_by ? [`\nRecorded by ${named(recorded_by)}`] : []),
    ...(changed_by ? [`\nLast changed by ${named(changed_by)}`] : []),
  ].join("");
  return `Visit to ${who.join(", ")}\n${formatDayLong(visit_date)} · ${capitalized(status)}${authors}`;
}

function lineOf(
  { product, quantity, unit_price, total_amount }: SharedVisit["sales"][number],
  named: Naming,
) {
  const sum = `${formatCount(quantity)} × ${formatRupees(unit_price)} = ${formatRupees(total_amount)}`;
  return `- ${named(product.name)}: ${sum}`;
}

const totalOf = ({ sales, total_sales }: SharedVisit) =>
  sales.length > 0 ? `Total: ${formatRupees(total_sales)}` : "";

const notesOf = (notes: string | null) => (notes ? `Notes: ${notes}` : "");

const joined = (parts: readonly string[]) => parts.filter((part) => part !== "").join("\n\n");

const encodedLength = (text: string) => encodeURIComponent(text).length;

/** As many of the lines as fit, and how many more there are. */
function fittingLines(lines: readonly string[], room: number): string {
  const text = lines.join("\n");
  if (encodedLength(text) <= room) return text;
  const more = (count: number) => `and ${formatCount(count)} more`;
  let left = room - encodedLength(more(lines.length));
  const fitting: string[] = [];
  for (const line of lines) {
    left -= encodedLength(`${line}\n`);
    if (left < 0) break;
    fitting.push(line);
  }
  return [...fitting, more(lines.length - fitting.length)].join("\n");
}

/** The beginning of a text that fits, with "…" if something is missing. Never splits a character. */
function cut(text: string, room: number): string {
  if (encodedLength(text) <= room) return text;
  let left = room - encodedLength("…");
  let start = "";
  for (const character of text) {
    left -= encodedLength(character);
    if (left < 0) break;
    start += character;
  }
  return start === "" ? "" : `${start.trimEnd()}…`;
}
