import type { Locator } from "@playwright/test";

/**
 * The parts of an element's texts that match, such as words of some length, and that stand in two lines, or beyond the section,
 * row or page around them.
 */
export async function brokenParts(root: Locator, part: RegExp): Promise<string[]> {
  return await root.evaluate(
    (root, { source, flags }) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const element = text.parentElement;
        if (!element || element.closest(".sr-only, select, svg")) continue;
        const end = (element.closest("section, li, table") ?? root).getBoundingClientRect().right;
        for (const part of (text.textContent ?? "").matchAll(new RegExp(source, flags))) {
          const range = document.createRange();
          range.setStart(text, part.index);
          range.setEnd(text, part.index + part[0].length);
          const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
          const lines = new Set(boxes.map(({ top }) => Math.round(top)));
          if (lines.size > 1 || boxes.some(({ right }) => right > end + 1)) found.push(part[0]);
        }
      }
      return found;
    },
    { source: part.source, flags: part.flags },
  );
}
