/** The digits of India's scripts, in blocks of 128 characters from Devanagari to Malayalam. */
const scriptDigits =
  /[\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g;

/**
 * The last ten digits of each number in a contact field, by which doctors are compared: "+91 98765 43210" and
 * "098765-43210" are one. Shorter numbers are left out. The database function phone_digits has the same rules.
 */
export function phoneDigits(text: string | null): string[] {
  const latin = (text ?? "")
    .normalize("NFKC")
    .replace(scriptDigits, (sign) => String((sign.charCodeAt(0) - 0x966) % 0x80))
    // Two mobiles with nothing but a space between them.
    .replace(/(?<![0-9])([6-9][0-9]{4} ?[0-9]{5}) +(?=[+0-9])/g, "$1/")
    .replace(/(?<=[0-9])[ ().\u2010-\u2015-]+(?=[0-9])/g, "");
  return [...new Set((latin.match(/[0-9]{10,}/g) ?? []).map((digits) => digits.slice(-10)))];
}
