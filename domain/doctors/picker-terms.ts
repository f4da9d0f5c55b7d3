import { searchWords } from "../text/search-words.ts";
import { type DoctorClass, doctorClasses } from "./choices.ts";

/** The class that a word of a search means: "b" is B. */
export function classOf(word: string): DoctorClass | undefined {
  return doctorClasses.find((name) => name.toLowerCase() === word);
}

/** The search words of a text in the doctor picker, and a class if the text names one ("iyer class a"). */
export function pickerTerms(typed: string): { words: string[]; doctor_class?: DoctorClass } {
  const said = typed.match(/\bclass\s+([a-z])(?![\p{L}\p{N}])/iu);
  const doctor_class = classOf(said?.[1]?.toLowerCase() ?? "");
  if (!said || !doctor_class) return { words: searchWords(typed) };
  return { words: searchWords(typed.replace(said[0], " ")), doctor_class };
}
