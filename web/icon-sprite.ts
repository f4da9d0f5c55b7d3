import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as library from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin } from "vite";

const sources = join(import.meta.dirname, "src");
const drawings: Readonly<Record<string, unknown>> = library;

/** The names of the icons that the pages import. */
function usedIcons(): string[] {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" });
  const names = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => iconsOf(readFileSync(join(sources, file), "utf8")));
  return [...new Set(names)].sort();
}

function iconsOf(code: string): string[] {
  const imports = [...code.matchAll(/import \{([^}]*)\} from "lucide-react"/g)].map(
    ([, names = ""]) => names,
  );
  const names = imports.flatMap((text) =>
    [...text.matchAll(/(\w+)(?: as \w+)?/g)].map(([, name = ""]) => name),
  );
  return names.filter((name) => name in drawings);
}

/** One icon as a symbol: the library's own drawing, with its lines' attributes but without a size. */
function symbolOf(name: string): string {
  const svg = renderToStaticMarkup(createElement(drawings[name] as library.LucideIcon));
  const [, attributes = "", content = ""] = /^<svg([^>]*)>(.*)<\/svg>$/s.exec(svg) ?? [];
  const own = attributes.replace(/ (?:xmlns|width|height|class|aria-hidden)="[^"]*"/g, "");
  return `<symbol id="${name}"${own}>${content}</symbol>`;
}

/** What a page gets instead of the library: components that show a drawing of the sprite. */
const moduleOf = (file: string, names: readonly string[]) => `
import { jsx } from "react/jsx-runtime";
const icon = (name) => ({ size = 24, ...rest }) =>
  jsx("svg", { width: size, height: size, ...rest, children: jsx("use", { href: "/${file}#" + name }) });
${names.map((name) => `export const ${name} = /*#__PURE__*/ icon("${name}");`).join("\n")}
`;

/**
 * In the built pages, puts the drawings of all used icons into one file that browsers keep for ever, instead of into
 * the scripts: a list shows three icons in each row, and the library builds every one of them from its parts.
 */
export function iconSprite(): Plugin {
  const id = "\0icons";
  const names = usedIcons();
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg">${names.map(symbolOf).join("")}</svg>`;
  const hash = createHash("sha256").update(sprite).digest("base64url").slice(0, 8);
  const fileName = `assets/icons-${hash}.svg`;
  return {
    name: "icon-sprite",
    apply: "build",
    enforce: "pre",
    resolveId: (source) => (source === "lucide-react" ? id : undefined),
    load: (source) => (source === id ? moduleOf(fileName, names) : undefined),
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source: sprite });
    },
  };
}
