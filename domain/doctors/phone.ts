/** One number of a contact field. */
type PhoneNumber = {
  /** As typed, without what stands around it: "022-2845 1234 ext 12". */
  typed: string;
  /** What a phone dials: digits, with "+" and the country if they are known, and "," before an extension. */
  dial: string;
  /** The digits of its wa.me address, with the country; null if it can't be a mobile. */
  whatsapp: string | null;
};

/** As long as the longest field that holds numbers, many times over; the rest of a longer text is not read. */
const longestText = 500;

/**
 * The numbers in a field as people type it: spaces, dashes, a leading 0, +91, area codes, extensions, Indian digits,
 * and several numbers with "/", "," or "or" between them. A number without a country is an Indian one. Text without
 * a number gives none, and codes for the phone itself, such as "*#06#", are never dialled.
 *
 * Source of the shapes: India's National Numbering Plan (Department of Telecommunications, 2003): ten digits, of which
 * a mobile's first is 6 to 9; an area code has two to four and is never 9…, and a landline's own number starts with
 * 2 to 6. E.164: at most 15 digits.
 */
export function phoneNumbers(text: string | null | undefined): PhoneNumber[] {
  const found: PhoneNumber[] = [];
  for (const piece of piecesOf(text ?? "")) {
    const number = numberOf(piece, found.at(-1));
    if (number && !found.some(({ dial }) => dial === number.dial)) found.push(number);
  }
  return found;
}

/** The digits of a number in India with its area code or as a mobile; a shorter one is probably not complete. */
export const digitsOfNumber = 10;

/** What is typed in a contact field as a number but has too few digits; the last digits of another line are no such. */
export function tooShortNumbers(text: string | null | undefined): string[] {
  const short: string[] = [];
  let before: PhoneNumber | undefined;
  for (const piece of piecesOf(text ?? "")) {
    const number = numberOf(piece, before);
    const typed = number?.typed ?? piece.trim();
    const digits = (number?.dial.split(",")[0] ?? typed.replace(/\S*@\S*/g, "")).replace(/\D/g, "");
    // Without the country, or the 0 before an area code.
    const own = digits.replace(typed.includes("+") ? /^91/ : /^0+/, "").length;
    const isWhole = number?.dial.startsWith("+") || own >= digitsOfNumber || /[*#]/.test(piece);
    if (digits !== "" && !isWhole) short.push(typed);
    before = number ?? before;
  }
  return short;
}

function piecesOf(text: string): string[] {
  const latin = text
    .slice(0, longestText)
    .normalize("NFKC")
    // The digits of the Indian scripts, in blocks of 128 characters from Devanagari to Malayalam.
    .replace(/[\u0966-\u0d6f]/g, (sign) => {
      const digit = (sign.charCodeAt(0) - 0x966) % 0x80;
      return digit < 10 ? String(digit) : sign;
    })
    .replace(/\p{Pd}/gu, "-")
    .replace(/[\p{Cf}\p{Cc}]/gu, (sign) => (sign === "\n" ? "/" : ""));
  // Two mobiles with nothing but a space between them.
  const divided = latin.replace(/(?<!\d)([6-9]\d{4} ?\d{5})\s+(?=[+\d])/g, "$1/");
  return divided.split(/[/,;|&\\]|\b(?:or|and)\b/i);
}

function numberOf(piece: string, before: PhoneNumber | undefined): PhoneNumber | null {
  const words = piece.replace(/\S*@\S*/g, " ");
  if (/[*#]/.test(words)) return null;
  const [, extension = ""] = /(?<![a-z])(?:extension|extn?|x)[\s.:-]*(\d{1,6})\D*$/i.exec(words) ?? [];
  // Hours in brackets after a whole number, "98220 11111 (10 am - 1 pm)", are no part of it.
  const numbers = words.replace(/(\d(?:[\s.-]*\d){7,})\s*\(.*/s, "$1");
  const written = longest(numbers.matchAll(/\(?\+?\d(?:[\d\s().-]*\d)?/g));
  const digits = written.replace(/\D/g, "");
  const typed = written.replace(/\s+/g, " ") + (extension && ` ext ${extension}`);
  const pause = extension && `,${extension}`;

  if (/^\d{1,4}$/.test(digits) && before && /^\+91\d+$/.test(before.dial)) {
    // "022-2845 1234/35": another line, of which only the last digits are typed.
    return { typed, dial: before.dial.slice(0, -digits.length) + digits, whatsapp: null };
  }
  const plus = written.includes("+");
  // A service number such as 1800 209 4353, a line in one's own town, an emergency number: dialled as it is typed.
  if (!plus && /^(?:18(?:00|60)\d{6,7}|[1-9]\d{2,7})$/.test(digits)) {
    return { typed, dial: digits + pause, whatsapp: null };
  }
  const national = indianDigits(digits, plus);
  if (national) {
    const mobile = !extension && /^[6-9]/.test(national) && !isLandline(national, written);
    return { typed, dial: `+91${national}${pause}`, whatsapp: mobile ? `91${national}` : null };
  }
  const abroad =
    (plus || digits.startsWith("00")) && /^(?:00)?([1-8]\d{6,14}|9[^1\D]\d{5,13})$/.exec(digits)?.[1];
  return abroad ? { typed, dial: `+${abroad}${pause}`, whatsapp: abroad } : null;
}

function longest(matches: Iterable<RegExpExecArray>): string {
  const length = (text: string) => text.replace(/\D/g, "").length;
  return [...matches].reduce((best, [text]) => (length(text) > length(best) ? text : best), "");
}

/** The ten digits after +91, however they were typed; "" if it is no Indian number of ten digits. */
function indianDigits(digits: string, plus: boolean): string {
  const shape = plus ? /^91(?:0+)?([1-9]\d{9})$/ : /^0*(?:91)?0*([1-9]\d{9})$/;
  return shape.exec(digits)?.[1] ?? "";
}

/**
 * The first digits of landlines in cities whose area code starts with 6 to 8, as mobiles do. Only those that no mobile
 * has; the rest, such as 721 2 of Amravati, belong to both.
 */
const cityLines =
  /^(?:79[2-5]|80[2-4]|(?:6(?:12|[345]1|57|6[13]|7[14]|80)|7(?:12|3[14]|5[15]|88)|8(?:16|2[014]|3[126]|6[136]|7[078]|83))[2-6])/;

/** Whether ten digits that could be a mobile's are a landline's, by the city or by an area code that stands apart. */
function isLandline(national: string, written: string): boolean {
  // "07682-245123" or "(0721) 266 1234".
  return cityLines.test(national) || /^\(?0[678]\d{1,3}\)?[\s.-]+[2-6][\d\s.-]+$/.test(written);
}
