/** A word of a closed list as a label shows it: "Prescriber" for "prescriber". */
export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
