const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * A text in XML 1.0. What that can't hold is written as Excel does it, `_x0001_` (ST_Xstring of ECMA-376, 22.9.2.19);
 * a text that looks like that by itself gets its underscore written so. Half a surrogate pair becomes U+FFFD.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML can't hold
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g,
      (mark) => `_x${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    )
    .replace(/[&<>"]/g, (mark) => entities[mark] ?? "");
}
