/** The zero of each script of India that has digits of its own: Devanagari, Bengali, Gurmukhi and so on. */
const zeros = [0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66];
const indianDigit = new RegExp(
  `[${zeros.map((zero) => `\\u0${zero.toString(16)}-\\u0${(zero + 9).toString(16)}`).join("")}]`,
  "g",
);

/** The text with the digits of India's scripts as 0 to 9; it keeps its length. */
export function asciiDigits(text: string): string {
  // The zeros end in 6, and no script's digits cross a multiple of 16.
  return text.replace(indianDigit, (digit) => String((digit.charCodeAt(0) & 15) - 6));
}
