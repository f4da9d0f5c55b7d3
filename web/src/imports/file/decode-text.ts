import { UnreadableFile } from "./file-limits.ts";

/**
 * The text of a file: UTF-8, UTF-16, or Windows-1252, in which Excel in India saves "CSV". A byte order mark is believed;
 * without one, text that is not UTF-8 is UTF-16 if every other byte is zero, and else Windows-1252.
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  const decoded = new TextDecoder(encoding).decode(bytes);
  const text = encoding === "windows-1252" ? withSigns(decoded) : decoded;
  // No text has a zero; pictures and programs do.
  if (text.includes("\0"))
    throw new UnreadableFile("This is not a sheet. Please choose a .csv or .xlsx file, or paste the cells.");
  return text;
}

/** The signs of Windows-1252 at 80 to 9F. Not every engine decodes them; some leave control characters of Latin-1. */
const signs = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

function withSigns(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (sign) => signs[sign.charCodeAt(0) - 0x80] ?? sign);
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const start = bytes.subarray(0, 4000);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > start.length / 4 && even < odd / 4) return "utf-16le";
  if (even > start.length / 4 && odd < even / 4) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
