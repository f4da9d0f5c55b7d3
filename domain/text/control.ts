/** Characters that no text may contain: PostgreSQL can't store NUL, and nobody types the other control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what the rule is about
export const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const controls = new RegExp(`${control.source}+`, "g");

/** A text to search for, pasted from a table or a link, with a space in the place of control characters: they separate words. */
export function withoutControls(text: string): string {
  return text.replace(controls, " ");
}
