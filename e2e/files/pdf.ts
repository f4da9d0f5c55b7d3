import { inflateSync } from "node:zlib";
import type { Page } from "@playwright/test";

/**
 * The text of each A4 page that Chromium prints, without white space: a PDF places glyphs, not words. Source: ISO 32000,
 * "Text-showing operators" and "ToUnicode CMaps", as Skia writes them.
 */
export async function printedPages(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const objects = new Map<string, string>();
  for (const [, id = "", body = ""] of pdf.matchAll(/^(\d+) 0 obj\s([\s\S]*?)\nendobj/gm))
    objects.set(id, body);
  const streamOf = (id: string) => {
    const [head = "", data = ""] = (objects.get(id) ?? "").split(/stream\r?\n/, 2);
    return head.includes("FlateDecode") ? inflateSync(Buffer.from(data, "latin1")).toString("latin1") : data;
  };
  const letters = new Map<string, Map<number, string>>();
  const lettersOf = (font: string) => {
    const known =
      letters.get(font) ?? unicodeOf(streamOf(/\/ToUnicode (\d+)/.exec(objects.get(font) ?? "")?.[1] ?? ""));
    letters.set(font, known);
    return known;
  };
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\b/.test(body))
    .map((body) => {
      const fonts = new Map(
        [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", id = ""]) => [name, id]),
      );
      let font = new Map<number, string>();
      let text = "";
      const content = streamOf(/\/Contents (\d+)/.exec(body)?.[1] ?? "");
      for (const [, name, glyphs = ""] of content.matchAll(/\/(F\d+) \S+ Tf|<([0-9A-Fa-f]+)>/g)) {
        if (name) font = lettersOf(fonts.get(name) ?? "");
        else
          for (const glyph of glyphs.match(/.{4}/g) ?? []) text += font.get(Number.parseInt(glyph, 16)) ?? "";
      }
      // A font may draw "ff" as one glyph, which the PDF gives as the one character ﬀ.
      return text.normalize("NFKC").replace(/\s/g, "");
    });
}

/** The characters of a font's glyphs. */
function unicodeOf(map: string): Map<number, string> {
  const found = new Map<number, string>();
  const decode = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");
  for (const [, block = ""] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = "", text = ""] of block.matchAll(/<(\w+)>\s*<(\w+)>/g)) {
      found.set(Number.parseInt(glyph, 16), decode(text));
    }
  }
  for (const [, block = ""] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = "", to = "", text = ""] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
      const start = Number.parseInt(text, 16);
      for (let glyph = first; glyph <= last; glyph++)
        found.set(glyph, String.fromCodePoint(start + glyph - first));
    }
  }
  return found;
}
