import { folded, joinedInitials, plainWords } from "../text/search-words.ts";

/** What stands before a doctor's name: titles, also in the scripts of India. */
const titles = [
  ...["dr", "doctor", "prof", "professor", "mr", "mrs", "ms", "miss", "smt"],
  ...["डॉ", "डा", "डॉक्टर", "ডা", "ডাঃ", "ડૉ", "ડો", "ਡਾ", "டாக்டர்", "డా", "డాక్టర్", "ಡಾ", "ഡോ"],
].map(folded);
/** What stands behind it: degrees. */
const degrees = ["mbbs", "md", "ms", "dnb", "dm", "mch", "bds", "mds", "bams", "bhms"];

const before = new RegExp(`^(?:(?:${titles.join("|")}) )+`);
const behind = new RegExp(`(?: (?:${degrees.join("|")}))+$`);

/** The most characters of a key, because an index entry of the database has a limit. */
const longestKey = 200;

/**
 * By what names of doctors are compared, as the database function doctor_name_key computes it: "Dr. R. K. Gupta, M.D." and
 * "rk gupta" are one. Empty for a name without a word.
 */
export function doctorNameKey(name: string): string {
  const words = joinedInitials(plainWords(name)).replace(before, "").replace(behind, "");
  return Array.from(words).slice(0, longestKey).join("");
}
